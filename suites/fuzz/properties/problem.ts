import { MALFORMED_REQUEST, type CheckName } from '../../../engine/checks.ts';
import type { Difference } from '../../../engine/difference.ts';
import type { Evidence } from '../../../engine/outcome.ts';

/** What must hold after each request. */
export type Property =
  | 'crash' // the node ended
  | 'unresponsive' // it answers nothing any more
  | 'hang' // one call was not answered in time
  | 'no-answer' // the connection broke, and the node lives
  | 'envelope' // what came is no well-formed answer
  | 'internal-error'
  | 'result' // a result that does not fit its description
  | 'state' // a call that should change nothing changed something
  | 'memory'; // grows with the number of calls

/** A property that did not hold. */
export interface FuzzProblem {
  readonly property: Property;
  readonly evidence: Exclude<Evidence, 'observation' | 'baseline'>;
  readonly source: string;
  /** Neutral id, or `HTTP`. */
  readonly method: string;
  /** What went wrong, without values that differ each time: the same text means the same problem. */
  readonly what: string;
  /** One sentence for the report. */
  readonly message: string;
  /** The identity of a wrong result: equal to that in a run. */
  readonly difference?: Difference;
}

/** The identity by which a problem is accepted; undefined if it cannot be. A result has that of a run. */
export function problemDifference({ property, method, what, difference }: FuzzProblem): Difference | undefined {
  if (difference || property === 'result' || property === 'memory') return difference;
  const found = what === '' ? {} : { found: what };
  if (method === 'HTTP') return { rule: MALFORMED_REQUEST, check: CHECKS[property], ...found };
  return { method, check: CHECKS[property], ...found };
}

const CHECKS = {
  crash: 'died',
  unresponsive: 'unresponsive',
  hang: 'timeout',
  'no-answer': 'no-answer',
  envelope: 'envelope',
  'internal-error': 'internal-error',
  state: 'state',
} as const satisfies { readonly [property in Exclude<Property, 'result' | 'memory'>]: CheckName };

/** The name of a problem: two findings with one name are one. */
export const signatureOf = ({ property, method, what }: FuzzProblem): string => `${property} ${method} ${what}`;

/**
 * Whether a problem shows again what was seen. A node may end a moment after the request that makes it end: the same end is the same
 * problem, whatever call it was noticed in.
 */
export const isSameProblem = (seen: FuzzProblem, again: FuzzProblem): boolean =>
  signatureOf(seen) === signatureOf(again) || (seen.property === 'crash' && again.property === 'crash' && seen.what === again.what);

/** The first line of a text without values: hashes, addresses and numbers. */
export function withoutValues(text: string): string {
  return (text.split('\n', 1)[0] ?? '')
    .replace(/"[^"]*"|'[^']*'/g, '""')
    .replace(/(?<!\w)-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?!\w)/gi, '#')
    .replace(/\b0x[0-9a-f]+\b|\b(?=\w*\d)\w{16,}\b|\d+/gi, '#')
    .slice(0, 160);
}
