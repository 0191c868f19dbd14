import type { Random } from 'fast-check';
import { stringify } from '../../../client/wire-json.ts';
import { Random as WorldRandom } from '../../../fixtures/world/random.ts';
import { alternatives } from '../../../specs/model/resolve.ts';
import type { Schema, Spec } from '../../../specs/model/types.ts';
import { violationsAt } from '../../support/arguments/outside.ts';
import type { Violation } from '../../support/arguments/violations/violations.ts';
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
  const breaks: (() => Broken)[] = [
    ...outsideKeywords(spec, schema, random),
    ...[...wrongTypes(forms), ...forms.flatMap((form) => [...outsideCounts(form), ...inside(spec, form, value, random)])].map(
      (known) => () => known,
    ),
  ];
  return breaks.length === 0 ? undefined : pick(random, breaks)();
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

/** Names of what is broken, where they are not those of the keyword. */
const NAMES: { readonly [slug: string]: string } = {
  'below-minimum': 'below minimum',
  'above-maximum': 'above maximum',
  exclusiveMinimum: 'at the excluded minimum',
  exclusiveMaximum: 'at the excluded maximum',
  minLength: 'too short',
  maxLength: 'too long',
  pattern: 'not of the pattern',
  format: 'not of the format',
  'no-such-value': 'not listed',
  fraction: 'a fraction',
};

/** The ways in which the values of a schema are invalid. */
const knownViolations = new WeakMap<Spec, WeakMap<Schema, readonly Violation[]>>();

/** Just outside a keyword of a whole value: the values of the negative cases. */
function outsideKeywords(spec: Spec, schema: Schema, random: Random): (() => Broken)[] {
  let ofSpec = knownViolations.get(spec);
  if (!ofSpec) knownViolations.set(spec, (ofSpec = new WeakMap()));
  let violations = ofSpec.get(schema);
  if (!violations) ofSpec.set(schema, (violations = violationsAt(spec, schema).filter(({ slug, draw }) => draw && slug !== 'type')));
  return violations.map(({ slug, draw }) => () => ({
    constraint: NAMES[slug] ?? `not of ${slug}`,
    node: draw ? text(stringify(draw(new WorldRandom(String(random.nextInt()))))) : NULL,
  }));
}

function outsideCounts({ minItems, maxItems }: Schema): Broken[] {
  const found: Broken[] = [];
  if (minItems !== undefined && minItems > 0) found.push({ constraint: 'too few items', node: { items: [] } });
  if (maxItems !== undefined)
    found.push({ constraint: 'too many items', node: { items: Array.from({ length: maxItems + 1 }, () => NULL) } });
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
