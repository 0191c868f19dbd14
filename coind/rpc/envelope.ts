import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CallArguments } from './call-arguments.ts';
import { shuttingDown } from '../turns.ts';
import { RpcCode, RpcError } from './errors.ts';
import { refusalOf } from './domain-errors.ts';
import { readJson, repeatedName, writeJson, type ReadJson } from './json/json-text.ts';
import { isObject } from './json/is-object.ts';

/** Calls a method, as the dispatcher does. */
export type CallMethod = (method: string, args: CallArguments) => unknown;

/** Maximum number of calls in a batch. */
const MAX_BATCH_CALLS = 10_000;
/** Once the answers of a batch have this many bytes, its remaining calls are not made. */
const MAX_BATCH_ANSWER_BYTES = 32 * 1024 * 1024;
/** A batch yields to other clients after this time. */
const TURN_MS = 10;

/** Answers calls. */
export interface CallService {
  readonly call: CallMethod;
  /** Called for each internal error. */
  readonly onInternalError: (error: unknown) => void;
  /** Aborted when the node shuts down. */
  readonly ending: AbortSignal;
  /** Whether the client has closed its connection, so that nobody reads the answer. */
  readonly isGone: () => boolean;
}

/** One HTTP answer. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Of a batch whose client has gone. */
const UNREAD: Answer = { status: 200, body: '' };

/** The answer to a body that is not UTF-8, and so not JSON (RFC 8259, section 8.1). */
export function notUtf8(): Answer {
  return failure(new RpcError(RpcCode.parse, 'Parse error'), null);
}

/** Answers the body of a request: one call, or a batch. Returns a promise for batches and asynchronous methods only. */
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
 * Answers a batch. Errors of calls are inside, and the status is 200. A batch with too many calls is refused as a whole.
 * Yields to other clients between calls. Once the client has gone, the remaining calls are not made: they would only keep
 * other clients waiting.
 */
async function answerBatch(requests: readonly ReadJson[], service: CallService): Promise<Answer> {
  if (requests.length > MAX_BATCH_CALLS) {
    const message = `The batch has ${requests.length} calls, the maximum is ${MAX_BATCH_CALLS}; split it`;
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
    if (service.isGone()) return UNREAD;
    const { body } = await answerItem(request, bytes, service);
    bytes += body.length;
    answers.push(body.trimEnd());
  }
  return { status: 200, body: `[${answers.join(',')}]\n` };
}

/** @param bytes length of the answers before this one */
function answerItem(request: ReadJson, bytes: number, service: CallService): Answer | Promise<Answer> {
  if (!isObject(request)) return failure(new RpcError(RpcCode.invalidRequest, 'Invalid Request object'), null);
  const id = request['id'] ?? null;
  if (service.ending.aborted) return failure(toRpcError(refusalOf(shuttingDown()), service.onInternalError), id);
  if (bytes < MAX_BATCH_ANSWER_BYTES) return answerCall(request, service);
  const message = `Not called: the previous answers of the batch exceed ${MAX_BATCH_ANSWER_BYTES} bytes; split the batch`;
  return failure(new RpcError(RpcCode.outOfMemory, message), id);
}

function answerCall(request: { [name: string]: ReadJson }, { call, onInternalError }: CallService): Answer | Promise<Answer> {
  const id = request['id'] ?? null;
  try {
    const repeated = repeatedName(request);
    if (repeated !== undefined) throw new RpcError(RpcCode.invalidRequest, `Invalid Request object: duplicate member ${repeated}`);
    const result = call(methodOf(request), paramsOf(request));
    if (!(result instanceof Promise)) return success(result, id);
    return result.then((value) => success(value, id)).catch((error: unknown) => failure(toRpcError(error, onInternalError), id));
  } catch (error) {
    return failure(toRpcError(error, onInternalError), id);
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

function toRpcError(error: unknown, onInternalError: (error: unknown) => void): RpcError {
  if (error instanceof RpcError) return error;
  onInternalError(error);
  return new RpcError(RpcCode.internal, `Internal error: ${error instanceof Error ? error.message : String(error)}`);
}
