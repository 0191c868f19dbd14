import type { Random } from 'fast-check';
import { alternatives } from '../../../specs/model/resolve.ts';
import type { Schema, Spec } from '../../../specs/model/types.ts';
import { quoted, text, NULL, type JsonNode, type ObjectNode } from '../json/json-node.ts';
import { pick } from './pick.ts';

/** A value with one constraint broken, and which one. */
export interface Broken {
  readonly node: JsonNode;
  /** `above maximum`, `options.feeRate: wrong type` */
  readonly constraint: string;
}

/** A value of each type, for a constraint on the type. */
const OF_TYPES: Readonly<Record<string, JsonNode>> = {
  null: NULL,
  boolean: text('true'),
  integer: text('7'),
  number: text('0.5'),
  string: quoted('pyx'),
  array: { items: [] },
  object: { members: [] },
};

/** `value`, which fits the schema, with one constraint of the schema broken; undefined if the schema has none. */
export function broken(spec: Spec, schema: Schema, value: JsonNode, random: Random): Broken | undefined {
  const forms = alternatives(spec, schema);
  const breaks = [...wrongTypes(forms), ...forms.flatMap((form) => [...outside(form), ...inside(spec, form, value, random)])];
  return breaks.length === 0 ? undefined : pick(random, breaks);
}

function wrongTypes(forms: readonly Schema[]): Broken[] {
  const allowed = new Set(forms.flatMap(typesOf));
  // A schema without a type allows any.
  if (allowed.has('any')) return [];
  return Object.entries(OF_TYPES)
    .filter(([type]) => !allowed.has(type) && !(type === 'integer' && allowed.has('number')))
    .map(([type, node]) => ({ node, constraint: `of type ${type}` }));
}

function typesOf({ type, enum: listed, const: constant, properties, items }: Schema): string[] {
  if (typeof type === 'string') return [type];
  if (type) return [...type];
  if (listed ?? constant !== undefined)
    return [...new Set((listed ?? [constant]).map((value) => (value === null ? 'null' : typeof value)))];
  return [properties ? 'object' : items ? 'array' : 'any'];
}

/** Just outside a range, a length, a count, an enumeration or a pattern. */
function outside({
  minimum,
  maximum,
  exclusiveMinimum,
  minLength,
  maxLength,
  pattern,
  minItems,
  maxItems,
  enum: listed,
}: Schema): Broken[] {
  const found: Broken[] = [];
  const put = (constraint: string, node: JsonNode): void => void found.push({ constraint, node });
  if (minimum !== undefined) put('below minimum', text(String(minimum - 1)));
  if (exclusiveMinimum !== undefined) put('at the excluded minimum', text(String(exclusiveMinimum)));
  if (maximum !== undefined) put('above maximum', text(String(maximum + 1)));
  if (minLength !== undefined && minLength > 0) put('too short', quoted('a'.repeat(minLength - 1)));
  if (maxLength !== undefined) put('too long', quoted('a'.repeat(maxLength + 1)));
  if (pattern !== undefined) put('not of the pattern', quoted('~'));
  if (minItems !== undefined && minItems > 0) put('too few items', { items: [] });
  if (maxItems !== undefined) put('too many items', { items: Array.from({ length: maxItems + 1 }, () => NULL) });
  if (listed) put('not listed', listed.some((value) => typeof value === 'number') ? text('99') : quoted('pyx'));
  return found;
}

/** A constraint on a member or an item of the value. */
function inside(spec: Spec, form: Schema, value: JsonNode, random: Random): Broken[] {
  if ('members' in value) return insideObject(spec, form, value, random);
  if (!('items' in value) || !form.items || value.items.length === 0) return [];
  const at = random.nextInt(0, value.items.length - 1);
  const item = broken(spec, form.items, value.items[at] ?? NULL, random);
  return item ? [{ node: { items: value.items.with(at, item.node) }, constraint: `item: ${item.constraint}` }] : [];
}

function insideObject(
  spec: Spec,
  { properties = {}, required = [], additionalProperties }: Schema,
  { members }: ObjectNode,
  random: Random,
): Broken[] {
  const found: Broken[] = [];
  for (const [index, [name, value]] of members.entries()) {
    const key = 'text' in name ? (JSON.parse(name.text) as string) : undefined;
    const schema = key === undefined ? (typeof additionalProperties === 'object' ? additionalProperties : undefined) : properties[key];
    if (key !== undefined && required.includes(key))
      found.push({ node: { members: members.toSpliced(index, 1) }, constraint: `without ${key}` });
    const member = schema && broken(spec, schema, value, random);
    if (member)
      found.push({ node: { members: members.with(index, [name, member.node]) }, constraint: `${key ?? 'value'}: ${member.constraint}` });
  }
  if (additionalProperties === false)
    found.push({ node: { members: [...members, [quoted('pyx'), NULL]] }, constraint: 'an unknown member' });
  return found;
}
