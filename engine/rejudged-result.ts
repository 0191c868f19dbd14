import { MASK } from '../client/mask.ts';
import { toPlain } from '../client/wire-json.ts';
import { namedArguments, positionalArguments } from '../specs/model/named-arguments.ts';
import type { Specification } from '../specs/model/spec.ts';
import { variantFor } from '../specs/model/variants.ts';
import type { Wire } from '../specs/model/wire.ts';
import type { JudgedCase } from './case.ts';
import { isResultFinding, keysOf, resultFindings } from './check-result.ts';
import type { Finding, Outcome } from './outcome.ts';

/**
 * The findings of a case with those of its result made anew, from the recorded call. They stay as they are where the record is not
 * complete: an answer that was cut, a masked value, a node that was lost.
 */
export function withRejudgedResult(outcome: Outcome, specification: Specification, testCase: JudgedCase): readonly Finding[] {
  const { findings, request, response } = outcome;
  const isWhole = request && !request.cut && response && 'result' in response && !findings.some(({ evidence }) => evidence === 'health');
  const method = isWhole && testCase.checksResult === true && request.method === outcome.method && specification.find(request.method);
  if (!isWhole || !method) return findings;
  const { result } = response;
  const args = namedArguments(method, positionalArguments(method, request.params));
  const variant = variantFor(method, toPlain(args as Wire) as Record<string, unknown>);
  const made = variant ? resultFindings(specification, method, variant, { args, result }) : [];
  const isMade = (finding: Finding): boolean => isResultFinding(method.id, finding) && !isMasked(finding, result);
  const others = findings.filter((finding) => !isMade(finding));
  const place = findings.findIndex(isMade);
  others.splice(place < 0 ? others.length : place, 0, ...made.filter((finding) => !isMasked(finding, result)));
  return others;
}

/** Whether a finding is about a value that is masked in the record, or may be about a masked name. */
function isMasked({ path = '' }: Finding, result: Wire): boolean {
  if (path.includes(MASK)) return true;
  let here: unknown = result;
  for (const key of keysOf(path)) {
    if (typeof here !== 'object' || here === null) return false;
    if (!Object.hasOwn(here, key)) return Object.keys(here).some((name) => name.includes(MASK));
    here = (here as Readonly<Record<string, unknown>>)[key];
  }
  return typeof here === 'string' && here.includes(MASK);
}
