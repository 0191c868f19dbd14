import { alternatives, isObject } from './resolve.ts';
import { columnsOf, join, walk } from './walk.ts';
import type { Schema, Spec } from './types.ts';

/**
 * The fields that a schema documents, the columns of texts, and the items of lists without fields, as paths in the schema:
 * `tx[].vin[].txid`, `txids[]`. With a (lossless) value: only those present in it.
 */
export function fieldsOf(spec: Spec, schema: Schema, value?: unknown): ReadonlySet<string> {
  const fields = new Set<string>();
  walk(
    spec,
    schema,
    ({ schema: { properties = {}, columns = {}, items }, pattern, value: here }) => {
      const hasField = (name: string): boolean => value === undefined || (isObject(here) && here[name] !== undefined);
      const hasItems = value === undefined || (Array.isArray(here) && here.length > 0);
      const columnCount = value === undefined ? Infinity : typeof here === 'string' ? columnsOf(here).length : 0;
      for (const name of Object.keys(properties)) if (hasField(name)) fields.add(join(pattern, name));
      for (const name of Object.keys(columns).slice(0, columnCount)) fields.add(join(pattern, name));
      if (items && hasItems && hasNoFields(spec, items)) fields.add(`${pattern}[]`);
    },
    value,
  );
  return fields;
}

function hasNoFields(spec: Spec, schema: Schema): boolean {
  return alternatives(spec, schema).every(
    ({ properties, columns, items, additionalProperties }) => !properties && !columns && !items && typeof additionalProperties !== 'object',
  );
}
