import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import type { Wire } from '../../../specs/model/wire.ts';
import { valueFor } from '../../../fixtures/world/generate.ts';
import { isObject } from '../../../specs/model/resolve.ts';
import type { Schema, Spec } from '../../../specs/model/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import { typesOf } from './wrong-types.ts';

/** One of the forms of a value. */
export interface Form {
  /** JSON type, `null`, or `empty-object`. */
  readonly name: string;
  readonly branch: Schema;
}

/** The forms of a value that may be of several JSON types (`ns`: number or string); none for a single type. */
export function formsOf(spec: Spec, schema: Schema): Form[] {
  const forms = new Map<string, Form>();
  for (const branch of branchesOf(spec, schema)) {
    const empty = shapeOf(spec, branch).maxProperties === 0;
    for (const type of typesOf(spec, branch)) {
      const name = empty ? 'empty-object' : type;
      if (!forms.has(name)) forms.set(name, { name, branch });
    }
  }
  return forms.size > 1 ? [...forms.values()] : [];
}

/** Branches of a union, with their references, which name their kinds. */
function branchesOf(spec: Spec, schema: Schema): Schema[] {
  const followed = shapeOf(spec, schema);
  const branches = followed.oneOf ?? followed.anyOf;
  return branches ? branches.flatMap((branch) => branchesOf(spec, branch)) : [schema];
}

function shapeOf(spec: Spec, schema: Schema): Schema {
  const shape = schema.$ref === undefined ? undefined : spec.shapes[schema.$ref];
  return shape ? shapeOf(spec, shape.schema) : schema;
}

/** A valid value in another form: the same value if it has that form, otherwise another valid value. */
export async function inForm(trial: Trial, { name, branch }: Form, value: Wire): Promise<Wire> {
  const { spec } = trial.specification;
  const shape = shapeOf(spec, branch);
  if (name === 'empty-object') return {};
  if (name === 'null') return null;
  if (shape.const !== undefined) return shape.const as Wire;
  if (formName(value) === name) return value;
  const written = rewritten(value, name);
  if (written !== undefined && (typeof written !== 'string' || shape.pattern === undefined || new RegExp(shape.pattern).test(written)))
    return written;
  return valueFor(trial, branch);
}

/** The same amount as number or string, the same outputs as a list or one object; undefined if the value has no such form. */
function rewritten(value: Wire, form: string): Wire | undefined {
  if (form === 'string' && (typeof value === 'number' || isLosslessNumber(value))) return String(value);
  if (form === 'number' && typeof value === 'string' && /^\d{1,16}(\.\d{1,8})?$/.test(value)) return new LosslessNumber(value);
  if (form === 'object' && Array.isArray(value) && value.length > 0 && value.every(isObject)) return Object.assign({}, ...value) as Wire;
  if (form === 'array' && isObject(value)) return Object.entries(value).map(([name, item]) => ({ [name]: item as Wire }));
  return undefined;
}

function formName(value: Wire): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return isLosslessNumber(value) ? 'number' : typeof value;
}
