import { defined } from './defined.ts';
import type { Schema } from './types.ts';

/** Changes a schema whose parts are changed already. `name`: that of the argument or member whose values it describes, or whose items' or branches'. */
export type SchemaChange = (schema: Schema, name: string | undefined) => Schema;

/** A schema with a change made to it and to all schemas in it, the innermost first. Shapes are not followed. */
export function mapSchema(schema: Schema, change: SchemaChange, name?: string): Schema {
  const { items, prefixItems, properties, columns, additionalProperties, propertyNames, oneOf, anyOf, allOf } = schema;
  const one = (part: Schema | undefined): Schema | undefined => part && mapSchema(part, change, name);
  const all = (parts: readonly Schema[] | undefined): Schema[] | undefined => parts?.map((part) => mapSchema(part, change, name));
  const named = (parts: { readonly [name: string]: Schema } | undefined): Record<string, Schema> | undefined =>
    parts && Object.fromEntries(Object.entries(parts).map(([member, part]) => [member, mapSchema(part, change, member)]));
  const parts = defined({
    items: one(items),
    prefixItems: all(prefixItems),
    properties: named(properties),
    columns: named(columns),
    additionalProperties: typeof additionalProperties === 'object' ? mapSchema(additionalProperties, change) : additionalProperties,
    propertyNames: propertyNames && mapSchema(propertyNames, change),
    oneOf: all(oneOf),
    anyOf: all(anyOf),
    allOf: all(allOf),
  });
  return change({ ...schema, ...parts }, name);
}
