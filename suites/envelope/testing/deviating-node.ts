import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Wire } from '../../../specs/model/wire.ts';
import { stringify } from '../../../client/wire-json.ts';
import { readJson } from '../answer.ts';

/** How a test node deviates from the standards. Without a deviation it conforms to them; it has only a few methods. */
export interface Deviation {
  /** Whether the credentials of this request are accepted. */
  readonly admits?: (request: IncomingMessage, correct: boolean) => boolean;
  /** The JSON value of a request body. */
  readonly reads?: (body: string, correct: Wire | undefined) => Wire | undefined;
  /** The arguments that the node uses for a call. */
  readonly takes?: (method: string, params: readonly Wire[]) => readonly Wire[];
  /** The answer object, before it is serialized. */
  readonly answers?: (correct: Answer, method: string) => Wire;
  /** The bytes of a body. */
  readonly writes?: (json: string) => Buffer;
  /** Sends head and body, without the corrections of the HTTP library. */
  readonly sends?: (response: ServerResponse, body: Buffer, request: IncomingMessage, status: number) => void;
  /** Answers a request in place of the node; false if it does not. `call` executes the call and returns the body of its answer. */
  readonly instead?: (request: IncomingMessage, response: ServerResponse, call: () => Buffer) => boolean;
  /** Whether requests with no or several Host fields are accepted. */
  readonly hostless?: boolean;
  /** Handles a request that is not HTTP. */
  readonly clientError?: (socket: Duplex) => void;
}

export type Answer = { readonly result: Wire; readonly error: Wire; readonly id: Wire };

export interface DeviatingNode {
  readonly address: string;
  readonly credentials: { readonly user: string; readonly password: string };
  /** Sets the deviation for all further requests. */
  readonly deviate: (deviation: Deviation) => void;
  readonly close: () => Promise<void>;
}

export const NODE_CREDENTIALS = { user: 'alice', password: 'correct-Horse-7' } as const;

const GENESIS_HEADER = 'ab'.repeat(80);
const GENESIS = createHash('sha256')
  .update(createHash('sha256').update(Buffer.from(GENESIS_HEADER, 'hex')).digest())
  .digest()
  .reverse()
  .toString('hex');
const MAX_BODY_BYTES = 32 * 1_048_576;

class Refusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Starts the node on a free port of loopback, without a deviation. */
export async function startDeviatingNode(): Promise<DeviatingNode> {
  let deviation: Deviation = {};
  const banned = new Set<Wire>();
  const own = `Basic ${Buffer.from(`${NODE_CREDENTIALS.user}:${NODE_CREDENTIALS.password}`).toString('base64')}`;

  const call = (body: string): { status: number; body: Buffer } => {
    const read = deviation.reads ? deviation.reads(body, readJson(body)) : readJson(body);
    const { status, answer, method } = carryOut(read, banned, deviation);
    const json = `${stringify(deviation.answers ? deviation.answers(answer, method) : answer)}\n`;
    return { status, body: deviation.writes ? deviation.writes(json) : Buffer.from(json) };
  };

  const server = createServer({ requireHostHeader: false, keepAliveTimeout: 5_000 }, (request, response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const send = (status: number, body: Buffer, headers: Record<string, string> = {}): void => {
      response.statusCode = status;
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      if (deviation.sends) deviation.sends(response, body, request, status);
      else response.setHeader('content-length', body.length).end(body);
    };
    if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return send(413, Buffer.alloc(0), { connection: 'close' });
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
    });
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      if (deviation.instead?.(request, response, () => call(body).body)) return;
      if (hosts(request) !== 1 && request.httpVersion === '1.1' && deviation.hostless !== true) return send(400, Buffer.alloc(0));
      if (!['/', `http://${request.headers.host}/`].includes(request.url ?? '')) return send(404, Buffer.alloc(0));
      if (request.method !== 'POST') return send(405, Buffer.from('POST only'), { allow: 'POST' });
      const correct = (request.headers.authorization ?? '').replace(/^basic\s+/i, 'Basic ') === own;
      if (!(deviation.admits ? deviation.admits(request, correct) : correct))
        return send(401, Buffer.alloc(0), { 'www-authenticate': 'Basic realm="jsonrpc"' });
      const answered = call(body);
      send(answered.status, answered.body, { 'content-type': 'application/json' });
    });
  });
  server.on('clientError', (_error, socket) => {
    if (deviation.clientError) deviation.clientError(socket);
    else if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: NODE_CREDENTIALS,
    deviate: (next) => {
      deviation = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function carryOut(read: Wire | undefined, banned: Set<Wire>, deviation: Deviation): { status: number; answer: Answer; method: string } {
  const refused = (
    status: number,
    { code, message }: { readonly code: number; readonly message: string },
    id: Wire,
    method = '',
  ): { status: number; answer: Answer; method: string } => ({
    status,
    answer: { result: null, error: { code, message }, id },
    method,
  });
  if (typeof read !== 'object' || read === null) return refused(500, { code: -32700, message: 'Parse error' }, null);
  const { id = null, method, params = [] } = read as { readonly [name: string]: Wire };
  if (typeof method !== 'string' || !Array.isArray(params)) return refused(400, { code: -32600, message: 'Invalid request' }, id);
  try {
    const result = carriedOut(method, deviation.takes ? deviation.takes(method, params) : params, banned);
    return { status: 200, answer: { result, error: null, id }, method };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refused(error.code === -32601 ? 404 : 500, { code: error.code, message: error.message }, id, method);
  }
}

function carriedOut(method: string, params: readonly Wire[], banned: Set<Wire>): Wire {
  const [first, second] = params;
  switch (method) {
    case 'getblockcount':
      return 3;
    case 'getblockhash':
      if (typeof first !== 'number') throw new Refusal(-1, 'height is missing');
      return GENESIS;
    case 'getblockheader':
      if (first !== GENESIS) throw new Refusal(-5, 'Block not found');
      return (second ?? true) === false ? GENESIS_HEADER : { hash: GENESIS };
    case 'getblock':
      if (first !== GENESIS) throw new Refusal(-5, 'Block not found');
      return (second ?? 1) === 0 ? `${GENESIS_HEADER}00` : { hash: GENESIS, tx: ['cd'.repeat(32)] };
    case 'createrawtransaction':
      return Buffer.from(stringify([first ?? null, second ?? null, params[2] ?? 0, params[3] ?? false])).toString('hex');
    case 'decoderawtransaction':
      throw new Refusal(-22, 'TX decode failed');
    case 'setban':
      banned[second === 'add' ? 'add' : 'delete'](first ?? null);
      return null;
    case 'listbanned':
      return [...banned].map((address) => ({ address }));
    default:
      throw new Refusal(-32601, 'Method not found');
  }
}

function hosts(request: IncomingMessage): number {
  return request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
}
