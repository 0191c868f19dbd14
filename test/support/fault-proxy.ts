import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Wire } from '../../specs/model/wire.ts';
import { parse, stringify } from '../../client/wire-json.ts';

/** One received call, parsed losslessly. */
export interface ProxiedCall {
  /** Name on the wire. */
  readonly method: string;
  readonly params: readonly Wire[];
  /** `/` or `/wallet/<name>`. */
  readonly path: string;
}

export interface Envelope {
  readonly result: Wire;
  readonly error: Wire;
  readonly id: Wire;
}

/** Calls the node behind the proxy with the credentials and, by default, the path of the current call. Returns the whole answer. */
export type Ask = (method: string, params: readonly Wire[], path?: string) => Promise<Envelope>;

/** A planted fault. Each part that returns undefined leaves the call unchanged. */
export interface Fault {
  readonly name: string;
  /** Arguments in place of those that were sent: an ignored argument. */
  readonly forward?: (call: ProxiedCall) => readonly Wire[] | undefined;
  /** A result without a call of the node: a change of state that does not happen. */
  readonly swallow?: (call: ProxiedCall) => Wire | undefined;
  /** An answer without a call of the node: a refusal, or a missing method. */
  readonly instead?: (call: ProxiedCall, ask: Ask) => Promise<Pick<Envelope, 'result' | 'error'> | undefined>;
  /** The answer in place of the node's own. */
  readonly answer?: (answer: Envelope, call: ProxiedCall, ask: Ask) => Promise<Envelope | undefined> | Envelope | undefined;
}

/** A forwarded call, and the body of its answer. */
export interface SeenCall extends ProxiedCall {
  readonly answered: string;
}

/**
 * A proxy in front of a node on loopback. Requests and answers to which no planted fault applies pass byte for byte,
 * headers and bodies. It records every call that it could parse.
 */
