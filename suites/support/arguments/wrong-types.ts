import type { Wire } from '../../../specs/model/wire.ts';
import { alternatives } from '../../../specs/model/resolve.ts';
import type { Schema, Spec } from '../../../specs/model/types.ts';

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

/** JSON types that a schema allows; `integer` counts as `number`. Empty when it, or a form of it, states no type. */
export function typesOf(spec: Spec, schema: Schema): Set<string> {
  const ofForms = alternatives(spec, schema).map((form) => (form.type === undefined ? valuesTypes(form) : [form.type].flat()));
  if (ofForms.some((types) => types.length === 0)) return new Set();
  return new Set(ofForms.flat().map((type) => (type === 'integer' ? 'number' : type)));
}

function valuesTypes(schema: Schema): string[] {
  const values = schema.const === undefined ? (schema.enum ?? []) : [schema.const];
  return values.map((value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value));
}
