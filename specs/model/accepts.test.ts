import { expect, test } from 'vitest';
import { accepts } from './accepts.ts';
import { buildAjv } from './compile.ts';
import { resultId } from './json-schema.ts';
import { methodOf, shapeOf, specOf, variantOf } from './testing/small-spec.ts';
import type { Json, Schema } from './types.ts';

const spec = specOf({ shapes: [shapeOf('Title', { type: 'string', maxLength: 3 })] });

test.each<[Schema, Json, Json]>([
  [{ $ref: 'Title' }, 'abc', 'abcd'],
  [{ type: 'array', items: { $ref: 'Title' } }, ['abc'], ['abcd']],
  [{ type: 'string', format: 'uuid' }, '123e4567-e89b-42d3-a456-426614174000', '123e4567'],
  [{ type: 'string', format: 'date-time' }, '2026-01-02T03:04:05Z', '2026-01-02'],
  [{ type: 'number', multipleOf: 0.01 }, 0.07, 0.075],
  [{ type: 'number', exclusiveMaximum: 2 }, 1.9, 2],
  [{ type: 'array', uniqueItems: true }, [1, 2], [1, 1]],
  // A field of a result is present by default; a member of an argument need not be.
  [{ type: 'object', properties: { a: {} }, additionalProperties: false }, {}, { b: 1 }],
])('%j takes %j, and not %j', (schema, good, bad) => {
  expect([accepts(spec, schema, good), accepts(spec, schema, bad)]).toEqual([true, false]);
  // Equal schemas are one.
  expect(accepts(spec, structuredClone(schema), good)).toBe(true);
});

test('results are held against the same formats and multiples', () => {
  const result: Schema = {
    type: 'object',
    properties: { id: { type: 'string', format: 'uuid' }, amount: { type: 'number', multipleOf: 0.01 } },
  };
  const { ajv } = buildAjv(specOf({ methods: [methodOf('get', { variants: [variantOf('default', result)] })] }));
  const validate = ajv.getSchema(resultId('get', 'default'))!;
  const id = '123e4567-e89b-42d3-a456-426614174000';
  expect(
    [
      { id, amount: 0.07 },
      { id: 'apple', amount: 0.07 },
      { id, amount: 0.075 },
    ].map((value) => validate(value)),
  ).toEqual([true, false, false]);
});
