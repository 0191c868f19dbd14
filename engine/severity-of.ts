import type { Finding, Outcome } from './outcome.ts';
import type { Severity } from './severity.ts';

/** Checks that invalid input is refused, or answered as the documents describe. A client that follows them sends none. */
const INVALID_INPUT: ReadonlySet<string> = new Set(['refusal', 'per-item']);
/** The standard of JSON texts: other forms of a request than clients send. */
const JSON_TEXT = /^RFC 8259\b/;
/** Standards about the form of HTTP messages; few clients depend on it. */
const HTTP = /^RFC (?:9110|9111|9112|7617|3986)\b/;

/**
 * The severity of a finding, by its evidence and its case:
 * - `breaking`: a client written to the documents fails. The node died, hung or sent no answer; a method is missing, or a
 *   documented call is refused; an answer cannot be read; a field is missing or has another type; a statement of the
 *   documents or of a public standard about results does not hold.
 * - `minor`: a wrong detail. Invalid input is not refused; a value has the right type and not the documented form; an
 *   accepted observation changed; a waiver is stale or expired; JSON in an unusual form is not read.
 * - `pedantic`: a detail of HTTP messages that hardly any client meets, or a call is also answered by another verb.
 */
export function severityOf({ suite }: Pick<Outcome, 'suite'>, { check, evidence, source }: Finding): Severity {
  if (evidence === 'health') return 'breaking';
  if (evidence === 'baseline' || evidence === 'observation') return 'minor';
  // A service that answers without credentials is open to everybody.
  if (check === 'let-in') return 'breaking';
  if (suite === 'envelope') {
    if (HTTP.test(source) || check === 'verb') return 'pedantic';
    if (JSON_TEXT.test(source)) return 'minor';
  }
  return INVALID_INPUT.has(check) || check === 'value' ? 'minor' : 'breaking';
}
