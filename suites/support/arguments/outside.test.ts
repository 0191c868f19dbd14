import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { valueFor, type ValueSource } from '../../../fixtures/world/generate.ts';
import { Random } from '../../../fixtures/world/random.ts';
import type { World } from '../../../fixtures/world/world.ts';
import { Unavailable } from '../../../fixtures/world/world-errors.ts';
import { addTextFormats } from '../../../specs/model/schema-reading.ts';
import { paramOf, specOf } from '../../../specs/model/testing/small-spec.ts';
import type { Schema } from '../../../specs/model/types.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { outsideOf } from './outside.ts';

const spec = specOf({});
const sourceOf = (seed: string): ValueSource => ({ world: {} as World, specification: { spec }, random: new Random(seed) });
const ajv = new Ajv2020({ strict: false, allErrors: true, multipleOfPrecision: 10 });
addTextFormats(ajv);

const name: Schema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', maxLength: 9 } },
  additionalProperties: false,
};

/** The name of each invalid value, with where and by which keywords ajv refuses it; or why there is none. */
async function refusals(schema: Schema, seed: string): Promise<string[]> {
  const validate = ajv.compile(schema);
  return Promise.all(
    outsideOf(spec, paramOf('x', schema), 'each-keyword').map(async ({ place, slug, make }) => {
      const valid = await valueFor(sourceOf(`${seed} valid`), schema);
      expect(validate(valid), JSON.stringify(validate.errors)).toBe(true);
      let value: Wire;
      try {
        value = await make(sourceOf(seed), valid);
      } catch (error) {
        if (error instanceof Unavailable) return `${place}:${slug} none`;
        throw error;
      }
      expect(validate(value), `${place}:${slug} ${JSON.stringify(value)}`).toBe(false);
      const errors = (validate.errors ?? []).filter(({ propertyName }) => propertyName === undefined);
      return `${place}:${slug} ${errors.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`).join(', ')}`;
    }),
  );
}

test.each<[string, Schema, string[]]>([
  [
    'each position, the first further item and the next',
    {
      type: 'array',
      prefixItems: [{ type: 'string', maxLength: 3 }, { enum: ['a', 'b'] }],
      items: { type: 'number', maximum: 5 },
      maxItems: 4,
    },
    [
      'x:maxItems  maxItems',
      'x.item-1:type /0 type',
      'x.item-1:maxLength /0 maxLength',
      'x.item-2:no-such-value /1 enum',
      'x.item:type /2 type',
      'x.item:above-maximum /2 maximum',
      'x.item-4:type /3 type',
      'x.item-4:above-maximum /3 maximum',
    ],
  ],
  [
    'no further item',
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'string' }], maxItems: 2 },
    ['x:maxItems  maxItems', 'x.item-1:type /0 type', 'x.item-2:type /1 type'],
  ],
  [
    'a member of an object in a list',
    { type: 'array', items: name },
    [
      'x.item:type /0 type',
      'x.item:unknown-member /0 additionalProperties',
      'x.item-2:type /1 type',
      'x.item-2:unknown-member /1 additionalProperties',
      'x.name:type /0/name type',
      'x.name:maxLength /0/name maxLength',
    ],
  ],
  [
    'an object at a position',
    { type: 'array', prefixItems: [{ type: 'boolean' }, name] },
    [
      'x.item-1:type /0 type',
      'x.item-2:type /1 type',
      'x.item-2:unknown-member /1 additionalProperties',
      'x.item-2.name:type /1/name type',
      'x.item-2.name:maxLength /1/name maxLength',
    ],
  ],
  [
    'names that are data',
    { type: 'object', propertyNames: { pattern: '^[a-z]+$', maxLength: 9 }, additionalProperties: { type: 'boolean' }, maxProperties: 2 },
    [
      'x:propertyNames.pattern  propertyNames',
      'x:propertyNames.maxLength  propertyNames',
      'x:maxProperties  maxProperties',
      'x.value:type /*/ type',
    ],
  ],
])('%s: each invalid value is refused there and for that alone', async (_, schema, expected) => {
  for (const seed of ['1', '2', '3']) {
    const found = await refusals(schema, seed);
    expect(found.map((line) => line.replace(/ \/[a-z]+ type$/, ' /*/ type'))).toEqual(expected);
  }
});

const size = (maxLength: number): Schema => ({ type: 'object', required: ['a'], properties: { a: { type: 'string', maxLength } } });

test.each<[string, Schema]>([
  ['forms that differ in the limit of a member', { anyOf: [size(3), size(9)] }],
  [
    'the wider one first',
    {
      oneOf: [
        { ...size(9), required: ['a', 'b'] },
        { ...size(3), additionalProperties: false },
      ],
    },
  ],
  [
    'forms with a member that tells them apart',
    {
      oneOf: [
        { type: 'object', required: ['kind', 'a'], properties: { kind: { const: 'one' }, a: { type: 'integer', maximum: 3 } } },
        { type: 'object', required: ['kind', 'a'], properties: { kind: { const: 'two' }, a: { type: 'integer', minimum: 9 } } },
      ],
    },
  ],
  [
    'a list whose items another form takes',
    {
      anyOf: [
        { type: 'array', items: { maximum: 3 } },
        { type: 'array', items: { type: 'integer' } },
      ],
    },
  ],
  ['a form that takes everything', { anyOf: [{ type: 'string', maxLength: 3 }, {}] }],
  [
    'siblings of a union',
    { type: 'object', properties: { a: { type: 'integer' }, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
  ],
])('of a union, what another form takes is not sent: %s', async (_, schema) => {
  for (const seed of ['1', '2', '3', '4', '5', '6']) await refusals(schema, seed); // each is held against ajv
});

test('forms with a member that tells them apart have a case for a limit of each', async () => {
  const form = (kind: string, limit: Schema): Schema => ({
    type: 'object',
    required: ['kind', 'a'],
    properties: { kind: { const: kind }, a: { type: 'integer', ...limit } },
  });
  const found = await refusals({ oneOf: [form('one', { maximum: 3 }), form('two', { minimum: 9 })] }, '1');
  expect(found.filter((line) => line.endsWith('none'))).toEqual([]);
  expect(found.join()).toContain('x.a:above-maximum');
});
