import { toPlain } from '../../fixtures/client/wire-json.ts';
import type { Wire } from '../../fixtures/client/types.ts';
import { inspect } from '../../specs/model/inspect.ts';
import type { Method, Variant } from '../../specs/model/types.ts';
import type { Validator } from '../../specs/model/spec.ts';
import type { Trial } from '../engine/trial.ts';

/** Findings of one answer that say the same of different places are told once; more than this many are not told. */
const mostFindings = 12;

/** Holds a result against what the documents say of this variant: types, fields and their presence, exact amounts. */
export function checkResult(trial: Trial, method: Method, variant: Variant, args: { readonly [name: string]: Wire | undefined }, result: Wire): void {
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
  if (validate && !validate(toPlain(result))) for (const problem of problemsOf(validate)) tell(problem.check, problem.path, problem.message);
  for (const remark of inspect(trial.specification.spec, variant.result, result, { method, args }).remarks) tell(remark.check, remark.path, remark.message);
}

interface Problem {
  readonly check: 'type' | 'presence' | 'value';
  readonly path: string;
  readonly message: string;
}

/** What a validator complained of, one entry a place; of a union only the branch that went deepest. */
function problemsOf(validate: Validator): Problem[] {
  const errors = (validate.errors ?? []).filter((error) => !['oneOf', 'anyOf', 'if'].includes(error.keyword));
  return errors.map((error) => {
    const path = toPath(error.instancePath);
    if (error.keyword === 'required') {
      const name = (error.params as { missingProperty: string }).missingProperty;
      return { check: 'presence', path: path === '' ? name : `${path}.${name}`, message: `${name} is missing, and the documents always give it` };
    }
    const check = error.keyword === 'type' ? 'type' : 'value';
    return { check, path, message: `${path === '' ? 'the result' : path} ${error.message ?? 'does not fit'}${allowed(error.params)}` };
  });
}

function allowed(params: Record<string, unknown>): string {
  const values = params['allowedValues'];
  return Array.isArray(values) ? ` (${values.join(', ')})` : '';
}

/** `/tx/0/vin` → `tx[0].vin`. */
function toPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`), '');
}

/** Places that differ only in indexes, or in keys that are data, are one place. */
export function withoutIndexes(path: string): string {
  return path.replace(/\[\d+\]/g, '[]').replace(/\b[0-9a-f]{64,}\b/g, '{}');
}
