import { isLosslessNumber } from 'lossless-json';
import type { CallArguments } from './dispatch.ts';
import { RpcCode, RpcError } from './errors.ts';
import { readJson, repeatedName, writeJson, type ReadJson } from './json.ts';

/** Calls a method, as the dispatcher does. */
export type CallMethod = (method: string, args: CallArguments) => unknown;

/** One HTTP answer. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

/**
 * Answers the body of a request: one call, or a batch of them one after the other. At once, unless a method takes its
 * time. `onFault` is told of what went wrong on our side.
 */
export function answerBody(text: string, call: CallMethod, onFault: (error: unknown) => void): Answer | Promise<Answer> {
  let request: ReadJson;
  try {
    request = readJson(text);
  } catch {
    return failure(new RpcError(RpcCode.parse, 'Parse error'), null);
  }
  if (Array.isArray(request)) return answerBatch(request, call, onFault);
  if (!isObject(request)) return failure(new RpcError(RpcCode.parse, 'Top-level object parse error'), null);
  return answerCall(request, call, onFault);
}

/** Errors stand within; the answer itself is always a success. */
async function answerBatch(requests: readonly ReadJson[], call: CallMethod, onFault: (error: unknown) => void): Promise<Answer> {
  const answers: string[] = [];
  for (const request of requests) {
    const answer = isObject(request)
      ? await answerCall(request, call, onFault)
      : failure(new RpcError(RpcCode.invalidRequest, 'Invalid Request object'), null);
    answers.push(answer.body.trimEnd());
  }
  return { status: 200, body: `[${answers.join(',')}]\n` };
}

function answerCall(request: { [name: string]: ReadJson }, call: CallMethod, onFault: (error: unknown) => void): Answer | Promise<Answer> {
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
  return { status: statusOf(code), body: `{"result":null,"error":{"code":${code},"message":${writeJson(message)}},"id":${writeJson(id)}}\n` };
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
