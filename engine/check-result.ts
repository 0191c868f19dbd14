import { toPlain } from '../client/wire-json.ts';
import type { Wire } from '../specs/model/wire.ts';
import { defined } from '../specs/model/defined.ts';
import { rowText } from '../specs/model/row-text.ts';
import { inspect } from '../specs/model/inspect.ts';
import type { Method, Variant } from '../specs/model/types.ts';
import { problemsOf } from '../specs/model/problems.ts';
import type { Trial } from './trial.ts';

/** Maximum number of findings for one answer. The same finding at several places is reported once. */
const MAX_FINDINGS = 12;

/** A call and its answer. */
interface Answered {
  readonly args: { readonly [name: string]: Wire | undefined };
  readonly result: Wire;
}

/** Checks a result against the documented variant: types, fields and their presence, exact amounts. */
export function checkResult(trial: Trial, method: Method, variant: Variant, { args, result }: Answered): void {
  trial.judged();
  const described = variant.result;
  if (!described) return;
  const source = `document ${method.source.document}, ${method.source.section}: the result of ${method.id} (${variant.id})`;
  const reported = new Set<string>();
  const report = (check: string, path: string, keys: readonly string[], message: string): void => {
    const place = withoutIndexes(path);
    if (reported.has(`${check}@${place}`) || reported.size >= MAX_FINDINGS) return;
    reported.add(`${check}@${place}`);
    if (check === 'undocumented-field') {
      trial.report({ check, evidence: 'observation', source: 'the documents leave it open', path: place, message, observed: place });
    } else {
      const row = rowText(trial.specification.spec, described, keys);
      trial.report({ check, evidence: 'document', source, path, message, ...defined({ row }) });
    }
  };
  const validate = trial.specification.resultValidator(method, variant);
  if (validate && !validate(toPlain(result)))
    for (const problem of problemsOf(validate)) report(problem.check, problem.path, problem.keys, problem.message);
  for (const remark of inspect(trial.specification.spec, described, result, { method, args }))
    report(remark.check, remark.path, keysOf(remark.path), remark.message);
}

/** `tx[0].vin` → `tx`, `0`, `vin` */
function keysOf(path: string): string[] {
  return path.split(/[.[\]]+/).filter((key) => key !== '');
}

/** The path with `[]` for each index and `{}` for each key that is data (a hash or an address). */
export function withoutIndexes(path: string): string {
  return path.replace(/\[\d+\]/g, '[]').replace(/\b(?=[A-Za-z]*[0-9])[0-9A-Za-z]{26,}\b/g, '{}');
}
