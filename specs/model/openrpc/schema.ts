import { requiredFields } from '../json-schema.ts';
import type { Schema } from '../types.ts';

/** A JSON object of the exported document. */
export type Exported = { [name: string]: unknown };

const renamed: Record<string, string> = {
  unit: 'x-pyx-unit',
  columns: 'x-pyx-columns',
  reading: 'x-pyx-reading',
  presence: 'x-pyx-presence',
  defaultText: 'x-pyx-default',
  onInvalid: 'x-pyx-on-invalid',
};
const nested = new Set(['additionalProperties', 'propertyNames']);
const unions = new Set(['oneOf', 'anyOf', 'allOf']);

/**
 * A schema of the specification in the form of OpenRPC, JSON Schema draft 7: a reference has no siblings, and a tuple is
 * `items`. Keywords of the specification become extensions; the presence of result fields also becomes `required`.
 */
export function exportSchema(schema: Schema, use: 'result' | 'param'): Exported {
  const out: Exported = {};
  for (const [key, value] of Object.entries(schema)) {
    const child = (part: unknown): Exported => exportSchema(part as Schema, use);
    if (key === '$ref' || key === 'required' || key === 'items' || key === 'prefixItems') continue;
    if (key === 'properties' || key === 'columns')
      out[renamed[key] ?? key] = Object.fromEntries(Object.entries(value as object).map(([name, part]) => [name, child(part)]));
    else if (nested.has(key) && typeof value === 'object') out[key] = child(value);
    else if (unions.has(key)) out[key] = (value as Schema[]).map(child);
    else out[renamed[key] ?? key] = value;
  }
  if (schema.prefixItems) {
    out['items'] = schema.prefixItems.map((item) => exportSchema(item, use));
    if (schema.items) out['additionalItems'] = exportSchema(schema.items, use);
  } else if (schema.items) {
    out['items'] = exportSchema(schema.items, use);
  }
  const required = use === 'param' ? schema.required : requiredFields(schema);
  if (required && required.length > 0) out['required'] = [...required];
  if (schema.$ref === undefined) return out;
  const reference = { $ref: `#/components/schemas/${schema.$ref}` };
  return Object.keys(out).length === 0 ? reference : { ...out, allOf: [reference, ...((out['allOf'] as Exported[] | undefined) ?? [])] };
}
