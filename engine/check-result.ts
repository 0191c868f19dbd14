import { toPlain } from '../client/wire-json.ts';
import type { Wire } from '../specs/model/wire.ts';
import { inspect } from '../specs/model/inspect.ts';
import type { Method, Variant } from '../specs/model/types.ts';
import { problemsOf } from '../specs/model/problems.ts';
import type { Trial } from './trial.ts';

/** Findings of one answer that say the same of different places are told once; more than this many are not told. */
const mostFindings = 12;

/** Holds a result against what the documents say of this variant: types, fields and their presence, exact amounts. */
export function checkResult(
  trial: Trial,
  method: Method,
  variant: Variant,
  args: { readonly [name: string]: Wire | undefined },
  result: Wire,
): void {
  if (!variant.result) return;
  const source = `document ${method.source.document}, ${method.source.section}: the result of ${method.id} (${variant.id})`;
  const told = new Set<string>();
  const tell = (check: string, path: string, message: string): void => {
    const place = withoutIndexes(path);
    if (told.has(`${check}@${place}`) || told.size >= mostFindings) return;
    told.add(`${check}@${place}`);
    if (check === 'undocumented-field') {
      trial.report({ check, evidence: 'observation', source: 'the documents leave it open', path: place, message, observed: place });
    } else {
      trial.report({ check, evidence: 'document', source, path, message });
    }
  };
  const validate = trial.specification.resultValidator(method, variant);
  if (validate && !validate(toPlain(result)))
    for (const problem of problemsOf(validate)) tell(problem.check, problem.path, problem.message);
  for (const remark of inspect(trial.specification.spec, variant.result, result, { method, args }))
    tell(remark.check, remark.path, remark.message);
}

/** Places that differ only in indexes, or in keys that are data (hashes, addresses), are one place. */
export function withoutIndexes(path: string): string {
  return path.replace(/\[\d+\]/g, '[]').replace(/\b(?=[A-Za-z]*[0-9])[0-9A-Za-z]{26,}\b/g, '{}');
}
