import { LosslessNumber } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { alternatives, resolve } from './resolve.ts';
import { shapeOf, specOf } from './testing/small-spec.ts';
import type { Schema, Shape } from './types.ts';

const text: Schema = { type: 'string' };
const count: Schema = { type: 'integer' };
const spec = (...shapes: Shape[]) => specOf({ shapes });

describe('resolve', () => {
  const shapes = [
    shapeOf('Text', { ...text, description: 'Of the shape.' }),
    shapeOf('Alias', { $ref: 'Text' }),
    shapeOf('Either', { oneOf: [{ $ref: 'Alias' }, { anyOf: [{ type: 'array', items: count }, { type: 'null' }] }] }),
    shapeOf('Base', { type: 'object', properties: { a: text } }),
  ];
  const own = spec(...shapes);

  it('follows references and keeps their siblings', () => {
    expect(resolve(own, { $ref: 'Alias', presence: 'optional' })).toEqual({
      type: 'string',
      description: 'Of the shape.',
      presence: 'optional',
    });
    expect(resolve(own, { $ref: 'Alias', description: 'Here.' }).description).toBe('Here.');
  });

  it('selects the branch that fits the value, at any depth', () => {
    expect(resolve(own, { $ref: 'Either' }, 'x').type).toBe('string');
    expect(resolve(own, { $ref: 'Either' }, [1]).type).toBe('array');
    expect(resolve(own, { $ref: 'Either' }, null).type).toBe('null');
    expect(resolve(own, { $ref: 'Either' }, 1)).toEqual({});
  });

  it('distinguishes numbers, values and objects', () => {
    const numbers: Schema = {
      oneOf: [{ type: 'integer' }, { type: 'number', unit: 'COIN' }, { enum: ['a'] }, { const: 'b' }],
    };
    expect(resolve(own, numbers, 1)).toEqual({ type: 'integer' });
    expect(resolve(own, numbers, new LosslessNumber('1.5')).unit).toBe('COIN');
    expect(resolve(own, numbers, 'a').enum).toEqual(['a']);
    expect(resolve(own, numbers, 'b').const).toBe('b');
    const objects: Schema = {
      oneOf: [
        { type: 'object', properties: { error: text } },
        { type: 'object', properties: { ok: text, note: { ...text, presence: 'optional' } } },
      ],
    };
    expect(Object.keys(resolve(own, objects, { ok: 'x' }).properties ?? {})).toEqual(['ok', 'note']);
  });

  it('lets a closed object fit without its optional members', () => {
    const options: Schema = {
      oneOf: [{ type: 'object', properties: { a: text }, additionalProperties: false }, { type: 'boolean' }],
    };
    expect(resolve(own, options, {}).type).toBe('object');
  });

  it('merges allOf, and keeps a nested union', () => {
    expect(resolve(own, { allOf: [{ $ref: 'Base' }, { properties: { b: count } }] })).toEqual({
      type: 'object',
      properties: { a: text, b: count },
    });
    expect(alternatives(own, { allOf: [{ description: 'D.' }, { oneOf: [text, count] }] })).toEqual([
      { description: 'D.', type: 'string' },
      { description: 'D.', type: 'integer' },
    ]);
  });

  it('is computed once for each schema', () => {
    const schema: Schema = { $ref: 'Alias' };
    expect(alternatives(own, schema)).toBe(alternatives(own, schema));
    const otherwise = spec(shapeOf('Alias', count));
    expect(alternatives(otherwise, schema)).toEqual([count]);
  });

  it('refuses circular references and missing shapes', () => {
    const circle = spec(shapeOf('A', { $ref: 'B' }), shapeOf('B', { oneOf: [{ $ref: 'A' }] }));
    expect(() => resolve(circle, { $ref: 'A' })).toThrow('references of the specification are circular');
    expect(() => resolve(own, { $ref: 'Gone' })).toThrow('no shape Gone in the specification');
  });
});
