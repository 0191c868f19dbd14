import { alternatives, fits, isObject } from './resolve.ts';
import type { Schema, Spec } from './types.ts';

/** One place in a schema, or in a value with its schema. */
export interface Place {
  /** Without `$ref`, `allOf` and unions: one branch of a union. */
  readonly schema: Schema;
  /** Path in the schema: `tx[].vin[0].txid`, with `{}` for a name that is data. Empty at the top. */
  readonly pattern: string;
  /** Position of a column in its text, from 0. */
  readonly column?: number;
  /** The value at the place; undefined if a schema is walked without a value. */
  readonly value: unknown;
  /** Path in the value: `tx[3].vin[0].txid`. Without a value, the pattern. */
  readonly path: string;
}

/**
 * Visits every place of a schema, parents first. Without a value: every branch of every union, and a recursive shape only
 * once. With a (lossless) value: only the present parts, and only the first fitting branch of a union, if any.
 */
export function walk(spec: Spec, schema: Schema, visit: (place: Place) => void, value?: unknown): void {
  const partsOf = value === undefined ? offeredParts : presentParts;
  const enter = (place: Place, outer: readonly Schema[]): void => {
    for (const schema of branchesOf(spec, place)) {
      const branch = { ...place, schema };
      const parts = partsOf(branch);
      const isWithinItself = value === undefined && parts.some((part) => outer.includes(part.schema));
      if (isWithinItself) continue;
      visit(branch);
      for (const part of parts) enter(part, [...outer, part.schema]);
    }
  };
  enter({ schema, pattern: '', value, path: '' }, []);
}

/** The columns of a text. */
export function columnsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((column) => column !== '');
}

/** The path of a member or a column. */
export function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function branchesOf(spec: Spec, { schema, value }: Place): readonly Schema[] {
  const branches = alternatives(spec, schema);
  if (value === undefined || branches.length === 1) return branches;
  const fitting = branches.find((branch) => fits(branch, value));
  return fitting ? [fitting] : [];
}

/** The possible parts of a place, with their schemas as written. */
export function offeredParts({ schema, pattern }: Pick<Place, 'schema' | 'pattern'>): Place[] {
  const { properties = {}, columns = {}, prefixItems = [], items, additionalProperties } = schema;
  const part = (schema: Schema, pattern: string): Place => ({ schema, pattern, value: undefined, path: pattern });
  return [
    ...Object.entries(properties).map(([name, field]) => part(field, join(pattern, name))),
    ...Object.entries(columns).map(([name, field], column) => ({ ...part(field, join(pattern, name)), column })),
    ...prefixItems.map((item, index) => part(item, `${pattern}[${index}]`)),
    ...(items ? [part(items, `${pattern}[]`)] : []),
    ...(typeof additionalProperties === 'object' ? [part(additionalProperties, `${pattern}{}`)] : []),
  ];
}

/** The parts of a value that the schema describes. */
function presentParts({ schema, pattern, value, path }: Place): Place[] {
  const { properties = {}, columns, prefixItems = [], items, additionalProperties } = schema;
  if (typeof value === 'string' && columns) {
    const texts = columnsOf(value);
    return Object.entries(columns).flatMap(([name, schema], column): Place[] => {
      const text = texts[column];
      return text === undefined ? [] : [{ schema, pattern: join(pattern, name), column, value: text, path: join(path, name) }];
    });
  }
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index): Place[] => {
      const isPrefix = index < prefixItems.length;
      const schema = isPrefix ? prefixItems[index] : items;
      return schema ? [{ schema, pattern: `${pattern}[${isPrefix ? index : ''}]`, value: item, path: `${path}[${index}]` }] : [];
    });
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]): Place[] => {
    const isField = Object.hasOwn(properties, name);
    const schema = isField ? properties[name] : additionalProperties;
    if (!schema || member === undefined) return [];
    return [{ schema, pattern: isField ? join(pattern, name) : `${pattern}{}`, value: member, path: join(path, name) }];
  });
}
