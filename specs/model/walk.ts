import { alternatives, fits, isObject } from './resolve.ts';
import type { Schema, Spec } from './types.ts';

/** One place of a schema, or of a value with the schema that describes it. */
export interface Place {
  /** Without `$ref`, `allOf` and unions: of a union, one branch. */
  readonly schema: Schema;
  /** Where it stands in the schema: `tx[].vin[0].txid`, with `{}` for a name that is data. Empty at the top. */
  readonly pattern: string;
  /** What stands there. Undefined where a schema is walked without a value. */
  readonly value: unknown;
  /** Where it stands in the value: `tx[3].vin[0].txid`. Without a value, the pattern. */
  readonly path: string;
}

/**
 * Visits every place of a schema, each before those within it. Without a value: every branch of every union, but a shape
 * only once within itself. With a (lossless) value: what is there; of a union the first branch that fits, and nothing
 * where none does.
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

/** The path of a member. */
export function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function branchesOf(spec: Spec, { schema, value }: Place): readonly Schema[] {
  const branches = alternatives(spec, schema);
  if (value === undefined || branches.length === 1) return branches;
  const fitting = branches.find((branch) => fits(branch, value));
  return fitting ? [fitting] : [];
}

/** What may stand within a place. Like all parts, their schemas are as they are written. */
function offeredParts({ schema, pattern }: Place): Place[] {
  const { properties = {}, prefixItems = [], items, additionalProperties } = schema;
  const part = (schema: Schema, pattern: string): Place => ({ schema, pattern, value: undefined, path: pattern });
  return [
    ...Object.entries(properties).map(([name, field]) => part(field, join(pattern, name))),
    ...prefixItems.map((item, index) => part(item, `${pattern}[${index}]`)),
    ...(items ? [part(items, `${pattern}[]`)] : []),
    ...(typeof additionalProperties === 'object' ? [part(additionalProperties, `${pattern}{}`)] : []),
  ];
}

/** What stands within a place of a value, as far as the schema describes it. */
function presentParts({ schema, pattern, value, path }: Place): Place[] {
  const { properties = {}, prefixItems = [], items, additionalProperties } = schema;
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
