import * as fc from 'fast-check';
import { alternatives } from '../../../specs/model/resolve.ts';
import type { Json, Schema, Spec } from '../../../specs/model/types.ts';
import { multiple, rangeOf, type NumberRange } from '../../../fixtures/world/numbers.ts';
import { Random } from '../../../fixtures/world/random.ts';
import { Unavailable } from '../../../fixtures/world/world-errors.ts';
import { UnreadableSchema } from '../../../specs/model/accepts.ts';
import { fitting } from '../../support/arguments/violations/texts.ts';
import { quoted, text, NULL, type JsonNode, type Member } from '../json/json-node.ts';
import { writeNode } from '../json/write-node.ts';
import { oneIn, pick } from './pick.ts';
import { BIAS, wild } from './wild.ts';

/** Range of an unlimited number above its minimum. */
const RANGE = 1_000_000;
const PLACES = 8;
const UNITS = 10 ** PLACES;
const MAX_ITEMS = 4;
const MAX_LENGTH = 24;
/** Longer texts and lists are not made to reach a limit. */
const LONGEST = 10_000;
const LONGEST_LIST = 100;
/** How often an item is made for each one that a list of different items needs. */
const TRIES = 8;

const texts = fc.string({ maxLength: MAX_LENGTH });
const byPattern = new Map<string, fc.Arbitrary<string>>();

/** A value that fits a schema, with limits favoured: it need not exist on the node. */
export function bySchema(spec: Spec, schema: Schema, random: fc.Random): JsonNode {
  const form = pick(random, alternatives(spec, schema));
  if (form.const !== undefined) return json(form.const);
  if (form.enum) return json(pick(random, form.enum));
  const type = typeof form.type === 'object' ? pick(random, form.type) : form.type;
  if (type === 'object' || form.properties || form.additionalProperties || form.propertyNames) return objectFor(spec, form, random);
  if (type === 'array' || form.items || form.prefixItems) return listFor(spec, form, random);
  switch (type) {
    case 'integer':
      return text(integerFor({ ...form, type }, random));
    case 'number':
      return text(form.multipleOf !== undefined || oneIn(random, 2) ? integerFor({ ...form, type }, random) : decimalFor(form, random));
    case 'boolean':
      return text(String(random.nextInt(0, 1) === 1));
    case 'string':
      return quoted(textOf(spec, form, random));
    case 'null':
      return NULL;
    default:
      return wild(random);
  }
}

const json = (value: Json): JsonNode => text(JSON.stringify(value));

function integerFor(schema: Schema, random: fc.Random): string {
  const { step, first, last } = countsFor(schema);
  // fast-check favours values near both ends; the ends themselves are where limits are.
  const ofEnd = oneIn(random, 4) ? (oneIn(random, 2) ? first : last) : undefined;
  const most = Math.max(first, Math.min(last, Number.MAX_SAFE_INTEGER));
  return String(multiple(ofEnd ?? fc.integer({ min: first, max: most }).generate(random, BIAS).value, step));
}

function countsFor(schema: Schema): NumberRange {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const most = maximum ?? exclusiveMaximum;
  // Both limits are values to try, however far they are apart.
  const isLimited = most !== undefined && (most >= 0 || (minimum ?? exclusiveMinimum) !== undefined);
  try {
    return rangeOf(schema, isLimited ? Infinity : RANGE);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    return { step: 1, first: 0, last: 0 }; // no number fits: any one is as good
  }
}

