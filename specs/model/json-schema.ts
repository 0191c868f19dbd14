import type { Presence, Schema, Spec } from './types.ts';

/** The id of a shape's compiled schema. */
export const shapeId = (name: string): string => `pyx:shape/${name}`;

/** The id of the compiled schema of a variant's result. */
export const resultId = (method: string, variant: string): string =>
  `pyx:result/${encodeURIComponent(method)}/${encodeURIComponent(variant)}`;

/** The id of a parameter's compiled schema. */
export const paramId = (method: string, param: string): string => `pyx:param/${encodeURIComponent(method)}/${encodeURIComponent(param)}`;

const ours = new Set([
  'presence',
  'reading',
  'unstated',
  'anyCase',
  'columns',
  'ordered',
  'defaultText',
  'onInvalid',
  'unit',
  'identifies',
  'illustrative',
  'anyFits',
  'required',
  '$ref',
]);
const nested = new Set(['items', 'additionalProperties', 'propertyNames']);
const lists = new Set(['oneOf', 'anyOf', 'allOf', 'prefixItems']);

/**
 * Converts a schema of the specification to plain JSON Schema 2020-12: references by `ref`, presence of result fields as
 * `required` (conditions need the arguments and are checked elsewhere), without keywords of the specification.
 */
export function toJsonSchema(schema: Schema, use: 'result' | 'param', ref: (shape: string) => string = shapeId): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  if (schema.$ref !== undefined) out['$ref'] = ref(schema.$ref);
  for (const [key, value] of Object.entries(schema)) {
    if (ours.has(key)) continue;
    if (key === 'properties') {
      out[key] = Object.fromEntries(
        Object.entries(value as object).map(([name, child]) => [name, toJsonSchema(child as Schema, use, ref)]),
      );
    } else if (nested.has(key) && typeof value === 'object') {
      out[key] = toJsonSchema(value as Schema, use, ref);
    } else if (lists.has(key)) {
      out[key] = (value as Schema[]).map((child) => toJsonSchema(child, use, ref));
    } else {
      out[key] = value;
    }
  }
  const required = use === 'param' ? schema.required : requiredFields(schema);
  if (required && required.length > 0) out['required'] = required;
  return out;
}

/** The members that a result of this schema must have. */
export function requiredFields(schema: Schema): readonly string[] | undefined {
  // Shapes with an explicit list are used by arguments; their members are not result fields.
  if (schema.required) return schema.required;
  return Object.entries(schema.properties ?? {})
    .filter(([, field]) => isAlways(field.presence))
    .map(([name]) => name);
}

export function isAlways(presence: Presence | undefined): boolean {
  return presence === undefined || presence === 'always';
}

/** Whether a shape is only used by arguments, whose members are optional unless required. */
export function argumentShapes(spec: Spec): Set<string> {
  const inArguments = new Set<string>();
  const inResults = new Set<string>();
  const walk = (schema: Schema, into: Set<string>): void => {
    if (schema.$ref !== undefined && !into.has(schema.$ref)) {
      into.add(schema.$ref);
      const shape = spec.shapes[schema.$ref];
      if (shape) walk(shape.schema, into);
    }
    for (const child of children(schema)) walk(child, into);
  };
  for (const method of spec.methods) {
    for (const param of method.params) walk(param.schema, inArguments);
    for (const variant of method.variants) if (variant.result) walk(variant.result, inResults);
  }
  return new Set([...inArguments].filter((name) => !inResults.has(name)));
}

/** The direct subschemas of a schema. */
export function children(schema: Schema): Schema[] {
  return [
    ...(schema.items ? [schema.items] : []),
    ...(schema.prefixItems ?? []),
    ...Object.values(schema.properties ?? {}),
    ...Object.values(schema.columns ?? {}),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
    ...(schema.propertyNames ? [schema.propertyNames] : []),
    ...(schema.oneOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.allOf ?? []),
  ];
}
