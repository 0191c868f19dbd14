import * as fc from 'fast-check';
import { alternatives } from '../../../specs/model/resolve.ts';
import type { Json, Schema, Spec } from '../../../specs/model/types.ts';
import { quoted, text, NULL, type JsonNode, type Member } from '../json/json-node.ts';
import { oneIn, pick } from './pick.ts';
import { BIAS, wild } from './wild.ts';

/** Range of an unlimited number above its minimum. */
const RANGE = 1_000_000;
const PLACES = 8;
const UNITS = 10 ** PLACES;
const MAX_ITEMS = 4;
const MAX_LENGTH = 24;

const texts = fc.string({ maxLength: MAX_LENGTH });
const byPattern = new Map<string, fc.Arbitrary<string>>();

/** A value that fits a schema, with limits favoured: it need not exist on the node. */
export function bySchema(spec: Spec, schema: Schema, random: fc.Random): JsonNode {
  const form = pick(random, alternatives(spec, schema));
  if (form.const !== undefined) return json(form.const);
  if (form.enum) return json(pick(random, form.enum));
  const type = typeof form.type === 'object' ? pick(random, form.type) : form.type;
  if (type === 'object' || form.properties || form.additionalProperties) return objectFor(spec, form, random);
  if (type === 'array' || form.items || form.prefixItems) return listFor(spec, form, random);
  switch (type) {
    case 'integer':
      return text(String(integerFor(form, random)));
    case 'number':
      return oneIn(random, 2) ? text(String(integerFor(form, random))) : text(decimalFor(form, random));
    case 'boolean':
      return text(String(random.nextInt(0, 1) === 1));
    case 'string':
      return quoted(textFor(form, random));
    case 'null':
      return NULL;
    default:
      return wild(random);
  }
}

const json = (value: Json): JsonNode => text(JSON.stringify(value));

function integerFor({ minimum, maximum, exclusiveMinimum }: Schema, random: fc.Random): number {
  const least = Math.ceil(minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1));
  const most = Math.floor(maximum ?? least + RANGE);
  // fast-check favours values near both ends; the ends themselves are where limits are.
  if (oneIn(random, 4)) return oneIn(random, 2) ? least : most;
  return fc.integer({ min: least, max: Math.max(least, Math.min(most, Number.MAX_SAFE_INTEGER)) }).generate(random, BIAS).value;
}

/** With at most 8 decimal places, as an amount. */
function decimalFor({ minimum = 0, maximum = minimum + RANGE }: Schema, random: fc.Random): string {
  const units = random.nextBigInt(BigInt(Math.ceil(minimum * UNITS)), BigInt(Math.floor(Math.min(maximum, minimum + RANGE) * UNITS)));
  const digits = (units < 0n ? -units : units).toString().padStart(PLACES + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}

function textFor({ pattern, minLength = 0, maxLength = MAX_LENGTH, examples }: Schema, random: fc.Random): string {
  const [example] = examples ?? [];
  if (typeof example === 'string' && oneIn(random, 2)) return example;
  if (pattern === undefined) return texts.generate(random, BIAS).value.padEnd(minLength, 'a').slice(0, maxLength);
  let known = byPattern.get(pattern);
  if (!known) byPattern.set(pattern, (known = fc.stringMatching(new RegExp(pattern), { size: 'xsmall' })));
  return known.generate(random, BIAS).value;
}

function listFor(spec: Spec, { items, prefixItems = [], minItems = 0, maxItems = MAX_ITEMS }: Schema, random: fc.Random): JsonNode {
  const first = prefixItems.map((item) => bySchema(spec, item, random));
  const count = random.nextInt(minItems, Math.max(minItems, Math.min(maxItems, MAX_ITEMS)));
  const more = items ? Array.from({ length: Math.max(0, count - first.length) }, () => bySchema(spec, items, random)) : [];
  return { items: [...first, ...more] };
}

function objectFor(spec: Spec, schema: Schema, random: fc.Random): JsonNode {
  const { properties = {}, required = [], additionalProperties, propertyNames = { type: 'string' } } = schema;
  const { minProperties = 0, maxProperties = Infinity } = schema;
  const members = new Map<string, JsonNode>();
  for (const [name, member] of Object.entries(properties))
    if (required.includes(name) || oneIn(random, 3)) members.set(JSON.stringify(name), bySchema(spec, member, random));
  if (typeof additionalProperties === 'object')
    for (let tries = Math.max(random.nextInt(0, 2), 4 * (minProperties - members.size)); tries > 0; tries--) {
      const name = bySchema(spec, propertyNames, random);
      // A named member has a schema of its own.
      if ('text' in name && !Object.hasOwn(properties, JSON.parse(name.text) as string))
        members.set(name.text, bySchema(spec, additionalProperties, random));
    }
  for (const [name, member] of Object.entries(properties)) {
    if (members.size >= minProperties) break;
    members.set(JSON.stringify(name), bySchema(spec, member, random));
  }
  const made = [...members].map(([name, value]): Member => [text(name), value]);
  return { members: made.slice(0, Math.max(maxProperties, required.length)) };
}