/** With at most 8 decimal places, as an amount. */
function decimalFor({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema, random: fc.Random): string {
  const above = exclusiveMinimum === undefined ? -Infinity : Math.floor(exclusiveMinimum * UNITS) + 1;
  const below = exclusiveMaximum === undefined ? Infinity : Math.ceil(exclusiveMaximum * UNITS) - 1;
  const most = Math.min(below, maximum === undefined ? Infinity : Math.floor(maximum * UNITS));
  const lower = Math.max(above, minimum === undefined ? -Infinity : Math.ceil(minimum * UNITS));
  const least = Number.isFinite(lower) ? lower : Math.min(0, most);
  const units = random.nextBigInt(BigInt(least), BigInt(Math.max(least, Math.min(most, least + RANGE * UNITS))));
  const digits = (units < 0n ? -units : units).toString().padStart(PLACES + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}

function textOf(spec: Spec, schema: Schema, random: fc.Random): string {
  const { pattern, format, minLength, maxLength, examples } = schema;
  const [example] = examples ?? [];
  if (typeof example === 'string' && oneIn(random, 2)) return example;
  if (pattern === undefined && format === undefined) return plainText(schema, random);
  if ((format ?? minLength ?? maxLength) !== undefined) {
    const limits = [undefined, minLength, maxLength].filter((length) => length === undefined || length <= LONGEST);
    const length = pick(random, limits);
    const exact = length === undefined ? {} : { minLength: length, maxLength: length };
    const seed = new Random(String(random.nextInt()));
    const anyLength = { ...schema, examples: [] };
    const found = fittingText(spec, { ...anyLength, ...exact }, seed) ?? fittingText(spec, anyLength, seed);
    if (found !== undefined) return found;
  }
  if (pattern === undefined) return plainText(schema, random);
  let known = byPattern.get(pattern);
  if (!known) byPattern.set(pattern, (known = fc.stringMatching(new RegExp(pattern), { size: 'xsmall' })));
  return known.generate(random, BIAS).value;
}

function fittingText(spec: Spec, schema: Schema, random: Random): string | undefined {
  try {
    return fitting(spec, schema, random);
  } catch (error) {
    // `pyx spec check` reports it; what the pattern says without the flag for Unicode is tried instead.
    if (error instanceof UnreadableSchema) return undefined;
    throw error;
  }
}

/** A text of any characters, sometimes of exactly the least or the greatest length. */
function plainText({ minLength = 0, maxLength = Math.max(minLength, MAX_LENGTH) }: Schema, random: fc.Random): string {
  const length = oneIn(random, 4) && maxLength <= LONGEST ? pick(random, [minLength, maxLength]) : undefined;
  return texts
    .generate(random, BIAS)
    .value.padEnd(length ?? minLength, 'a')
    .slice(0, length ?? maxLength);
}

function listFor(spec: Spec, schema: Schema, random: fc.Random): JsonNode {
  const { items, prefixItems = [], minItems = 0, maxItems = Math.max(minItems, MAX_ITEMS), uniqueItems } = schema;
  const made = prefixItems.slice(0, maxItems).map((item) => bySchema(spec, item, random));
  const isAtEnd = oneIn(random, 4) && maxItems <= LONGEST_LIST;
  const count = isAtEnd ? pick(random, [minItems, maxItems]) : random.nextInt(minItems, Math.max(minItems, Math.min(maxItems, MAX_ITEMS)));
  const known = new Set(made.map(keyOf));
  const tries = items ? TRIES * count : 0;
  for (let tried = 0; tried < tries && made.length < count; tried++) {
    const item = bySchema(spec, items ?? {}, random);
    if (uniqueItems !== true || !known.has(keyOf(item))) made.push(item);
    known.add(keyOf(item));
  }
  return { items: made };
}

const keyOf = (node: JsonNode): string => writeNode(node, () => undefined);

function objectFor(spec: Spec, schema: Schema, random: fc.Random): JsonNode {
  const { properties = {}, required = [], propertyNames = { type: 'string' } } = schema;
  const additionalProperties = schema.additionalProperties ?? (schema.propertyNames && {});
  const { minProperties = 0, maxProperties = Infinity } = schema;
  const members = new Map<string, JsonNode>();
  for (const [name, member] of Object.entries(properties))
    if (required.includes(name) || oneIn(random, 3)) members.set(JSON.stringify(name), bySchema(spec, member, random));
  if (typeof additionalProperties === 'object')
    for (let tries = Math.max(random.nextInt(0, 2), 4 * (minProperties - members.size)); tries > 0; tries--) {
      const name = bySchema(spec, { type: 'string', ...propertyNames }, random);
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
