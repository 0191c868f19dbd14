import { described, isBody, isSameId, PARSE_ERROR, type Body, type BodyContent } from './answer-object.ts';
import { fault } from './faults.ts';
import type { FaultKind } from './types.ts';
import type { Wire } from '../specs/model/wire.ts';

const RESPONSE = 'JSON-RPC 2.0, section 5 Response object';
const ERROR = 'JSON-RPC 2.0, section 5.1 Error object';
/** Error code of a server that read the request and found that it is none. */
export const INVALID_REQUEST = -32600;

/** Reads a value as the response of JSON-RPC 2.0 to the request `id`; without one, any id is right. `came`: the body that has it. */
export function readAnswer2(value: Wire, id: Wire | undefined, came: Buffer): BodyContent {
  const broken = (kind: FaultKind, message: string, source = RESPONSE): BodyContent => ({
    type: 'fault',
    fault: fault({ kind, evidence: 'standard', source, message }, came),
  });
  if (!isBody(value)) return broken('not-an-envelope', `The answer is ${described(value)}, not an object.`);
  if (value['jsonrpc'] !== '2.0')
    return broken('not-an-envelope', `The member jsonrpc is ${shown(value['jsonrpc'])}; it must be the string "2.0".`);
  const { result, error } = value;
  if (result === undefined && error === undefined) return broken('neither', 'The answer has neither of the members result and error.');
  if (result !== undefined && error !== undefined) {
    return broken('both', `The answer has both a result (${described(result)}) and an error (${described(error)}); one must be left out.`);
  }
  if (value['id'] === undefined) return broken('not-an-envelope', 'The answer lacks the member id.');
  if (id !== undefined && !isSameId(value['id'], id) && !couldNotReadRequest(value)) {
    return broken('foreign-id', `The id is ${described(value['id'])}; expected that of the request, ${described(id)}.`);
  }
  if (error === undefined) return { type: 'result', result: result as Wire };
  if (!isBody(error)) return broken('not-an-envelope', `The error is ${described(error)}, not an object.`, ERROR);
  const { code, message } = error;
  if (typeof code !== 'number') return broken('not-an-envelope', `The code of the error is ${shown(code)}; it must be an integer.`, ERROR);
  if (typeof message !== 'string') {
    return broken('not-an-envelope', `The message of the error is ${shown(message)}; it must be a string.`, ERROR);
  }
  return { type: 'error', error: { code, message } };
}

const shown = (value: Wire | undefined): string => (value === undefined ? 'missing' : described(value));

/** The id is null if it could not be detected: the request was no JSON, or no request. */
function couldNotReadRequest({ id, error }: Body): boolean {
  return id === null && error !== undefined && isBody(error) && (error['code'] === PARSE_ERROR || error['code'] === INVALID_REQUEST);
}
