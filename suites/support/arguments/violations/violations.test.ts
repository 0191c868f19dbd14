import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { addTextFormats } from '../../../../specs/model/schema-reading.ts';
import { specOf } from '../../../../specs/model/testing/small-spec.ts';
import type { Schema } from '../../../../specs/model/types.ts';
import type { Wire } from '../../../../specs/model/wire.ts';
import { valueFor, type ValueSource } from '../../../../fixtures/world/generate.ts';
import { Random } from '../../../../fixtures/world/random.ts';
import type { World } from '../../../../fixtures/world/world.ts';
import { violationsOf } from './violations.ts';

const spec = specOf({});
const source = (seed: string): ValueSource => ({ world: {} as World, specification: { spec }, random: new Random(seed) });

const ajv = new Ajv2020({ strict: false, allErrors: true, multipleOfPrecision: 10 });
addTextFormats(ajv);

/** The keywords by which a validator that knows nothing of Pyx refuses a value. */
function refusedBy(schema: object, value: unknown): string[] {
  const validate = ajv.compile(schema);
  validate(value);
  return [...new Set((validate.errors ?? []).map(({ keyword }) => keyword))];
}

/** Schemas, each with the keywords of which there is a violation. */
const table: [schema: Schema, keywords: string[]][] = [
  [{ type: 'string', minLength: 1 }, ['minLength']],
  [{ type: 'string', minLength: 3, maxLength: 20, pattern: '^[a-z ]+$' }, ['minLength', 'maxLength', 'pattern']],
  [{ type: 'string', minLength: 1, maxLength: 20, pattern: '^\\S' }, ['maxLength', 'pattern']], // an empty text has no such form
  [{ type: 'string', maxLength: 4, pattern: '^([0-9a-f]{2})*$' }, ['maxLength', 'pattern']],
  [{ type: 'string', maxLength: 5 }, ['maxLength']],
  [{ type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' }, ['pattern']],
  [{ type: 'string', minLength: 4, maxLength: 4, pattern: '^[0-9a-f]{4}$' }, ['pattern']], // its length is that of its pattern
  [{ type: 'string', pattern: '^(?=.*[0-9])[a-z0-9]+$' }, ['pattern']],
  [{ type: 'string', minLength: 0 }, []],
  [{ type: 'string', format: 'uuid' }, ['format']],
  [{ type: 'string', format: 'date' }, ['format']],
  [{ type: 'string', format: 'time' }, ['format']],
  [{ type: 'string', format: 'date-time' }, ['format']],
  [{ type: 'string', format: 'duration' }, ['format']],
  [{ type: 'string', format: 'email', maxLength: 40 }, ['format', 'maxLength']],
  [{ type: 'string', format: 'hostname' }, ['format']],
  [{ type: 'string', format: 'ipv4' }, ['format']],
  [{ type: 'string', format: 'ipv6' }, ['format']],
  [{ type: 'string', format: 'uri', pattern: '^https:' }, ['format', 'pattern']],
  [{ type: 'string', format: 'uri-reference' }, ['format']],
  [{ type: 'string', format: 'json-pointer' }, ['format']],
  [{ type: 'integer', minimum: 1, maximum: 9 }, ['minimum', 'maximum']],
  [{ type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 9 }, ['exclusiveMinimum', 'exclusiveMaximum']],
  [{ type: 'integer', minimum: 10, maximum: 30, multipleOf: 5 }, ['minimum', 'maximum', 'multipleOf']],
  [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.01 }, ['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
  [{ type: 'number', minimum: 0.25, maximum: 0.75 }, ['minimum', 'maximum']],
  [{ type: 'integer', minimum: -9, maximum: -3 }, ['minimum', 'maximum']],
  [{ type: 'integer', maximum: -3 }, ['maximum']],
  [{ type: 'integer', multipleOf: 1 }, []], // every integer is one
  [{ type: 'integer', multipleOf: 2.5 }, ['multipleOf']],
  [{ type: ['integer', 'null'], minimum: 2 }, ['minimum']],
  [{ type: 'string', enum: ['a', 'b'] }, ['enum']],
  [{ type: 'string', enum: ['pyx', 'b'], maxLength: 3 }, ['enum']],
  [{ type: 'integer', enum: [1, 2] }, ['enum']],
  [{ type: 'boolean', enum: [true] }, ['enum']],
  [{ type: 'boolean', enum: [true, false] }, []],
  [{ const: 'a' }, ['const']],
  [{ type: 'integer', const: 7 }, ['const']],
  [{ type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 3, uniqueItems: true }, ['minItems', 'maxItems', 'uniqueItems']],
  [{ type: 'array', items: { enum: ['a', 'b'] }, maxItems: 2, uniqueItems: true }, ['uniqueItems']],
  [{ type: 'array', items: { enum: ['a', 'b'] }, maxItems: 1, uniqueItems: true }, ['maxItems']],
  [{ type: 'array', items: { type: 'string' }, maxItems: 1 }, ['maxItems']],
  [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], minItems: 2, maxItems: 2 }, ['minItems', 'maxItems']],
  [{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }, ['additionalProperties']],
  [{ type: 'object', properties: { pyx: {} }, additionalProperties: false }, ['additionalProperties']],
  [
    { type: 'object', properties: { a: { type: 'string' }, b: {}, c: {}, d: {} }, required: ['a'], minProperties: 2, maxProperties: 3 },
    ['minProperties', 'maxProperties'],
  ],
  [{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'], minProperties: 1 }, []], // a is missing too
  [{ type: 'object', properties: { a: {}, b: {} }, maxProperties: 2, additionalProperties: false }, ['additionalProperties']],
  [
    {
      type: 'object',
      additionalProperties: { type: 'integer' },
      propertyNames: { pattern: '^k[0-9]+$' },
      minProperties: 2,
      maxProperties: 4,
    },
    ['minProperties', 'maxProperties', 'propertyNames.pattern'],
  ],
  [
    { type: 'object', additionalProperties: { type: 'integer' }, propertyNames: { minLength: 2, maxLength: 9 }, maxProperties: 2 },
    ['maxProperties', 'propertyNames.minLength', 'propertyNames.maxLength'],
  ],
  [{ type: 'object', propertyNames: { enum: ['a', 'b'] } }, ['propertyNames.no-such-value']],
  [
    { type: 'object', properties: { k1: {} }, propertyNames: { pattern: '^k[0-9]$' }, additionalProperties: false },
    ['additionalProperties'], // no other name may be there
  ],
  [{ type: 'object', properties: { a: {}, b: {} }, propertyNames: { enum: ['a', 'b'] }, additionalProperties: false }, []],
  [
    { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'integer' }, uniqueItems: true, maxItems: 4 },
    ['uniqueItems', 'maxItems'],
  ],
  [{ type: 'array', prefixItems: [{ type: 'integer' }, { type: 'integer' }], uniqueItems: true, maxItems: 2 }, ['uniqueItems', 'maxItems']],
  [{ type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }], uniqueItems: true, maxItems: 2 }, ['maxItems']],
  [{ allOf: [{ type: 'string', minLength: 2 }, { maxLength: 4 }] }, ['minLength', 'maxLength']],
];

