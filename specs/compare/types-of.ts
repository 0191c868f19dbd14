import { typeOf } from '../model/resolve.ts';
import type { Schema } from '../model/types.ts';

/** The JSON types that a resolved schema allows, sorted; undefined for any. Listed values and members imply a type. */
export function typesOf(schema: Schema): readonly string[] | undefined {
  const { type, enum: values, const: constant } = schema;
  if (type !== undefined) return [...new Set([type].flat())].sort();
  const given = values ?? (constant === undefined ? undefined : [constant]);
  if (given) return [...new Set(given.map(typeOf))].sort();
  if (schema.properties || typeof schema.additionalProperties === 'object') return ['object'];
  if (schema.items || schema.prefixItems) return ['array'];
  return undefined;
}

export function typesText(schema: Schema): string {
  return typesOf(schema)?.join(' or ') ?? 'any type';
}
