import { stringify } from '../../../client/wire-json.ts';
import { moreItem, moreMembers, valueFor } from '../../../fixtures/world/generate.ts';
import { Unavailable } from '../../../fixtures/world/world-errors.ts';
import { accepts } from '../../../specs/model/accepts.ts';
import { alternatives, isObject } from '../../../specs/model/resolve.ts';
import type { Schema, Spec } from '../../../specs/model/types.ts';
import type { Wire } from '../../../specs/model/wire.ts';
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
    isPossible: (_, { uniqueItems, maxItems = Infinity }) => uniqueItems === true && maxItems >= 2,
    change: async (source, { items = {}, maxItems = Infinity }, valid) => {
      const list = listIn(valid);
      const first = list[0] ?? (await valueFor(source, items));
      return [first, ...list.slice(1, maxItems - 1), first];
    },
  },
  additionalProperties: {
    isPossible: (spec, { additionalProperties, propertyNames }) =>
      additionalProperties === false && (propertyNames === undefined || accepts(spec, propertyNames, 'pyx')),
    change: async (_, { properties = {} }, valid) => ({ ...membersIn(valid), [unknownName(properties)]: 1 }),
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

function unknownName(properties: { readonly [name: string]: Schema }): string {
  let name = 'pyx';
  while (Object.hasOwn(properties, name)) name += 'x';
  return name;
}

function listIn(value: Wire): readonly Wire[] {
  if (!Array.isArray(value)) throw new Unavailable('the valid value is not a list');
  return value;
}

function membersIn(value: Wire): Members {
  if (!isObject(value)) throw new Unavailable('the valid value is not an object');
  return value as Members;
}
