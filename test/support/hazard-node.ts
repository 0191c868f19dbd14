import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { parse, stringify } from '../../client/wire-json.ts';
import type { RunningNode } from '../../fixtures/targets/types.ts';
import { specification } from '../../specs/model/specification.ts';
import type { Wire } from '../../specs/model/wire.ts';

/**
 * What becomes of a node that was not started by Pyx:
 * `flips`: it reports the chain `main`; `flips-and-drops`: after its connections broke. `echoes`: errors and its subversion
 * contain the credentials. `dies`: nothing listens any more. `hangs`: no further call is answered. `other-id`: answers have the
 * id of another request. `huge-numbers`: numbers in results are 1e400.
 */
export type Hazard = 'flips' | 'flips-and-drops' | 'echoes' | 'dies' | 'hangs' | 'other-id' | 'huge-numbers';

interface Call {
  readonly id: Wire;
  readonly method: string;
  readonly params: Wire;
}

/** A proxy before a node: after some calls that write, something happens. */
export class HazardNode {
  /** Calls that change the node, after the hazard. */
  writesAfter = 0;
  /** Of these, those after an answer with another chain. */
  writesAfterAnswer = 0;
  /** Calls that change the node, in all. */
  writes = 0;
  /** The hazard has happened. */
  happened: boolean;
  readonly #node: RunningNode;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #hazard: Hazard | undefined;
  readonly #after: number;
  #writes = 0;
  #answeredOther = false;

  /** @param after calls that write; the hazard comes with the next one, or is there from the start if it is negative */
  static async start(node: RunningNode, hazard: Hazard | undefined, after: number): Promise<HazardNode> {
    const proxy = new HazardNode(node, hazard, after);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  private constructor(node: RunningNode, hazard: Hazard | undefined, after: number) {
    this.#node = node;
    this.#hazard = hazard;
    this.#after = after;
    this.happened = after < 0;
    this.#server = createServer((incoming, outgoing) => {
      this.#pass(incoming, outgoing).catch(() => incoming.socket.destroy());
    }).on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket)).on('error', () => socket.destroy());
    });
  }

  /** With the credentials of the node. */
  get url(): string {
    const { user = '', password = '' } = this.#node.credentials ?? {};
    return `http://${user}:${password}@127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Texts that may be in no output: the password, and the Authorization header. */
  get secrets(): string[] {
    const { user = '', password = '' } = this.#node.credentials ?? {};
    return [password, Buffer.from(`${user}:${password}`).toString('base64')];
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const calls = callsIn(body);
    if (calls.some(({ method }) => writes(method))) this.#noteWrite();
    if (!this.happened) return this.#forward(incoming, outgoing, body, (text) => text);
    switch (this.#hazard) {
      case 'flips-and-drops':
      case 'dies':
        if (!this.#answeredOther) this.#drop();
        if (this.#hazard === 'dies' || incoming.socket.destroyed) return;
        break;
      case 'hangs':
        return;
      default:
        break;
    }
    return this.#forward(incoming, outgoing, body, (text) => this.#altered(text, calls[0]));
  }

  #noteWrite(): void {
    this.writes++;
    if (this.happened) {
      this.writesAfter++;
      if (this.#answeredOther) this.writesAfterAnswer++;
    } else if (this.#writes++ >= this.#after) {
      this.happened = true;
    }
  }

  /** Breaks all connections, once. */
  #drop(): void {
    this.#answeredOther = true;
    if (this.#hazard === 'dies') this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #altered(text: string, call: Call | undefined): string {
    const answer = parsed(text);
    if (answer === undefined || call === undefined) return text;
    const { result, error } = answer;
    switch (this.#hazard) {
      case 'flips':
      case 'flips-and-drops':
        if (call.method !== 'getblockchaininfo') return text;
        this.#answeredOther = true;
        return stringify({ ...answer, result: { ...(result as { [name: string]: Wire }), chain: 'main' } });
      case 'other-id':
        return stringify({ ...answer, id: 'of another request' });
      case 'huge-numbers':
        return stringify(answer).replace(/(?<="result":(?:[^"]|"(?:[^"\\]|\\.)*")*)(?<=[:[,])-?\d[\d.eE+-]*(?=[,\]}])/g, '1e400');
      case 'echoes': {
        const secrets = `${this.secrets.join(' ')} of ${call.method}`;
        if (error !== null && typeof error === 'object')
          return stringify({ ...answer, error: { ...(error as { [name: string]: Wire }), message: `not allowed for ${secrets}` } });
        if (call.method !== 'getnetworkinfo') return text;
        return stringify({ ...answer, result: { ...(result as { [name: string]: Wire }), subversion: `/Echo:${secrets}/` } });
      }
      default:
        return text;
    }
  }

  async #forward(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, change: (text: string) => string): Promise<void> {
    const { hostname, port } = new URL(this.#node.client.address);
    const headers = { ...incoming.headers, 'content-length': String(body.length) };
    delete headers['transfer-encoding'];
    const sending = request({ hostname, port, method: incoming.method, path: incoming.url, headers });
    sending.on('error', () => incoming.socket.destroy());
    sending.end(body);
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    const text = Buffer.from(change(Buffer.concat(chunks).toString('utf8')));
    outgoing.writeHead(answer.statusCode ?? 500, { 'Content-Type': 'application/json', 'Content-Length': text.length }).end(text);
  }
}

/** Methods of the specification with no other effect than reading; every other one counts as writing. */
const reading = new Set(
  specification.spec.methods
    .filter(({ variants }) => variants.every(({ effect }) => effect.every((kind) => kind === 'read')))
    .map(({ wire }) => wire.method.replaceAll(/\{(\w+)\}/g, '$1')),
);
const writes = (method: string): boolean => !reading.has(method);

function callsIn(body: Buffer): Call[] {
  const calls = parsed(body.toString('utf8')) as unknown;
  return (Array.isArray(calls) ? (calls as Call[]) : calls === undefined ? [] : [calls as Call]).filter(
    ({ method }) => typeof method === 'string',
  );
}

/** Undefined for what is no object or list in JSON. */
function parsed(text: string): { readonly [name: string]: Wire } | undefined {
  try {
    const value = parse(text);
    return typeof value === 'object' && value !== null ? (value as { readonly [name: string]: Wire }) : undefined;
  } catch {
    return undefined; // a malformed request of a case, or its answer
  }
}
