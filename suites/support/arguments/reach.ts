import { toPlain } from '../../../client/wire-json.ts';
import type { ArgumentSource } from '../../../fixtures/world/arguments.ts';
import { moreItem, moreMembers, valueFor, type ValueSource } from '../../../fixtures/world/generate.ts';
import { Unavailable } from '../../../fixtures/world/world-errors.ts';
import { accepts } from '../../../specs/model/accepts.ts';
import { alternatives, isObject } from '../../../specs/model/resolve.ts';
import type { Method, Param, Schema, Spec } from '../../../specs/model/types.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { changeAt, hasPlace, itemsOf, placesOf, type Place, type Step } from './places.ts';

/** Maximum depth of lists within lists. */
const MAX_ITEMS = 3;

/** The argument itself, every place within it, and the items of each list: at each position of its own, the first further one and the next. */
export function everyPlace(spec: Spec, param: Param): Place[] {
  const found = new Map<string, Place>();
  const put = (place: Place, depth: number): void => {
    if (!found.has(place.name)) found.set(place.name, place);
    const { name, steps, schema } = place;
    for (const form of depth < MAX_ITEMS ? alternatives(spec, schema) : []) {
      for (const item of itemsOf(form))
        put({ name: `${name}.${item.name}`, steps: [...steps, item.step], schema: item.schema, optional: false }, depth + 1);
      const later = laterItem(place, form);
      if (later && !found.has(later.name)) found.set(later.name, later);
    }
  };
  for (const place of [{ name: param.name, steps: [], schema: param.schema, optional: !param.required }, ...placesOf(spec, param)])
    put(place, 0);
  return [...found.values()];
}

/** The second of the items that are all alike: a service may look at the first only. */
function laterItem({ name, steps }: Place, { prefixItems = [], items, maxItems = Infinity }: Schema): Place | undefined {
  const position = prefixItems.length + 1;
  if (!items || maxItems <= position) return undefined;
  return { name: `${name}.item-${position + 1}`, steps: [...steps, { position }], schema: items, optional: false };
}

/**
 * The value with another one at a place. What leads there and is not in the value is made, with all that it needs, so that
 * nothing else becomes invalid. Throws `Unavailable` if it cannot be made.
 */
export async function changeWithin(
  source: ValueSource,
  { schema, value, steps }: { readonly schema: Schema; readonly value: Wire | undefined; readonly steps: readonly Step[] },
  change: (before: () => Promise<Wire>, schema: Schema) => Promise<Wire>,
): Promise<Wire> {
  const [step, ...rest] = steps;
  if (step === undefined) return change(async () => value ?? valueFor(source, schema), schema);
  const { spec } = source.specification;
  const forms = alternatives(spec, schema).filter((form) => within(form, step) !== undefined);
  const form = forms.find((candidate) => value !== undefined && accepts(spec, candidate, toPlain(value))) ?? forms[0];
  const inner = form && within(form, step);
  if (!inner) throw new Error(`the schema has no place ${JSON.stringify(step)}`);
  const position = positionOf(step);
  const hasParts = position === undefined ? isObject(value) : Array.isArray(value);
  const outer = value !== undefined && hasParts ? value : await valueFor(source, form);
  const at = (before: Wire | undefined): Promise<Wire> => changeWithin(source, { schema: inner, value: before, steps: rest }, change);
  if (position !== undefined) {
    const list = Array.isArray(outer) ? [...outer] : [];
    while (list.length < position) list.push(await moreItem(source, form, list));
    return [...list.slice(0, position), await at(list[position]), ...list.slice(position + 1)];
  }
  const object = isObject(outer) ? (outer as { [name: string]: Wire }) : {};
  const name = typeof step === 'object' && 'member' in step ? step.member : await nameIn(source, form, object);
  return { ...(Object.hasOwn(object, name) ? object : withRoom(form, object)), [name]: await at(object[name]) };
}

/** The object, without an optional member if it can have no more. */
export function withRoom({ maxProperties = Infinity, required = [] }: Schema, object: { [name: string]: Wire }): { [name: string]: Wire } {
  const names = Object.keys(object);
  if (names.length < maxProperties) return object;
  const { [names.find((name) => !required.includes(name)) ?? '']: _, ...others } = object;
  return others;
}

/** An object without a required member, and otherwise valid: it has as many members as it needs. */
export async function withoutMember(source: ValueSource, schema: Schema, member: string, valid: Wire): Promise<Wire> {
  const { [member]: _, ...others } = valid as { [name: string]: Wire };
  const forms = alternatives(source.specification.spec, schema);
  const form = forms.find(({ properties }) => properties && Object.hasOwn(properties, member)) ?? {};
  const { [member]: _left, ...properties } = form.properties ?? {};
  const { minProperties = 0 } = form;
  while (Object.keys(others).length < minProperties) {
    const added = await moreMembers(source, { ...form, properties }, others);
    if (!added) break; // then it must lack members too
    Object.assign(others, added);
  }
  return others;
}

/** A place within a valid argument of a call. */
export interface PlaceInArgument {
  readonly method: Method;
  readonly param: Param;
  readonly argument: Wire;
  readonly steps: readonly Step[];
}

/**
 * The argument with another valid value at a place. Objects that lead there and are not in the argument have what they need.
 * Throws `Unavailable` if the whole is not valid.
 */
export async function validChange(
  source: ArgumentSource,
  { method, param, argument, steps }: PlaceInArgument,
  change: (before: Wire | undefined) => Promise<Wire>,
): Promise<Wire> {
  const validator = source.specification.paramValidator(method, param.name);
  const isValid = (value: Wire): boolean => validator?.(toPlain(value)) !== false;
  if (hasPlace(argument, steps)) {
    const changed = await changeAt(argument, steps, change);
    if (isValid(changed)) return changed;
  }
  const { schema } = param;
  const made = await changeWithin(source, { schema, value: argument, steps }, async (valid) => change(await valid()));
  if (isValid(made)) return made;
  throw new Unavailable(`no value of ${param.name} was found that fits its schema`);
}

/** The schema that a step leads to, if it can be made in this form. */
function within({ prefixItems, items, properties, additionalProperties }: Schema, step: Step): Schema | undefined {
  const position = positionOf(step);
  if (position !== undefined) return prefixItems?.[position] ?? items;
  if (step === 'value') return typeof additionalProperties === 'object' ? additionalProperties : undefined;
  const { member } = step as { readonly member: string };
  return properties && Object.hasOwn(properties, member) ? properties[member] : undefined;
}

/** The position of an item that a step leads to; undefined if it leads to no item. */
function positionOf(step: Step): number | undefined {
  if (step === 'item') return 0;
  return typeof step === 'object' && 'position' in step ? step.position : undefined;
}

/** A name that is data: one that the object has, or a new one. */
async function nameIn(source: ValueSource, { properties = {}, propertyNames }: Schema, object: { [name: string]: Wire }): Promise<string> {
  const known = Object.keys(object).find((name) => !Object.hasOwn(properties, name));
  if (known !== undefined) return known;
  const made = propertyNames ? await valueFor(source, { type: 'string', ...propertyNames }) : source.random.word(8);
  if (typeof made !== 'string') throw new Error('a name of a member must be a text');
  return made;
}
