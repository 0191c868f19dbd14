import { isBody, type BodyContent } from '../client/answer-object.ts';
import { interpret, interpretList, type BodyReading } from '../client/envelope.ts';
import { InvalidJson, TooDeep } from '../client/json-reader.ts';
import type { Params, RequestForm } from '../client/types.ts';
import { DEFAULT_MAX_DEPTH, parse, stringify } from '../client/wire-json.ts';
import type { Wire } from '../specs/model/wire.ts';
import type { HttpExchange } from './http-exchange.ts';

/** One call of a client, as it was sent, with its answer. */
export interface ListenedCall {
  /** Name on the wire. */
  readonly method: string;
  readonly params: Params;
  readonly wallet: string | undefined;
  readonly answer: BodyContent;
  readonly httpStatus: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Address and port of the client. */
  readonly client: string;
  /** The `user-agent` of the client. */
  readonly agent: string | undefined;
  /** It was one of several calls of one request. */
  readonly inList: boolean;
}

/** Why an exchange has no call that can be judged: what the client sent, or that it was refused before the call was read. */
export type NoCall =
  | 'no HTTP request'
  | 'another verb than POST'
  | 'no JSON-RPC request'
  | 'a notification'
  | 'refused by HTTP, with a status of 400 to 499'
  | 'refused, as the node had too much to do (503)'
  | 'an encoded body'
  | 'a list of calls without an id for each'
  | 'a list of calls whose answers do not fit its ids';

/** The node says that the client is at fault: it did not read a call, or did not want to. */
const isRefusedByHttp = (status: number): boolean => status >= 400 && status < 500;
const OVERLOADED = 503;
const WALLET_PATH = /^\/wallet\/([^/?]*)/;

/** The calls of an exchange; or why it has none. `jsonrpc`: the version that the standard states. */
export function callsOf(exchange: HttpExchange, jsonrpc: RequestForm['jsonrpc']): readonly ListedCalls[] {
  const { request } = exchange;
  if (request.verb !== 'POST') return [{ no: 'another verb than POST' }];
  if (isEncoded(exchange)) return [{ no: 'an encoded body' }];
  const body = bodyOf(request.body);
  if (Array.isArray(body)) return listOf(exchange, body, jsonrpc);
  const asked = askedIn(body);
  if (!asked) return [{ no: 'no JSON-RPC request' }];
  const { id } = asked;
  const hasId = id !== undefined && id !== null;
  if (!hasId && exchange.answer.body.length === 0) return [{ no: 'a notification' }];
  // The standards say nothing of the id of an answer to a request without one.
  const answer = answerOf(exchange, asked, (reading) => interpret(exchange.answer, hasId ? id : undefined, reading), jsonrpc);
  if (answer.type === 'fault' && answer.fault.kind !== 'foreign-id') {
    const refusal = refusalOf(exchange);
    if (refusal) return [refusal];
  }
  return [{ call: callOf(exchange, asked, answer, false) }];
}

/** Why a status says that the calls were not carried out. */
function refusalOf({ answer: { status } }: HttpExchange): { readonly no: NoCall } | undefined {
  if (isRefusedByHttp(status)) return { no: 'refused by HTTP, with a status of 400 to 499' };
  return status === OVERLOADED ? { no: 'refused, as the node had too much to do (503)' } : undefined;
}

/** A node of JSON-RPC 1.0 may answer a request of 2.0 in the form of 2.0: either is right. */
function answerOf(
  { answer }: HttpExchange,
  { version }: Asked,
  read: (reading: BodyReading) => BodyContent,
  jsonrpc: RequestForm['jsonrpc'],
): BodyContent {
  const content = read({ maxDepth: DEFAULT_MAX_DEPTH, jsonrpc });
  if (content.type !== 'fault' || version !== '2.0' || jsonrpc === '2.0' || answer.body.length === 0) return content;
  const other = read({ maxDepth: DEFAULT_MAX_DEPTH, jsonrpc: '2.0' });
  return other.type === 'fault' ? content : other;
}

/** Packed, as a client may ask for. */
const isEncoded = ({ request, answer }: HttpExchange): boolean =>
  [request, answer].some(({ headers: { 'content-encoding': coding = 'identity' } }) => coding !== 'identity' && coding !== '');

/** A call, or why there is none. */
export type ListedCalls = { readonly call: ListenedCall } | { readonly no: NoCall };

interface Asked {
  readonly id: Wire | undefined;
  readonly version: Wire | undefined;
  readonly method: string;
  readonly params: Params;
}

function bodyOf(body: Buffer): Wire | undefined {
  try {
    return parse(body.toString('utf8'));
  } catch (error) {
    // A mistake of the client: the node answers it as it likes.
    if (error instanceof InvalidJson || error instanceof TooDeep) return undefined;
    throw error;
  }
}

function askedIn(body: Wire | undefined): Asked | undefined {
  if (body === undefined || !isBody(body)) return undefined;
  const { id, method, params = [], jsonrpc } = body;
  if (typeof method !== 'string') return undefined;
  const given = params ?? [];
  if (!Array.isArray(given) && !isBody(given)) return undefined;
  return { id, version: jsonrpc, method, params: given };
}

function listOf(exchange: HttpExchange, body: readonly Wire[], jsonrpc: RequestForm['jsonrpc']): readonly ListedCalls[] {
  const asked = body.map(askedIn).filter((one) => one !== undefined);
  if (asked.length === 0 || asked.length < body.length) return [{ no: 'no JSON-RPC request' }];
  const refusal = refusalOf(exchange);
  if (refusal) return [refusal];
  const ids = asked.flatMap(({ id }) => (id === undefined || id === null ? [] : [id]));
  // Which answer belongs to which call is not known.
  if (new Set(ids.map(stringify)).size < asked.length) return [{ no: 'a list of calls without an id for each' }];
  const read = (version: RequestForm['jsonrpc']): readonly BodyContent[] | undefined =>
    interpretList(exchange.answer, ids, { maxDepth: DEFAULT_MAX_DEPTH, jsonrpc: version });
  const answers = read(jsonrpc) ?? (asked.every(({ version }) => version === '2.0') ? read('2.0') : undefined);
  if (!answers) return [{ no: 'a list of calls whose answers do not fit its ids' }];
  return asked.map((one, index) => ({ call: callOf(exchange, one, answers[index] as BodyContent, true) }));
}

function callOf(exchange: HttpExchange, { method, params }: Asked, answer: BodyContent, inList: boolean): ListenedCall {
  const { request, client, startedAt, endedAt } = exchange;
  const wallet = WALLET_PATH.exec(request.path)?.[1];
  return {
    method,
    params,
    wallet: wallet === undefined ? undefined : decoded(wallet),
    answer,
    httpStatus: exchange.answer.status,
    startedAt,
    endedAt,
    client,
    agent: request.headers['user-agent'],
    inList,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
