import { conditionText } from './condition-text.ts';
import { alternatives } from './resolve.ts';
import type { Presence, Schema, Spec } from './types.ts';

/**
 * What the documents state of one place of a result, in one line: `label: string, given when category is not "move". Label of the
 * address.` `keys`: the names and indexes of its path. Undefined for a place that they do not describe, and for the whole result.
 */
export function rowText(spec: Spec, schema: Schema, keys: readonly string[]): string | undefined {
  const name = keys.findLast((key) => !/^\d+$/.test(key));
  const found = keys.reduce<readonly Schema[]>((places, key) => places.flatMap((place) => partOf(spec, place, key)), [schema]);
  const [place] = found;
  if (!place || name === undefined) return undefined;
  const types = [...new Set(found.flatMap((branch) => alternatives(spec, branch).map(typeText)))].filter((text) => text !== '');
  const presence = presenceText(place.presence);
  const head = [types.join(' or '), presence].filter((text) => text !== '').join(', ');
  const sentence = place.description === undefined ? '' : ` ${place.description}`;
  return `${name}: ${head === '' ? 'any value' : head}.${sentence}`;
}

function partOf(spec: Spec, schema: Schema, key: string): Schema[] {
  return alternatives(spec, schema).flatMap((branch): Schema[] => {
    const { properties = {}, prefixItems = [], items, additionalProperties } = branch;
    if (Object.hasOwn(properties, key)) return [properties[key] as Schema];
    if (/^\d+$/.test(key) && (prefixItems[Number(key)] ?? items)) return [(prefixItems[Number(key)] ?? items) as Schema];
    return typeof additionalProperties === 'object' ? [additionalProperties] : [];
  });
}

function typeText({ type, enum: values, const: only }: Schema): string {
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  return type === undefined ? '' : [type].flat().join(' or ');
}

/** When a field is in a result, in words. */
export function presenceText(presence: Presence | undefined): string {
  if (presence === undefined || presence === 'always') return 'in every result';
  if (presence === 'optional') return 'optional';
  const { when, only } = presence;
  return [...(when ? [`given when ${conditionText(when)}`] : []), ...(only === undefined ? [] : [only])].join(', ');
}