const isNotOfType = (keyword: string): boolean => keyword !== 'type';

test.each(table)('%j: a valid value fits, and each violation is of one keyword alone', async (schema, keywords) => {
  const violations = violationsOf(spec, schema);
  expect(
    violations
      .map(({ slug, keyword }) => (keyword === 'propertyNames' ? slug : keyword))
      .filter(isNotOfType)
      .sort(),
  ).toEqual([...keywords].sort());
  for (let seed = 0; seed < 5; seed++) {
    const living = source(`valid ${seed}`);
    const valid = async (): Promise<Wire> => valueFor(living, schema);
    // fast-check has no texts for a lookahead.
    const isMade = schema.pattern?.includes('(?=') !== true;
    if (isMade) expect(refusedBy(schema, await valid())).toEqual([]);
    else await expect(valid()).rejects.toThrow('no text can be made for the pattern');
    for (const { keyword, make } of violations) {
      const value = await make(source(`${keyword} ${seed}`), valid);
      // The keyword of the name is refused with the name.
      const refused = refusedBy(schema, value).filter((found) => keyword !== 'propertyNames' || found === keyword);
      expect(refused, `${keyword}: ${JSON.stringify(value)}`).toEqual([keyword]);
    }
  }
});

test('the nearest forbidden value is tried', async () => {
  const made = async (schema: Schema, slug: string): Promise<Wire> => {
    const violation = violationsOf(spec, schema).find((candidate) => candidate.slug === slug);
    return violation!.make(source('near'), async () => valueFor(source('valid'), schema));
  };
  expect(await made({ type: 'integer', minimum: 10, multipleOf: 5 }, 'below-minimum')).toBe(5);
  expect(await made({ type: 'number', exclusiveMaximum: 1 }, 'exclusiveMaximum')).toBe(1);
  expect(await made({ type: 'string', maxLength: 20, pattern: '^[a-z]+$' }, 'maxLength')).toHaveLength(21);
  expect(await made({ type: 'string', minLength: 1 }, 'minLength')).toBe('');
  expect(await made({ type: 'array', items: { type: 'integer' }, maxItems: 3 }, 'maxItems')).toHaveLength(4);
  expect(await made({ enum: ['a', 'b'] }, 'no-such-value')).toBe('pyx');
});

test('a value that another form of a union takes violates nothing', () => {
  const ofUnion = violationsOf(spec, {
    oneOf: [
      { type: 'integer', minimum: 5 },
      { type: 'integer', maximum: 4 },
    ],
  });
  expect(ofUnion.map(({ slug }) => slug)).toEqual(['type', 'fraction']);
  const slugs = violationsOf(spec, { oneOf: [{ type: 'integer', minimum: 5 }, { const: 'now' }] }).map(({ slug }) => slug);
  expect(slugs).toEqual(['type', 'fraction', 'below-minimum', 'no-such-value']);
});

test.each<[Schema, string[]]>([
  [{ type: 'string', minLength: 3 }, ['type']],
  [{ type: 'string', enum: ['a'] }, []], // a value of another type is not listed either
  [{ type: ['string', 'null'] }, ['type']],
  [{ type: 'integer' }, ['type', 'fraction']],
  [{ type: 'integer', minimum: 3, maximum: 4 }, ['type', 'fraction']],
  [{ type: 'integer', minimum: 3, maximum: 3 }, ['type']], // every fraction is below or above
  [{ type: 'integer', multipleOf: 2.5 }, ['type', 'fraction']],
  [{ type: 'integer', multipleOf: 5 }, ['type']],
  [{ type: 'number', minimum: 3 }, ['type']],
  [{ type: ['integer', 'number'] }, ['type']],
  [{ type: 'object', required: ['a'] }, ['type']],
  [{ minLength: 3 }, []],
  [{ anyOf: [{ type: 'string' }, { minimum: 5 }] }, []], // the second form takes all types
])('%j: the type is violated by another type and by a fraction', (schema, slugs) => {
  const violations = violationsOf(spec, schema).filter(({ keyword }) => keyword === 'type');
  expect(violations.map(({ slug }) => slug)).toEqual(slugs);
  for (const { draw } of violations) expect(refusedBy(schema, draw!(new Random('type')))).toEqual(['type']);
});
