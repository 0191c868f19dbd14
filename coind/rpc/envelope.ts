import { setImmediate as nextTurn } from 'node:timers/promises';
import { isLosslessNumber } from 'lossless-json';
import type { CallArguments } from './dispatch.ts';
import { shuttingDown } from '../turns.ts';
import { RpcCode, RpcError } from './errors.ts';
import { refusalOf } from './domain-errors.ts';
import { readJson, repeatedName, writeJson, type ReadJson } from './json/json-text.ts';

/** Calls a method, as the dispatcher does. */
export type CallMethod = (method: string, args: CallArguments) => unknown;

/** What a list of calls may hold, as many as they are. */
const MAX_BATCH_CALLS = 10_000;
/** When the answers to a list have so many bytes, its other calls are not made. */
const MAX_BATCH_ANSWER_BYTES = 32 * 1024 * 1024;
/** After so long a time others have their turn. */
const TURN_MS = 10;

/** What answers calls. */
export interface CallService {
  readonly call: CallMethod;
  /** Is told of what went wrong on our side. */
  readonly onFault: (error: unknown) => void;
  /** Aborted where the node is to stop. */
  readonly ending: AbortSignal;
}

/** One HTTP answer. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** What is answered to bytes that are no text, and so no JSON (RFC 8259, section 8.1). */
export function notUtf8(): Answer {
  return failure(new RpcError(RpcCode.parse, 'Parse error'), null);
}

/** Answers the body of a request: one call, or a list of them one after the other. At once, unless it takes its time. */
export function answerBody(text: string, service: CallService): Answer | Promise<Answer> {
  let request: ReadJson;
  try {
    request = readJson(text);
  } catch {
    return failure(new RpcError(RpcCode.parse, 'Parse error'), null);
  }
  if (Array.isArray(request)) return answerBatch(request, service);
  if (!isObject(request)) return failure(new RpcError(RpcCode.parse, 'Top-level object parse error'), null);
  return answerCall(request, service);
}

/**
 * Errors stand within; the answer itself is always a success, unless the list is too long: then no call of it is made.
 * Between calls others have their turn.
 */
async function answerBatch(requests: readonly ReadJson[], service: CallService): Promise<Answer> {
  if (requests.length > MAX_BATCH_CALLS) {
    const message = `A list of calls holds ${MAX_BATCH_CALLS} at most, and this one ${requests.length}: send it in parts`;
    return failure(new RpcError(RpcCode.invalidRequest, message), null);
  }
  const answers: string[] = [];
  let bytes = 0;
  let since = performance.now();
  for (const request of requests) {
    if (performance.now() - since >= TURN_MS) {
      await nextTurn();
      since = performance.now();
    }
    const { body } = await answerItem(request, bytes, service);
    bytes += body.length;
    answers.push(body.trimEnd());
  }
  return { status: 200, body: `[${answers.join(',')}]\n` };
}

/** @param bytes of the answers before it */
function answerItem(request: ReadJson, bytes: number, service: CallService): Answer | Promise<Answer> {
  if (!isObject(request)) return failure(new RpcError(RpcCode.invalidRequest, 'Invalid Request object'), null);
  const id = request['id'] ?? null;
  if (service.ending.aborted) return failure(toRpcError(refusalOf(shuttingDown()), service.onFault), id);
  if (bytes < MAX_BATCH_ANSWER_BYTES) return answerCall(request, service);
  const message = `Not called: the answers before it have more than ${MAX_BATCH_ANSWER_BYTES} bytes already. Send the list in parts`;
  return failure(new RpcError(RpcCode.outOfMemory, message), id);
}

function answerCall(request: { [name: string]: ReadJson }, { call, onFault }: CallService): Answer | Promise<Answer> {
  const id = request['id'] ?? null;
  try {
    const repeated = repeatedName(request);
    if (repeated !== undefined) throw new RpcError(RpcCode.invalidRequest, `Invalid Request object: the member ${repeated} stands twice`);
    const result = call(methodOf(request), paramsOf(request));
    if (!(result instanceof Promise)) return success(result, id);
    return result.then((value) => success(value, id)).catch((error: unknown) => failure(toRpcError(error, onFault), id));
  } catch (error) {
    return failure(toRpcError(error, onFault), id);
  }
}

function methodOf(request: { [name: string]: ReadJson }): string {
  const method = request['method'];
  if (method === undefined || method === null) throw new RpcError(RpcCode.invalidRequest, 'Missing method');
  if (typeof method !== 'string') throw new RpcError(RpcCode.invalidRequest, 'Method must be a string');
  return method;
}

function paramsOf(request: { [name: string]: ReadJson }): CallArguments {
  const params = request['params'] ?? [];
  if (Array.isArray(params) || isObject(params)) return params;
  throw new RpcError(RpcCode.invalidRequest, 'Params must be an array or object');
}

function success(result: unknown, id: ReadJson): Answer {
  return { status: 200, body: `{"result":${writeJson(result ?? null)},"error":null,"id":${writeJson(id)}}\n` };
}

function failure({ code, message }: RpcError, id: ReadJson): Answer {
  return {
    status: statusOf(code),
    body: `{"result":null,"error":{"code":${code},"message":${writeJson(message)}},"id":${writeJson(id)}}\n`,
  };
}

function statusOf(code: number): number {
  if (code === RpcCode.invalidRequest) return 400;
  return code === RpcCode.methodNotFound ? 404 : 500;
}

function toRpcError(error: unknown, onFault: (error: unknown) => void): RpcError {
  if (error instanceof RpcError) return error;
  onFault(error);
  return new RpcError(RpcCode.internal, error instanceof Error ? error.message : String(error));
}

function isObject(value: ReadJson): value is { [name: string]: ReadJson } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}
