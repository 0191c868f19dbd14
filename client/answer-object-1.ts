import { described, isBody, isSameId, PARSE_ERROR, type Body, type BodyContent } from './answer-object.ts';
import { fault } from './faults.ts';
import type { Fault, FaultKind, RpcError } from './types.ts';
import type { Wire } from '../specs/model/wire.ts';

const RESPONSE = 'JSON-RPC 1.0 specification, section 1.2';

/** Reads a value as the response of JSON-RPC 1.0 to the request `id`; without one, any id is right. `came`: the body that has it. */
export function readAnswer1(value: Wire, id: Wire | undefined, came: Buffer): BodyContent {
  const broken = (kind: FaultKind, message: string, evidence: Fault['evidence'] = 'standard', source = RESPONSE): BodyContent => ({
    type: 'fault',
    fault: fault({ kind, evidence, source, message }, came),
  });
  if (!isBody(value)) return broken('not-an-envelope', `The answer is ${described(value)}, not an object with result, error and id.`);
  const missing = ['result', 'error', 'id'].filter((name) => !Object.hasOwn(value, name));
  if (missing.includes('result') && missing.includes('error')) {
    return broken('neither', 'The answer has neither of the members result and error.');
  }
  if (missing.length > 0) return broken('not-an-envelope', `The answer lacks the member ${missing.join(' and the member ')}.`);
  const { result = null, error = null } = value;
  if (id !== undefined && !isSameId(value['id'] ?? null, id) && !couldNotReadRequest(value)) {
    return broken('foreign-id', `The id is ${described(value['id'] ?? null)}; expected that of the request, ${described(id)}.`);
  }
  if (error === null) return { type: 'result', result };
  if (result !== null) {
    const [shownResult, shownError] = [described(result), described(error)];
    return broken('both', `The answer has both a result (${shownResult}) and an error (${shownError}); one must be null.`);
  }
  if (!isBody(error)) return broken('not-an-envelope', `The error is ${described(error)}, not an object.`);
  const { code = null, message = null } = error;
  if (typeof code !== 'number' || typeof message !== 'string') {
    // JSON-RPC 1.0 leaves open what an error object holds: such an object does not violate it, but cannot be read as an error.
    const sentence = `The error object has ${described(code)} for a code and ${described(message)} for a message`;
    const wanted = 'instead of an integer and a string';
    return broken('not-an-envelope', `${sentence}, ${wanted}.`, 'health', 'an error object without code and message');
  }
  return { type: 'error', error: { code, message } satisfies RpcError };
}

/** An error −32700 with id null: the server could not read the request, so it cannot know the id. */
function couldNotReadRequest({ id, error }: Body): boolean {
  return id === null && error !== undefined && isBody(error) && error['code'] === PARSE_ERROR;
}
