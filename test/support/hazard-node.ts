import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Credentials } from '../../client/types.ts';
import { parse, stringify } from '../../client/wire-json.ts';
import { specification } from '../../specs/model/specification.ts';
import type { Wire } from '../../specs/model/wire.ts';

/**
 * What becomes of a node:
 * `flips`: it reports the chain `main`; `flips-and-drops`: after its connections broke. `echoes`: errors, its subversion and
 * further members of results contain the credentials from the start, and then some calls are refused. `dies`: nothing listens any more. `hangs`: no
 * further call is answered. `other-id`: answers have the id of another request. `answers-twice`: a second answer follows each.
 * `huge-numbers`: numbers in results are 1e400. `stays`: it does not end when it is stopped.
 */
export type Hazard = 'flips' | 'flips-and-drops' | 'echoes' | 'dies' | 'hangs' | 'other-id' | 'answers-twice' | 'huge-numbers' | 'stays';

/** The node behind it. */
export interface Upstream {
  readonly address: string;
  readonly credentials: Credentials;
}

export interface HazardOptions {
  /** None: it only counts. */
  readonly hazard?: Hazard | undefined;
  /** Calls that write before the hazard comes with the next one. Negative: it comes with the second call of any kind. */
  readonly after: number;
  /** Default: any. */
  readonly port?: number;
  /** Called when the hazard comes, and with each change of the counts after it. */
  readonly onHappened?: () => void;
}

/** With `echoes`, one call that writes in so many is refused: some commands make none that is. */
const ECHOES_PER_REFUSAL = 7;

interface Call {
  readonly id: Wire;
  readonly method: string;
}

/** A proxy before a node: after some calls that write, something happens. */
export class HazardNode {
  /** Calls that change the node, after the hazard. */
  writesAfter = 0;
  /** Of these, those that came after an answer with another chain had been sent. */
  writesAfterAnswer = 0;
  /** Calls that change the node, in all. */
  writes = 0;
  /** Answers into which the credentials were written: errors, and others. */
  readonly echoed = { errors: 0, results: 0 };
  /** The hazard has happened. */
  happened = false;
  readonly #node: Upstream;
  readonly #options: HazardOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #answered = 0;
  #dropped = false;
  #answeredOther = false;