export class FaultProxy {
  readonly seen: SeenCall[] = [];
  /** Bodies that are not a single call with its arguments in order, passed unchanged. */
  readonly unread: string[] = [];
  /** Called for every forwarded call. */
  onSeen: (call: SeenCall) => void = () => undefined;
  readonly #upstream: () => string;
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: true });
  #fault: Fault | undefined;
  #applied = 0;

  /** `upstream` returns the node's current address: a restarted node may have another port. */
  static async start(upstream: () => string, port = 0): Promise<FaultProxy> {
    const proxy = new FaultProxy(upstream);
    proxy.#server.listen(port, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  private constructor(upstream: () => string) {
    this.#upstream = upstream;
    this.#server = createServer({ keepAliveTimeout: 30_000 }, (incoming, outgoing) => {
      // If the connection to the node breaks, so does the one to the client.
      this.#pass(incoming, outgoing).catch(() => incoming.socket.destroy());
    });
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Number of changes by the planted fault. */
  get applied(): number {
    return this.#applied;
  }

  plant(fault: Fault): void {
    this.#fault = fault;
    this.#applied = 0;
  }

  clear(): void {
    this.#fault = undefined;
  }

  /** Closes idle connections to the node: a stopping node waits for them. */
  release(): void {
    this.#agent.destroy();
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await bodyOf(incoming);
    const list = readList(body, incoming.url ?? '/');
    if (list.length > 1) return this.#passList(incoming, outgoing, body, list);
    const call = readCall(body, incoming.url ?? '/');
    const fault = this.#fault;
    const swallowed = call && fault?.swallow?.(call.call);
    if (call && swallowed !== undefined) {
      this.#applied++;
      const text = `${stringify({ result: swallowed, error: null, id: call.id })}\n`;
      this.#keep({ ...call.call, answered: text });
      outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }).end(text);
      return;
    }
    const instead = call && (await fault?.instead?.(call.call, (method, params, path) => this.#ask(incoming, method, params, path)));
    if (call && instead) {
      this.#applied++;
      const text = `${stringify({ result: instead.result, error: instead.error, id: call.id })}\n`;
      this.#keep({ ...call.call, answered: text });
      outgoing
        .writeHead(instead.error === null ? 200 : 500, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
        .end(text);
      return;
    }
    const otherArguments = call && fault?.forward?.(call.call);
    if (otherArguments !== undefined) this.#applied++;
    const sent = call && otherArguments ? Buffer.from(stringify({ ...call.request, params: [...otherArguments] })) : body;
    const answer = await this.#send(incoming, incoming.rawHeaders, sent);
    const lie = call && fault?.answer && (await this.#lie(fault.answer, call.call, incoming, answer.body));
    const text = lie ? Buffer.from(`${stringify({ ...lie })}\n`) : answer.body;
    if (call) this.#keep({ ...call.call, answered: text.toString('utf8') });
    else this.unread.push(body.toString('utf8'));
    outgoing.sendDate = false;
    const status = !lie ? answer.status : lie.error === null ? 200 : answer.status === 200 ? 500 : answer.status;
    outgoing.writeHead(status, answer.statusText, lie ? withLength(answer.rawHeaders, text.length) : [...answer.rawHeaders]).end(text);
  }

  /**
   * Passes a list of calls. While a fault is planted, lists are refused: faults apply to single calls, and the client
   * sends these instead.
   */
  async #passList(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, calls: readonly ProxiedCall[]): Promise<void> {
    if (this.#fault) {
      outgoing.writeHead(500, { 'Content-Length': 0 }).end();
      return;
    }
    const answer = await this.#send(incoming, incoming.rawHeaders, body);
    const answers = parse(answer.body.toString('utf8'));
    for (const [index, call] of calls.entries()) {
      this.#keep({ ...call, answered: stringify((Array.isArray(answers) ? answers[index] : undefined) ?? null) });
    }
    outgoing.sendDate = false;
    outgoing.writeHead(answer.status, answer.statusText, [...answer.rawHeaders]).end(answer.body);
  }

  #keep(call: SeenCall): void {
    this.seen.push(call);
    this.onSeen(call);
  }

  async #lie(lie: NonNullable<Fault['answer']>, call: ProxiedCall, incoming: IncomingMessage, body: Buffer): Promise<Envelope | undefined> {
    let truth: Envelope;
    try {
      truth = parse(body.toString('utf8')) as unknown as Envelope;
    } catch {
      return undefined; // not an answer of a method: nothing to alter
    }
    const altered = await lie(truth, call, (method, params, path) => this.#ask(incoming, method, params, path));
    if (altered === undefined || stringify({ ...altered }) === stringify({ ...truth })) return undefined;
    this.#applied++;
    return altered;
  }

  async #ask(like: IncomingMessage, method: string, params: readonly Wire[], path?: string): Promise<Envelope> {
    const body = Buffer.from(stringify({ jsonrpc: '1.0', id: 'proxy', method, params: [...params] }));
    return parse((await this.#send(like, like.rawHeaders, body, path)).body.toString('utf8')) as unknown as Envelope;
  }

  /** Forwards a request with this body. */
  async #send(
    { method = 'POST', url = '/' }: IncomingMessage,
    rawHeaders: readonly string[],
    body: Buffer,
    path = url,
  ): Promise<RawAnswer> {
    const { hostname, port } = new URL(this.#upstream());
    const chunked = rawHeaders.some((name, index) => index % 2 === 0 && name.toLowerCase() === 'transfer-encoding');
    const sending = request({
      agent: this.#agent,
      hostname,
      port,
      method,
      path,
      headers: body.length === 0 || chunked ? [...rawHeaders] : withLength(rawHeaders, body.length),
    });
    // An error after the answer has begun shows in its body.
    sending.on('error', () => undefined);
    sending.end(body);
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    return {
      status: answer.statusCode ?? 0,
      statusText: answer.statusMessage ?? '',
      rawHeaders: answer.rawHeaders,
      body: await bodyOf(answer),
    };
  }
}

interface RawAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Parses a body that is one call with its arguments in order; undefined for any other. */
function readCall(body: Buffer, path: string): { call: ProxiedCall; request: { [name: string]: Wire }; id: Wire } | undefined {
  try {
    const request = parse(body.toString('utf8')) as { [name: string]: Wire };
    const { method, params = [], id = null } = request;
    if (typeof method !== 'string' || !Array.isArray(params)) return undefined;
    return { call: { method, params, path }, request, id };
  } catch {
    return undefined; // a case about malformed requests: passed unchanged
  }
}

/** The calls of a body that is a list of calls only; none for any other body. */
function readList(body: Buffer, path: string): ProxiedCall[] {
  if (body[0] !== 0x5b) return [];
  try {
    const calls = (parse(body.toString('utf8')) as Wire[]).map((entry) => readCall(Buffer.from(stringify(entry)), path)?.call);
    return calls.every((call) => call !== undefined) ? calls : [];
  } catch {
    return []; // a case about malformed requests
  }
}

function withLength(rawHeaders: readonly string[], length: number): string[] {
  return rawHeaders.flatMap((name, index) => {
    if (index % 2 === 1) return [];
    return name.toLowerCase() === 'content-length' ? [name, String(length)] : [name, rawHeaders[index + 1] ?? ''];
  });
}
