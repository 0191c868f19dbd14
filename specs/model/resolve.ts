import { isLosslessNumber } from 'lossless-json';
import { isAlways } from './json-schema.ts';
import type { Schema, Spec } from './types.ts';

const known = new WeakMap<Spec, WeakMap<Schema, readonly Schema[]>>();
const MAX_DEPTH = 32;

/**
 * The alternatives of a schema after following references, merging `allOf` and splitting unions: schemas without `$ref`,
 * `oneOf`, `anyOf` and `allOf` at their top level. Siblings of a reference or a union are kept in each. Computed once for
 * each schema. Throws if a shape is missing or references are circular.
 */
export function alternatives(spec: Spec, schema: Schema): readonly Schema[] {
  let ofSpec = known.get(spec);
  if (!ofSpec) known.set(spec, (ofSpec = new WeakMap()));
  let found = ofSpec.get(schema);
  if (!found) ofSpec.set(schema, (found = takeApart(spec, schema, 0)));
  return found;
}

function takeApart(spec: Spec, schema: Schema, depth: number): Schema[] {
  if (depth > MAX_DEPTH) throw new Error('references of the specification are circular');
  if (schema.$ref !== undefined) {
    const shape = spec.shapes[schema.$ref];
    if (!shape) throw new Error(`no shape ${schema.$ref} in the specification`);
    const { $ref: _, ...siblings } = schema;
    return takeApart(spec, { ...shape.schema, ...siblings }, depth + 1);
  }
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches) {
    const { oneOf: _o, anyOf: _a, ...siblings } = schema;
    return branches
      .flatMap((branch) => takeApart(spec, branch, depth + 1))
      .flatMap((branch) => takeApart(spec, { ...siblings, ...branch }, depth + 1));
  }
  if (schema.allOf) {
    const { allOf, ...siblings } = schema;
    return allOf.reduce<Schema[]>(
      (merged, part) => takeApart(spec, part, depth + 1).flatMap((form) => merged.map((whole) => merge(whole, form))),
      [siblings],
    );
  }
  return [schema];
}

function merge(first: Schema, second: Schema): Schema {
  if (!first.properties || !second.properties) return { ...first, ...second };
  return { ...first, ...second, properties: { ...first.properties, ...second.properties } };
}

/** Follows references and selects the branch of a union that fits the value, if any. */
export function resolve(spec: Spec, schema: Schema, value?: unknown): Schema {
  const found = alternatives(spec, schema);
  if (found.length === 1) return found[0] as Schema;
  return found.find((branch) => fits(branch, value)) ?? {};
}

/** The required members of an object: those listed, or every unconditional field of a result. */
function requiredNames(schema: Schema): readonly string[] {
  if (schema.required) return schema.required;
  // A closed object is an argument, for which only listed members are required.
  if (schema.additionalProperties === false) return [];
  return Object.entries(schema.properties ?? {})
    .filter(([, field]) => isAlways(field.presence))
    .map(([name]) => name);
}

/** Whether a value has the type of a union's branch; the validator checks its details. */
export function fits(schema: Schema, value: unknown): boolean {
  if (schema.enum) return schema.enum.some((item) => item === value);
  if (schema.const !== undefined) return schema.const === value;
  if (schema.type !== undefined) {
    const type = typeOf(value);
    const allows = (wanted: string): boolean =>
      typeof schema.type === 'string' ? schema.type === wanted : schema.type?.includes(wanted) === true;
    if (!allows(type) && !(type === 'integer' && allows('number'))) return false;
  }
  return !isObject(value) || requiredNames(schema).every((name) => value[name] !== undefined);
}

/** The JSON Schema type of a lossless value. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isLosslessNumber(value)) return Number.isInteger(Number(value.value)) ? 'integer' : 'number';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** Whether a lossless value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && !isLosslessNumber(value);
}