  static async start(node: Upstream, options: HazardOptions): Promise<HazardNode> {
    const proxy = new HazardNode(node, options);
    proxy.#server.listen(options.port ?? 0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  private constructor(node: Upstream, options: HazardOptions) {
    this.#node = node;
    this.#options = options;
    this.#server = createServer((incoming, outgoing) => {
      this.#pass(incoming, outgoing).catch(() => incoming.socket.destroy());
    }).on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket)).on('error', () => socket.destroy());
    });
  }

  /** With the credentials of the node. */
  get url(): string {
    const { user, password } = this.#node.credentials;
    return `http://${user}:${password}@127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Texts that may be in no output: the password, and the Authorization header. */
  get secrets(): readonly [password: string, header: string] {
    const { user, password } = this.#node.credentials;
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
    // It was sent before its connection broke, and does not reach the node.
    if (incoming.socket.destroyed) return;
    const calls = callsIn(body);
    if (calls.some(({ method }) => writes(method))) this.#noteWrite();
    if (this.#options.after < 0 && this.#answered > 0 && !this.happened) this.#happen();
    if (this.happened) {
      const { hazard } = this.#options;
      if (hazard === 'hangs' || (hazard === 'stays' && calls.some(({ method }) => method === 'stop'))) return;
      if (!this.#dropped && (hazard === 'dies' || hazard === 'flips-and-drops')) this.#drop();
      if (incoming.socket.destroyed) return;
    }
    const text = await this.#forward(incoming, outgoing, body, calls[0]);
    this.#answered++;
    if (this.happened && this.#options.hazard === 'answers-twice') incoming.socket.write(responseOf(text));
  }

  #noteWrite(): void {
    if (this.happened) {
      this.writesAfter++;
      if (this.#answeredOther) this.writesAfterAnswer++;
    } else if (this.#options.after >= 0 && this.writes >= this.#options.after) {
      this.#happen();
    }
    this.writes++;
    if (this.happened) this.#options.onHappened?.();
  }

  #happen(): void {
    this.happened = true;
    this.#options.onHappened?.();
  }

  /** Breaks all connections, once, also those that wait to be accepted: a call behind them was sent before. */
  #drop(): void {
    this.#dropped = true;
    const { port } = this.#server.address() as AddressInfo;
    this.#server.close();
    if (this.#options.hazard !== 'dies') this.#server.listen(port, '127.0.0.1');
    for (const socket of this.#sockets) socket.destroy();
  }

  #altered(text: string, call: Call | undefined): string {
    const answer = parsed(text);
    const { hazard } = this.#options;
    if ((!this.happened && hazard !== 'echoes') || answer === undefined || call === undefined) return text;
    const result = answer['result'] as { [name: string]: Wire } | null;
    switch (hazard) {
      case 'flips':
      case 'flips-and-drops':
        if (call.method !== 'getblockchaininfo') return text;
        this.#answeredOther = true;
        return stringify({ ...answer, result: { ...result, chain: 'main' } });
      case 'other-id':
        return stringify({ ...answer, id: 'of another request' });
      case 'huge-numbers':
        return stringify(answer).replace(/(?<="result":(?:[^"]|"(?:[^"\\]|\\.)*")*)(?<=[:[,])-?\d[\d.eE+-]*(?=[,\]}])/g, '1e400');
      case 'echoes':
        return this.#echoing(answer, call);
      default:
        return text;
    }
  }

  /** The answer with the credentials in it, where there is a place for them. */
  #echoing(answer: { readonly [name: string]: Wire }, { method }: Call): string {
    const secrets = `${this.secrets.join(' ')} of ${method}`;
    const { result, error } = answer as { result: Wire; error: Wire };
    if (error !== null || (this.happened && writes(method) && this.writes % ECHOES_PER_REFUSAL === 0)) {
      this.echoed.errors++;
      return stringify({ ...answer, result: null, error: { code: -1, ...(error as object), message: `not allowed for ${secrets}` } });
    }
    if (result === null || typeof result !== 'object' || Array.isArray(result) || Object.getPrototypeOf(result) !== Object.prototype)
      return stringify(answer);
    this.echoed.results++;
    const own = method === 'getnetworkinfo' ? { subversion: `/Echo:${secrets}/` } : {};
    return stringify({ ...answer, result: { ...(result as object), ...own, [`for_${this.secrets[0]}`]: secrets } });
  }

  /** Returns the text of the answer that it has sent. */
  async #forward(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, call: Call | undefined): Promise<string> {
    const { hostname, port } = new URL(this.#node.address);
    const headers = { ...incoming.headers, 'content-length': String(body.length) };
    delete headers['transfer-encoding'];
    const sending = request({ hostname, port, method: incoming.method, path: incoming.url, headers });
    sending.on('error', () => incoming.socket.destroy());
    sending.end(body);
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    const text = this.#altered(Buffer.concat(chunks).toString('utf8'), call);
    const length = Buffer.byteLength(text);
    outgoing.writeHead(answer.statusCode ?? 500, { 'Content-Type': 'application/json', 'Content-Length': length }).end(text);
    return text;
  }
}

/** A whole HTTP response. */
const responseOf = (text: string): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;

/** Methods of the specification with no other effect than reading, and `stop`; every other one counts as writing. */
const reading = new Set([
  'stop',
  ...specification.spec.methods
    .filter(({ variants }) => variants.every(({ effect }) => effect.every((kind) => kind === 'read')))
    .map(({ wire }) => wire.method.replaceAll(/\{(\w+)\}/g, '$1')),
]);
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
