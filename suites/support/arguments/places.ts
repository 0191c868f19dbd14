import type { Wire } from '../../../specs/model/wire.ts';
import { alternatives, isObject } from '../../../specs/model/resolve.ts';
import type { Param, Schema, Spec } from '../../../specs/model/types.ts';
import { formsOf } from './forms.ts';

/**
 * A way into an argument: a member of an object, the item of a list at a position (from 0), the first item of a list whose items are all
 * alike, or the first value under a name that is data.
 */
export type Step = { readonly member: string } | { readonly position: number } | 'item' | 'value';

/** A place within an argument that has a value of its own. */
export interface Place {
  /**
   * The name in the coverage report: `requests.label`. Values under names that are data: `amounts.value`; items: `scanobjects.item`;
   * an item at a position, from 1: `pair.item-2`.
   */
  readonly name: string;
  readonly steps: readonly Step[];
  readonly schema: Schema;
  readonly optional: boolean;
}

/** Maximum depth of places. */
const MAX_DEPTH = 3;

/** Every place within an argument, without the argument itself. */
export function placesOf(spec: Spec, param: Param): Place[] {
  const places = new Map<string, Place>();
  const put = (place: Place): void => {
    if (!places.has(place.name)) places.set(place.name, place);
    within(place.schema, place.name, place.steps);
  };
  const within = (schema: Schema, name: string, steps: readonly Step[]): void => {
    if (steps.length > MAX_DEPTH) return;
    for (const form of alternatives(spec, schema)) {
      const { properties, required, additionalProperties } = form;
      for (const [member, own] of Object.entries(properties ?? {})) {
        put({ name: `${name}.${member}`, steps: [...steps, { member }], schema: own, optional: required?.includes(member) !== true });
      }
      if (typeof additionalProperties === 'object')
        put({ name: `${name}.value`, steps: [...steps, 'value'], schema: additionalProperties, optional: false });
      for (const item of itemsOf(form)) {
        const inner = [...steps, item.step];
        const own = `${name}.${item.name}`;
        // An item of several forms is a place itself; the names of its members do not contain it, as in the coverage report.
        if (item.isFurther && formsOf(spec, item.schema).length > 0)
          places.set(own, { name: own, steps: inner, schema: item.schema, optional: false });
        within(item.schema, item.isFurther ? name : own, inner);
      }
    }
  };
  within(param.schema, param.name, []);
  return [...places.values()];
}

/** An item of a list that the schema tells from others. */
interface Item {
  readonly name: string;
  readonly step: Step;
  readonly schema: Schema;
  /** Whether it is the first of those that are all alike. */
  readonly isFurther: boolean;
}

/** The items at positions that have a schema of their own, and the first of the further ones. */
export function itemsOf({ prefixItems = [], items, maxItems = Infinity }: Schema): Item[] {
  const count = prefixItems.length;
  const fixed = prefixItems
    .slice(0, maxItems)
    .map((schema, position): Item => ({ name: `item-${position + 1}`, step: { position }, schema, isFurther: false }));
  if (!items || count >= maxItems) return fixed;
  return [...fixed, { name: 'item', step: count === 0 ? 'item' : { position: count }, schema: items, isFurther: true }];
}

/** The argument with another value at a place. Throws when the argument has no such place. */
export async function changeAt(argument: Wire, steps: readonly Step[], change: (before: Wire | undefined) => Promise<Wire>): Promise<Wire> {
  const [step, ...rest] = steps;
  if (step === undefined) return change(argument);
  if (step === 'item') {
    // For outputs in one object, the object is the item.
    if (!Array.isArray(argument)) return changeAt(argument, rest, change);
    const [first, ...others] = argument;
    if (first === undefined) throw new Error('the list has no item to change');
    return [await changeAt(first, rest, change), ...others];
  }
  if (typeof step === 'object' && 'position' in step) {
    const { position } = step;
    if (!Array.isArray(argument) || argument.length <= position) throw new Error(`the list has no item ${position + 1} to change`);
    return argument.with(position, await changeAt(argument[position] as Wire, rest, change));
  }
  if (!isObject(argument)) throw new Error('expected an object to change a member of');
  const object = argument as { [name: string]: Wire };
  const name = step === 'value' ? Object.keys(object).find((member) => member !== 'data') : step.member;
  if (name === undefined) throw new Error('the object has no member to change');
  const before = object[name];
  const changed = rest.length === 0 ? await change(before) : await changeAt(before ?? {}, rest, change);
  return { ...object, [name]: changed };
}

/** Whether an argument has a place, or an object that can get it. */
export function hasPlace(argument: Wire | undefined, steps: readonly Step[]): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) return true;
  if (step === 'item') return Array.isArray(argument) ? argument.length > 0 && hasPlace(argument[0], rest) : hasPlace(argument, rest);
  if (typeof step === 'object' && 'position' in step)
    return Array.isArray(argument) && argument.length > step.position && hasPlace(argument[step.position], rest);
  if (!isObject(argument)) return false;
  const name = step === 'value' ? Object.keys(argument).find((member) => member !== 'data') : step.member;
  return name !== undefined && (rest.length === 0 || hasPlace((argument[name] as Wire | undefined) ?? {}, rest));
}
