import { toPlain } from '../client/wire-json.ts';
import type { Wire } from '../specs/model/wire.ts';
import { defined } from '../specs/model/defined.ts';
import { rowText } from '../specs/model/row-text.ts';
import { inspect } from '../specs/model/inspect.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { Method, Variant } from '../specs/model/types.ts';
import { problemsOf, type ValidationProblem } from '../specs/model/problems.ts';
import { differenceKey, type Difference } from './difference.ts';
import { resultDifference, variantPart } from './identify.ts';
import type { Finding } from './outcome.ts';
import type { Trial } from './trial.ts';

/** Maximum number of findings for one answer, and of undocumented fields. The same difference at several places is reported once. */
const MAX_FINDINGS = 40;
const MAX_FIELDS = 12;
const UNDOCUMENTED = 'undocumented-field';

/** A call and its answer. */
interface Answered {
  readonly args: { readonly [name: string]: Wire | undefined };
  readonly result: Wire;
}

/** Checks a result against the documented variant: types, fields and their presence, exact amounts. */
export function checkResult(trial: Trial, method: Method, variant: Variant, answered: Answered): void {
  trial.judged();
  trial.checkedCall = trial.calls.length - 1;
  for (const finding of resultFindings(trial.specification, method, variant, answered)) trial.report(finding);
}

/** What a result differs in from its documented variant: a function of what was recorded. */
export function resultFindings(specification: Specification, method: Method, variant: Variant, { args, result }: Answered): Finding[] {
  const described = variant.result;
  if (!described) return [];
  const source = `document ${method.source.document}, ${method.source.section}${sourceOfResult(method.id)}${variant.id})`;
  const findings: Finding[] = [];
  const reported = new Set<string>();
  const left = { findings: MAX_FINDINGS, fields: MAX_FIELDS };
  const report = (
    { check, path, keys, message }: Pick<ValidationProblem, 'path' | 'keys' | 'message'> & { readonly check: string },
    difference: Difference,
  ): void => {
    // Of several differences of one field, one may be accepted.
    const key = differenceKey(difference);
    const kind = check === UNDOCUMENTED ? 'fields' : 'findings';
    if (reported.has(key) || left[kind] === 0) return;
    reported.add(key);
    left[kind]--;
    if (kind === 'findings') {
      const row = rowText(specification.spec, described, keys);
      findings.push({ check, evidence: 'document', source, path, message, difference, ...defined({ row }) });
    } else {
      const observed = withoutIndexes(path);
      const place = { path: observed, observed, difference };
      findings.push({ check, evidence: 'observation', source: 'the documents leave it open', message, ...place });
    }
  };
  const asked = { method: method.id, params: [...method.wire.prefix, ...method.params.map(({ name }) => args[name] ?? null)] };
  const validate = specification.resultValidator(method, variant);
  if (validate && !validate(toPlain(result)))
    for (const problem of problemsOf(validate)) report(problem, resultDifference(specification, asked, problem, result));
  for (const { check, path, pattern, message, found } of inspect(specification.spec, described, result, { method, args }))
    report(
      { check, path, keys: keysOf(path), message },
      { method: method.id, ...variantPart(method, variant), ...(pattern !== '' && { path: pattern }), check, ...defined({ found }) },
    );
  return findings;
}

/** Whether a finding is one of `resultFindings`, for a result of this method. */
export function isResultFinding(methodId: string, { check, source }: Finding): boolean {
  return check === UNDOCUMENTED || source.includes(sourceOfResult(methodId));
}

const sourceOfResult = (methodId: string): string => `: the result of ${methodId} (`;

/** `tx[0].vin` → `tx`, `0`, `vin` */
export function keysOf(path: string): string[] {
  return path.split(/[.[\]]+/).filter((key) => key !== '');
}

/** The path with `[]` for each index and `{}` for each key that is data (a hash or an address). */
export function withoutIndexes(path: string): string {
  return path.replace(/\[\d+\]/g, '[]').replace(/\b(?=[A-Za-z]*[0-9])[0-9A-Za-z]{26,}\b/g, '{}');
}
