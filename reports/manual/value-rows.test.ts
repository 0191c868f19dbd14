import { expect, test } from 'vitest';
import { nestedSchema } from '../../specs/model/testing/nested-schema.ts';
import { shapeOf, specOf } from '../../specs/model/testing/small-spec.ts';
import type { Schema } from '../../specs/model/types.ts';
import { valueRows } from './value-rows.ts';

const text: Schema = { type: 'string' };
const shown = (spec = specOf({}), schema: Schema = {}): string[] =>
  valueRows(spec, schema).map(({ path, name, depth, required }) => `${depth} ${name} ${path}${required ? ' required' : ''}`);

test('each place follows the one that it is in', () => {
  expect(shown(specOf({}), nestedSchema)).toEqual([
    '0 tx tx',
    '1 vin tx[].vin',
    '2 txid tx[].vin[].txid',
    '0 by by',
    '1 {} by{}',
    '2 size by{}.size',
    '0 pair pair',
    '1 [0] pair[0]',
    '2 a pair[0].a',
    '1 b pair[].b',
  ]);
});

test('the items of a list have a row if they have no places of their own', () => {
  expect(shown(specOf({}), { type: 'array', items: text })).toEqual(['0 [] []']);
});

test('the columns of a text are places', () => {
  expect(shown(specOf({}), { type: 'string', columns: { a: text, b: text } })).toEqual(['0 a a', '0 b b']);
});

test('a place that several forms of a union have is one row, and what one of them adds stays within its place', () => {
  const first: Schema = { type: 'object', properties: { a: { type: 'object', properties: { x: text } }, b: text } };
  const second: Schema = { type: 'object', properties: { a: { type: 'object', properties: { y: text } } }, required: ['a'] };
  expect(shown(specOf({}), { oneOf: [first, second] })).toEqual(['0 a a required', '1 x a.x', '1 y a.y', '0 b b']);
});

test('a shape within itself is shown once', () => {
  const spec = specOf({ shapes: [shapeOf('Tree', { type: 'object', properties: { name: text, inner: { $ref: 'Tree' } } })] });
  const rows = shown(spec, { $ref: 'Tree' });
  expect(rows.slice(0, 2)).toEqual(['0 name name', '0 inner inner']);
  expect(rows.length).toBeLessThan(8);
});
