import { alternatives } from './resolve.ts';
import { join } from './walk.ts';
import type { Schema, Spec } from './types.ts';

/** A place in a schema, as a value names it. */
export interface PlaceInSchema {
  /** As `Place.pattern`: `tx[].vin[0].txid`, with `{}` for a name that is data. */
  readonly pattern: string;
  /** What the schema says of it: all alternatives; none if it says nothing. */
  readonly schemas: readonly Schema[];
}

/**
 * The place in a schema of a part of a value. `keys`: names and indexes from the root. A part that the schema does not describe keeps
 * its name, and has `[]` for an index.
 */
export function placeAt(spec: Spec, schema: Schema, keys: readonly string[]): PlaceInSchema {
  return keys.reduce<PlaceInSchema>((place, key) => partAt(spec, place, key), { pattern: '', schemas: alternatives(spec, schema) });
}

function partAt(spec: Spec, { pattern, schemas }: PlaceInSchema, key: string): PlaceInSchema {
  const part = (of: (schema: Schema) => Schema | false | undefined): Schema[] =>
    schemas.flatMap((schema) => {
      const found = of(schema);
      return typeof found === 'object' ? alternatives(spec, found) : [];
    });
  const fields = part(({ properties, columns }) => properties?.[key] ?? columns?.[key]);
  if (fields.length > 0) return { pattern: join(pattern, key), schemas: fields };
  const data = part(({ additionalProperties }) => additionalProperties);
  if (!/^\d+$/.test(key))
    return data.length > 0 ? { pattern: `${pattern}{}`, schemas: data } : { pattern: join(pattern, key), schemas: [] };
  const fixed = part(({ prefixItems }) => prefixItems?.[Number(key)]);
  if (fixed.length > 0) return { pattern: `${pattern}[${key}]`, schemas: fixed };
  const items = part((schema) => schema.items);
  return items.length === 0 && data.length > 0 ? { pattern: `${pattern}{}`, schemas: data } : { pattern: `${pattern}[]`, schemas: items };
}
