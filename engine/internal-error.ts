import type { RpcError } from '../client/types.ts';

/** JSON-RPC's code for an internal error. */
const INTERNAL_ERROR = -32_603;
/**
 * Refusals that nodes of this family answer with this code: of a block that they made themselves, of a call to a node without a role, of
 * votes and objects of governance.
 */
const REFUSALS: readonly RegExp[] = [
  /\bblock not accepted\b/,
  /^(?:This is not a masternode|Governance object is not valid|Failure to (?:find masternode|verify vote)|Error (?:voting|making collateral)|Couldn't connect to masternode)\b/,
];
/**
 * Messages of the languages that nodes are written in, and of checks in them that failed. Nodes of this family answer such
 * an exception as an ordinary error (code -1).
 */
const EXCEPTIONS: readonly RegExp[] = [
  // Alone, the second is the text of JSON-RPC's own code.
  /\binternal (?:bug|error)\b\W+\w/i,
  // At the beginning: within a sentence the node has caught it, and says what was wrong with the call.
  /^(?:std::|(?:std::|boost::)?bad_(?:alloc|cast|any_cast|get|function_call|optional_access|variant_access)\b|boost::|vector::|basic_string\b|_?[Mm]ap(?:_base)?::at\b|_M_range_check)/,
  /\bassert(?:ion)?\b.*\bfail/i,
  /\b(?:Type|Range|Reference|Syntax)Error\b|Cannot (?:read|destructure) propert|is not a function|is not iterable|Maximum call stack/,
  /\bto a BigInt\b|\bCannot mix BigInt\b|\bInvalid array length\b|\boffset is out of bounds\b/,
  /\bsegmentation fault\b|\bnull pointer\b|\bunhandled\b.*\bexception\b|\bpanicked at\b/i,
];

/** Whether an error is one of the node itself, not of the call. */
export function isInternalError(error: RpcError): boolean {
  return isException(error) || (error.code === INTERNAL_ERROR && !REFUSALS.some((pattern) => pattern.test(error.message)));
}

/** Whether the text of an error is that of an exception in the node, or of a check of its own that failed: no refusal, whatever its code. */
export function isException({ message }: RpcError): boolean {
  // The rest may be the help of the method.
  const first = message.split('\n', 1)[0] ?? '';
  return EXCEPTIONS.some((pattern) => pattern.test(first));
}
