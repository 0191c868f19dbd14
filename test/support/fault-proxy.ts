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

/** Asks the node behind the proxy, with the credentials and, unless another is given, the path of the call at hand. Gives its whole answer. */
export type Ask = (method: string, params: readonly Wire[], path?: string) => Promise<Envelope>;

/** A planted fault. Each part that returns undefined leaves the call unchanged. */
export interface Fault {
  readonly name: string;
  /** Arguments in place of those that were sent: an ignored argument. */
  readonly forward?: (call: ProxiedCall) => readonly Wire[] | undefined;
  /** A result without a call of the node: a change of state that never happens. */
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
 * Stands before a node on loopback. Whatever no planted fault applies to passes byte for byte, requests and answers,
 * headers and bodies. It keeps every call that it could read.
 */
export class FaultProxy {
  readonly seen: SeenCall[] = [];
  /** Bodies that were no single call with its arguments in order, and went through as they were. */
  readonly unread: string[] = [];
  /** Called for every forwarded call. */
  onSeen: (call: SeenCall) => void = () => undefined;
  readonly #upstream: () => string;
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: true });
  #fault: Fault | undefined;
  #applied = 0;

  /** `upstream` gives the node's address as it is now: a node that was started again may have another port. */
  static async start(upstream: () => string, port = 0): Promise<FaultProxy> {
    const proxy = new FaultProxy(upstream);
    proxy.#server.listen(port, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  private constructor(upstream: () => string) {
    this.#upstream = upstream;
    this.#server = createServer({ keepAliveTimeout: 30_000 }, (incoming, outgoing) => {
      // A connection that breaks behind the proxy breaks before it as well.
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

  /** Gives up idle connections to the node: one that is to end waits for them. */
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
   * A list of calls. While a fault is planted the node looks like one that takes no lists: its lie is outcomeText to single
   * calls, and whoever asks does so again in such.
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
      return undefined; // no answer of a method: nothing to alter
    }
    const outcomeText = await lie(truth, call, (method, params, path) => this.#ask(incoming, method, params, path));
    if (outcomeText === undefined || stringify({ ...outcomeText }) === stringify({ ...truth })) return undefined;
    this.#applied++;
    return outcomeText;
  }

  async #ask(like: IncomingMessage, method: string, params: readonly Wire[], path?: string): Promise<Envelope> {
    const body = Buffer.from(stringify({ jsonrpc: '1.0', id: 'proxy', method, params: [...params] }));
    return parse((await this.#send(like, like.rawHeaders, body, path)).body.toString('utf8')) as unknown as Envelope;
  }

  /** Sends one request on as it came, but for its body. */
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
    // What breaks after the answer has begun shows in its body.
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

/** A body that is one call with its arguments in order; anything else is no business of a fault. */
function readCall(body: Buffer, path: string): { call: ProxiedCall; request: { [name: string]: Wire }; id: Wire } | undefined {
  try {
    const request = parse(body.toString('utf8')) as { [name: string]: Wire };
    const { method, params = [], id = null } = request;
    if (typeof method !== 'string' || !Array.isArray(params)) return undefined;
    return { call: { method, params, path }, request, id };
  } catch {
    return undefined; // a case about malformed requests: passed as it is
  }
}

/** The calls of a body that is a list of nothing else; none where it is not. */
function readList(body: Buffer, path: string): ProxiedCall[] {
  if (body[0] !== 0x5b) return [];
  try {
    const calls = (parse(body.toString('utf8')) as Wire[]).map((one) => readCall(Buffer.from(stringify(one)), path)?.call);
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
