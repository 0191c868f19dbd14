import { expect, test } from 'vitest';
import type { ValueSource } from '../../../fixtures/world/generate.ts';
import { Random } from '../../../fixtures/world/random.ts';
import type { World } from '../../../fixtures/world/world.ts';
import { paramOf, specOf } from '../../../specs/model/testing/small-spec.ts';
import type { Schema } from '../../../specs/model/types.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import type { Step } from './places.ts';
import { changeWithin, everyPlace, withoutMember } from './reach.ts';

const spec = specOf({});
const source: ValueSource = { world: {} as World, specification: { spec }, random: new Random('reach') };

const address: Schema = {
  type: 'object',
  required: ['city'],
  properties: { city: { type: 'string' }, zip: { type: 'integer' } },
  maxProperties: 2,
};
const schema: Schema = {
  type: 'object',
  properties: { tags: { type: 'array', items: { type: 'string' } }, address, grid: { type: 'array', items: { type: 'array', items: {} } } },
};

test('places are the argument, its members, and the items of lists', () => {
  expect(everyPlace(spec, paramOf('entry', schema)).map(({ name }) => name)).toEqual([
    'entry',
    'entry.tags',
    'entry.tags.item',
    'entry.tags.item-2',
    'entry.address',
    'entry.address.city',
    'entry.address.zip',
    'entry.grid',
    'entry.grid.item',
    'entry.grid.item.item',
    'entry.grid.item.item-2',
    'entry.grid.item-2',
  ]);
});

test('a list with positions of their own has each of them, and two of the further items if they fit', () => {
  const names = (schema: Schema): string[] => everyPlace(spec, paramOf('pair', schema)).map(({ name }) => name);
  const pair: Schema = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'object', properties: { a: {} } }], items: {} };
  expect(names(pair)).toEqual(['pair', 'pair.item-1', 'pair.item-2', 'pair.item', 'pair.item-4', 'pair.item-2.a']);
  expect(names({ ...pair, maxItems: 3 })).toEqual(['pair', 'pair.item-1', 'pair.item-2', 'pair.item', 'pair.item-2.a']);
  expect(names({ ...pair, maxItems: 1 })).toEqual(['pair', 'pair.item-1']);
});

const changed = (value: Wire | undefined, steps: readonly Step[], within = schema): Promise<Wire> =>
  changeWithin(source, { schema: within, value, steps }, async () => 7);

test('a changed place keeps what is around it, and what leads to it is made whole', async () => {
  expect(await changed({ tags: ['a', 'b'] }, [{ member: 'tags' }, 'item'])).toEqual({ tags: [7, 'b'] });
  expect(await changed({}, [{ member: 'address' }, { member: 'zip' }])).toEqual({
    address: { city: expect.any(String) as string, zip: 7 },
  });
  expect(await changed(undefined, [{ member: 'tags' }, 'item'])).toEqual({ tags: [7] });
  expect(await changed(undefined, [{ member: 'tags' }, { position: 2 }])).toEqual({ tags: [expect.any(String), expect.any(String), 7] });
  expect(await changed({ tags: ['a', 'b', 'c'] }, [{ member: 'tags' }, { position: 1 }])).toEqual({ tags: ['a', 7, 'c'] });
  const pair: Schema = { type: 'array', prefixItems: [{ const: 'x' }, { const: 'y' }], items: { const: 'z' } };
  expect(await changed(undefined, [{ position: 0 }], pair)).toEqual([7, 'y']);
  expect(await changed(['x'], [{ position: 3 }], pair)).toEqual(['x', 'y', 'z', 7]);
  const map: Schema = { type: 'object', propertyNames: { pattern: '^k[0-9]$' }, additionalProperties: { type: 'string' } };
  expect(await changed({ k1: 'a', k2: 'b' }, ['value'], map)).toEqual({ k1: 7, k2: 'b' });
  expect(Object.entries((await changed({}, ['value'], map)) as object)).toEqual([[expect.stringMatching(/^k[0-9]$/), 7]]);
});

test('a member that is added takes the place of another where no more are allowed', async () => {
  const full: Schema = { ...address, properties: { ...address.properties, street: {} } };
  expect(await changed({ city: 'x', zip: 1 }, [{ member: 'street' }], full)).toEqual({ city: 'x', street: 7 });
});

test('an object without a required member still has as many as it needs', async () => {
  const value = await withoutMember(source, { ...address, minProperties: 2 }, 'city', { city: 'x', zip: 1 });
  expect(Object.keys(value as object)).toEqual(['zip', expect.any(String) as string]);
  expect(await withoutMember(source, { ...address, additionalProperties: false, minProperties: 2 }, 'city', { city: 'x', zip: 1 })).toEqual(
    {
      zip: 1,
    },
  );
});
