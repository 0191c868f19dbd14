import { stringify } from '../../../../client/wire-json.ts';
import { moreItem, moreMembers, valueFor } from '../../../../fixtures/world/generate.ts';
import { Random } from '../../../../fixtures/world/random.ts';
import { Unavailable } from '../../../../fixtures/world/world-errors.ts';
import { accepts } from '../../../../specs/model/accepts.ts';
import { alternatives, isObject } from '../../../../specs/model/resolve.ts';
import type { Schema, Spec } from '../../../../specs/model/types.ts';
import type { Wire } from '../../../../specs/model/wire.ts';
import { withRoom } from '../reach.ts';
import { fitting } from './texts.ts';
import type { PartChange, PartKeyword } from './violation.ts';

/** Most items or members that are made to exceed a limit. */
const MAX_PARTS = 1000;

type Members = { [name: string]: Wire };

/** How each keyword of lists and objects is violated. */
export const partChanges: { readonly [K in PartKeyword]: PartChange } = {
  minItems: {
    isPossible: (_, { minItems = 0 }) => minItems > 0,
    change: async (_, { minItems = 0 }, valid) => listIn(valid).slice(0, minItems - 1),
  },
  maxItems: {
    isPossible: (spec, { maxItems = 0, uniqueItems, items }) =>
      maxItems < MAX_PARTS && (uniqueItems !== true || numberOfValues(spec, items) > maxItems),
    change: async (source, schema, valid) => {
      const { maxItems = 0, uniqueItems } = schema;
      const list = [...listIn(valid)];
      // What is valid as an item may be repeated, and another living one need not exist.
      while (list.length <= maxItems) {
        const last = list.at(-1);
        const isTuple = list.length <= (schema.prefixItems?.length ?? 0);
        list.push(uniqueItems === true || last === undefined || isTuple ? await moreItem(source, schema, list) : last);
      }
      return list;
    },
  },
  uniqueItems: {
    isPossible: (_, schema) => schema.uniqueItems === true && (hasRoomForTwo(schema) || alikePositions(schema) !== undefined),
    change: async (source, schema, valid) => {
      const { prefixItems = [], maxItems = Infinity } = schema;
      const [at, other] = hasRoomForTwo(schema) ? [prefixItems.length] : (alikePositions(schema) ?? [0, 0]);
      const list = [...listIn(valid)];
      while (list.length <= Math.max(at, other ?? 0)) list.push(await moreItem(source, schema, list));
      const repeated = list[at] as Wire;
      return other === undefined ? [...list.slice(0, maxItems - 1), repeated] : list.with(other, repeated);
    },
  },
  additionalProperties: {
    isPossible: (spec, schema) => schema.additionalProperties === false && unknownName(spec, schema) !== undefined,
    change: async ({ specification: { spec } }, schema, valid) => ({ ...membersIn(valid), [unknownName(spec, schema) ?? 'pyx']: 1 }),
  },
  minProperties: {
    isPossible: (_, { minProperties = 0, required = [] }) => required.length < minProperties,
    change: async (_, { minProperties = 0, required = [] }, valid) => {
      const members = Object.entries(membersIn(valid));
      const needed = members.filter(([name]) => required.includes(name));
      const others = members.filter(([name]) => !required.includes(name));
      return Object.fromEntries([...needed, ...others].slice(0, Math.max(needed.length, minProperties - 1)));
    },
  },
  maxProperties: {
    isPossible: (_, { maxProperties = 0, properties = {}, additionalProperties }) =>
      maxProperties < MAX_PARTS && (additionalProperties !== false || Object.keys(properties).length > maxProperties),
    change: async (source, schema, valid) => {
      const { maxProperties = 0 } = schema;
      const members = { ...membersIn(valid) };
      while (Object.keys(members).length <= maxProperties) {
        const added = await moreMembers(source, schema, members);
        if (!added) throw new Unavailable(`no object of more than ${maxProperties} members was found`);
        Object.assign(members, added);
      }
      return members;
    },
  },
};

/** How many different values an item can have, if they are listed. */
function numberOfValues(spec: Spec, items: Schema | undefined): number {
  const forms = items === undefined ? [{}] : alternatives(spec, items);
  const counts = forms.map(({ enum: listed, const: constant, type }: Schema) =>
    constant !== undefined ? 1 : listed ? new Set(listed.map((value) => stringify(value))).size : type === 'boolean' ? 2 : Infinity,
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Whether a list can have two items that are not at positions of their own. */
const hasRoomForTwo = ({ prefixItems = [], maxItems = Infinity }: Schema): boolean => maxItems >= prefixItems.length + 2;

/** Two positions with one schema. */
function alikePositions({ prefixItems = [], maxItems = Infinity }: Schema): readonly [number, number] | undefined {
  const texts = prefixItems.slice(0, maxItems).map((item) => JSON.stringify(item));
  const other = texts.findIndex((item, index) => texts.indexOf(item) < index);
  return other === -1 ? undefined : [texts.indexOf(texts[other] as string), other];
}

/** An object with one more member, whose name is drawn. */
export const withMember =
  (draw: (random: Random) => Wire): PartChange['change'] =>
  async (source, schema, valid) => {
    const { properties = {}, additionalProperties } = schema;
    const name = String(draw(source.random));
    const member = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    return { ...withRoom(schema, membersIn(valid)), [name]: await valueFor(source, member || {}) };
  };

/** A name that is valid where names are data, and is none of the listed ones; undefined if none is found. */
function unknownName(spec: Spec, { properties = {}, propertyNames }: Schema): string | undefined {
  const isUnknown = (name: string): boolean => !Object.hasOwn(properties, name);
  if (!propertyNames) {
    let name = 'pyx';
    while (!isUnknown(name)) name += 'x';
    return name;
  }
  return alternatives(spec, { type: 'string', ...propertyNames })
    .flatMap((form) => ['pyx', ...(form.enum ?? []), fitting(spec, form, new Random('an unknown member'))])
    .filter((name) => typeof name === 'string')
    .find((name) => isUnknown(name) && accepts(spec, propertyNames, name));
}

function listIn(value: Wire): readonly Wire[] {
  if (!Array.isArray(value)) throw new Unavailable('the valid value is not a list');
  return value;
}

function membersIn(value: Wire): Members {
  if (!isObject(value)) throw new Unavailable('the valid value is not an object');
  return value as Members;
}
