import { describe, expect, it } from 'vitest';
import { shapeOf, specOf } from './testing/small-spec.ts';
import { wire } from './testing/wire.ts';
import { walk, type Place } from './walk.ts';
import type { Schema, Shape } from './types.ts';

const text: Schema = { type: 'string' };
const count: Schema = { type: 'integer' };

function placesOf(schema: Schema, json?: string, shapes: Shape[] = []): Place[] {
  const places: Place[] = [];
  walk(specOf({ shapes }), schema, (place) => places.push(place), json === undefined ? undefined : wire(json));
  return places;
}
const patterns = (...args: Parameters<typeof placesOf>): string[] => placesOf(...args).map(({ pattern }) => pattern);
const paths = (...args: Parameters<typeof placesOf>): string[] => placesOf(...args).map(({ path }) => path);

const tree: Schema = {
  type: 'object',
  properties: {
    tx: { type: 'array', items: { type: 'object', properties: { txid: text } } },
    pair: { type: 'array', prefixItems: [text], items: count },
  },
  additionalProperties: { type: 'object', properties: { size: count } },
};

describe('walk', () => {
  it('visits all places of a schema, parents first', () => {
    expect(patterns(tree)).toEqual(['', 'tx', 'tx[]', 'tx[].txid', 'pair', 'pair[0]', 'pair[]', '{}', '{}.size']);
  });

  it('visits the present parts of a value, with both paths', () => {
    const value = '{"data":{"size":1},"tx":[{},{"txid":"a"}],"pair":["a",1,2]}';
    expect(paths(tree, value)).toEqual([
      '',
      'data',
      'data.size',
      'tx',
      'tx[0]',
      'tx[1]',
      'tx[1].txid',
      'pair',
      'pair[0]',
      'pair[1]',
      'pair[2]',
    ]);
    expect(patterns(tree, value)).toEqual(['', '{}', '{}.size', 'tx', 'tx[]', 'tx[]', 'tx[].txid', 'pair', 'pair[0]', 'pair[]', 'pair[]']);
    expect(placesOf(tree, value).find(({ path }) => path === 'pair[2]')).toMatchObject({ schema: count, value: 2 });
  });

  it('returns schemas without references and allOf', () => {
    const schema: Schema = { allOf: [{ $ref: 'Base' }, { properties: { b: count } }] };
    const [top] = placesOf(schema, undefined, [shapeOf('Base', { type: 'object', properties: { a: text } })]);
    expect(top?.schema).toEqual({ type: 'object', properties: { a: text, b: count } });
  });

  it('visits the columns of a text, and with a value those that it has', () => {
    const texts: Schema = { type: 'object', additionalProperties: { ...text, columns: { a: text, b: { enum: ['x', 'y'] } } } };
    expect(patterns(texts)).toEqual(['', '{}', '{}.a', '{}.b']);
    const value = '{"one":"  p   y  z","two":"q","three":1}';
    expect(
      placesOf(texts, value)
        .map(({ path, value: here, column }) => [path, column, here])
        .slice(1),
    ).toEqual([
      ['one', undefined, '  p   y  z'],
      ['one.a', 0, 'p'],
      ['one.b', 1, 'y'],
      ['two', undefined, 'q'],
      ['two.a', 0, 'q'],
      ['three', undefined, 1],
    ]);
  });

  it('visits every branch of a union, and with a value the fitting one or none', () => {
    const union: Schema = { oneOf: [{ enum: ['a'] }, { type: 'object', properties: { a: text } }] };
    expect(patterns(union)).toEqual(['', '', 'a']);
    expect(paths(union, '"a"')).toEqual(['']);
    expect(paths(union, '{"a":"x"}')).toEqual(['', 'a']);
    expect(paths(union, '1')).toEqual([]);
  });

  it('enters a recursive shape once, and with a value to its full depth', () => {
    const shapes = [
      shapeOf('Node', { type: 'object', properties: { inner: { $ref: 'Node', presence: 'optional' } } }),
      shapeOf('Nest', { type: 'array', items: { $ref: 'Nest' } }),
      shapeOf('Left', { type: 'object', properties: { right: { $ref: 'Right' } } }),
      shapeOf('Right', { type: 'object', properties: { left: { $ref: 'Left' }, name: text } }),
    ];
    expect(patterns({ $ref: 'Node' }, undefined, shapes)).toEqual(['']);
    expect(patterns({ $ref: 'Nest' }, undefined, shapes)).toEqual(['']);
    expect(patterns({ $ref: 'Left' }, undefined, shapes)).toEqual(['', 'right', 'right.name']);
    expect(paths({ $ref: 'Node' }, '{"inner":{"inner":{}}}', shapes)).toEqual(['', 'inner', 'inner.inner']);
    expect(paths({ $ref: 'Nest' }, '[[],[[]]]', shapes)).toEqual(['', '[0]', '[1]', '[1][0]']);
  });

  it('reads no member from a prototype', () => {
    expect(paths({ type: 'object', properties: { a: text } }, '{"constructor":{}}')).toEqual(['']);
  });
});
