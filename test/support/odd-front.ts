import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server in front of a node that answers other verbs than POST without the field `Allow`: a pedantic fault of HTTP. */
export class OddFront {
  readonly #server: Server;
  isOdd = false;

  static async start(upstream: string): Promise<OddFront> {
    const front = new OddFront(upstream);
    front.#server.listen(0, '127.0.0.1');
    await once(front.#server, 'listening');
    return front;
  }

  private constructor(upstream: string) {
    const { hostname, port } = new URL(upstream);
    this.#server = createServer((incoming, outgoing) => {
      if (this.isOdd && incoming.method !== 'POST') {
        outgoing.writeHead(405, { 'Content-Length': 0 }).end();
        return;
      }
      const { method = 'POST', url = '/' } = incoming;
      const passed = request({ hostname, port, method, path: url, headers: incoming.rawHeaders }, (answer: IncomingMessage) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.statusMessage ?? '', answer.rawHeaders);
        answer.pipe(outgoing);
      });
      // If the connection to the node breaks, so does the one to the client.
      passed.on('error', () => incoming.socket.destroy());
      incoming.pipe(passed);
    });
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
