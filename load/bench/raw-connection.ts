import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { BenchError, credentials, type BenchNode } from './bench-node.ts';

/** What a connection is made to: a node, or what stands before it. */
type Listening = Pick<BenchNode, 'kind' | 'port'>;

/**
 * One persistent connection to a node, with one request in flight. HTTP is hand-written here: a client library would take
 * longer than the measured nodes, and Pyx's own client takes a quarter more time (0.025 ms per call instead of 0.019), for
 * deadlines and limits that a measurement does not need.
 */
export class RawConnection {
  readonly #node: Listening;
  readonly #socket: Socket;
  #text = '';
  #waiting: { readonly resolve: (body: string) => void; readonly reject: (error: Error) => void } | undefined;

  private constructor(node: Listening, socket: Socket) {
    this.#node = node;
    this.#socket = socket;
    socket
      .setEncoding('latin1')
      .on('data', (chunk: string) => this.#read(chunk))
      .on('error', (error) => this.#fail(error))
      .on('close', () => this.#fail(new BenchError(`${node.kind.name} closed the connection`)));
  }

  static async open(node: Listening): Promise<RawConnection> {
    const socket = connect({ host: '127.0.0.1', port: node.port, noDelay: true });
    await once(socket, 'connect');
    return new RawConnection(node, socket);
  }

  /** The HTTP request of a call. @param params JSON in ASCII */
  static request(method: string, params = '[]'): string {
    const body = `{"jsonrpc":"1.0","id":"b","method":"${method}","params":${params}}`;
    const authorization = Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64');
    return `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Basic ${authorization}\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  }

  /** The body of the response. Rejects with `BenchError` for a status other than 200. */
  send(request: string): Promise<string> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) throw new BenchError(`${this.#node.kind.name} closed the connection`);
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: string): void {
    this.#text += chunk;
    const end = this.#text.indexOf('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(this.#text)?.[1] ?? Number.NaN);
    if (end < 0 || !(this.#text.length >= end + 4 + length)) return;
    const text = this.#text;
    this.#text = '';
    if (text.startsWith('HTTP/1.1 200')) this.#waiting?.resolve(text.slice(end + 4));
    else this.#fail(new BenchError(`${this.#node.kind.name} responded with ${text.slice(0, 400)}`));
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }
}
