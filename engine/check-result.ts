import { toPlain } from '../client/wire-json.ts';
import type { Wire } from '../specs/model/wire.ts';
import { inspect } from '../specs/model/inspect.ts';
import type { Method, Variant } from '../specs/model/types.ts';
import { problemsOf } from '../specs/model/problems.ts';
import type { Trial } from './trial.ts';

/** Maximum number of findings for one answer. The same finding at several places is reported once. */
const MAX_FINDINGS = 12;

/** Checks a result against the documented variant: types, fields and their presence, exact amounts. */
export function checkResult(
  trial: Trial,
  method: Method,
  variant: Variant,
  args: { readonly [name: string]: Wire | undefined },
  result: Wire,
): void {
  trial.judged();
  if (!variant.result) return;
  const source = `document ${method.source.document}, ${method.source.section}: the result of ${method.id} (${variant.id})`;
  const reported = new Set<string>();
  const report = (check: string, path: string, message: string): void => {
    const place = withoutIndexes(path);
    if (reported.has(`${check}@${place}`) || reported.size >= MAX_FINDINGS) return;
    reported.add(`${check}@${place}`);
    if (check === 'undocumented-field') {
      trial.report({ check, evidence: 'observation', source: 'the documents leave it open', path: place, message, observed: place });
    } else {
      trial.report({ check, evidence: 'document', source, path, message });
    }
  };
  const validate = trial.specification.resultValidator(method, variant);
  if (validate && !validate(toPlain(result)))
    for (const problem of problemsOf(validate)) report(problem.check, problem.path, problem.message);
  for (const remark of inspect(trial.specification.spec, variant.result, result, { method, args }))
    report(remark.check, remark.path, remark.message);
}

/** The path with `[]` for each index and `{}` for each key that is data (a hash or an address). */
export function withoutIndexes(path: string): string {
  return path.replace(/\[\d+\]/g, '[]').replace(/\b(?=[A-Za-z]*[0-9])[0-9A-Za-z]{26,}\b/g, '{}');
}
