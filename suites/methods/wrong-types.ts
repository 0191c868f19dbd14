import type { Wire } from '../../specs/model/wire.ts';
import { resolve } from '../../specs/model/resolve.ts';
import type { Schema, Spec } from '../../specs/model/types.ts';

/** One value of each JSON type, none of which is valid. */
const samples: Readonly<Record<string, Wire>> = {
  string: 'pyx',
  number: 7.5,
  boolean: true,
  array: ['pyx'],
  object: { pyx: 1 },
};

/** JSON types that a schema does not allow, with a value of each. */
export function wrongTypes(spec: Spec, schema: Schema): { readonly type: string; readonly value: Wire }[] {
  const admitted = typesOf(spec, schema);
  if (admitted.size === 0) return []; // no type stated
  return Object.entries(samples)
    .filter(([type]) => !admitted.has(type))
    .map(([type, value]) => ({ type, value }));
}

/** JSON types that a schema allows; `integer` counts as `number`. Empty when it states no type. */
export function typesOf(spec: Spec, schema: Schema): Set<string> {
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches) return new Set(branches.flatMap((branch) => [...typesOf(spec, branch)]));
  if (schema.$ref !== undefined) {
    const shape = spec.shapes[schema.$ref];
    return shape ? typesOf(spec, shape.schema) : new Set();
  }
  const resolved = resolve(spec, schema);
  const types = resolved.type === undefined ? valuesTypes(resolved) : typeof resolved.type === 'string' ? [resolved.type] : resolved.type;
  return new Set(types.map((type) => (type === 'integer' ? 'number' : type)));
}

function valuesTypes(schema: Schema): string[] {
  const values = schema.const === undefined ? (schema.enum ?? []) : [schema.const];
  return values.map((value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value));
}
