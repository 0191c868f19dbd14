import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { buildAjv } from './compile.ts';
import { argumentShapes, children, paramId, resultId, toJsonSchema } from './json-schema.ts';
import { methodOf, paramOf, shapeOf, specOf, variantOf } from './testing/small-spec.ts';
import type { Schema } from './types.ts';

const text: Schema = { type: 'string' };
const accepts = (schema: Schema, use: 'result' | 'param', value: unknown): boolean =>
  new Ajv2020({ strict: false }).compile(toJsonSchema(schema, use))(value) === true;

describe('toJsonSchema', () => {
  const object: Schema = {
    type: 'object',
    properties: {
      a: text,
      b: { ...text, presence: 'optional' },
      c: { ...text, presence: { when: { field: 'a', equals: 'x' } } },
      d: { ...text, presence: 'always' },
    },
  };

  it('requires only the unconditional fields of a result', () => {
    expect(toJsonSchema(object, 'result')['required']).toEqual(['a', 'd']);
    expect(accepts(object, 'result', { a: 'x', d: 'y' })).toBe(true);
    expect(accepts(object, 'result', { a: 'x', d: 'y', more: 1 })).toBe(true);
    expect(accepts(object, 'result', { a: 'x' })).toBe(false);
    expect(accepts(object, 'result', { a: 'x', d: 'y', b: 1 })).toBe(false);
  });

  it('requires only the listed members of an argument', () => {
    expect(accepts(object, 'param', {})).toBe(true);
    expect(accepts({ ...object, required: ['b'] }, 'param', { a: 'x' })).toBe(false);
    expect(accepts({ ...object, required: ['b'] }, 'result', { b: 'x' })).toBe(true);
  });

  it('drops additional keywords everywhere, and keeps fields with such names', () => {
    const schema: Schema = {
      type: 'object',
      reading: 'So.',
      properties: {
        unit: { type: 'number', unit: 'COIN' },
        presence: { type: 'array', items: { ...text, presence: 'optional' } },
      },
      additionalProperties: { ...text, defaultText: 'none', onInvalid: 'refuse' },
    };
    expect(toJsonSchema(schema, 'result')).toEqual({
      type: 'object',
      properties: { unit: { type: 'number' }, presence: { type: 'array', items: text } },
      additionalProperties: text,
      required: ['unit', 'presence'],
    });
  });

  it('keeps a closed object closed, and converts every kind of nested schema', () => {
    const field: Schema = { type: 'object', properties: { x: text } };
    const required = { ...field, required: ['x'] };
    expect(toJsonSchema({ additionalProperties: false }, 'param')).toEqual({ additionalProperties: false });
    expect(
      toJsonSchema({ oneOf: [field], anyOf: [field], allOf: [field], prefixItems: [field], items: field, propertyNames: text }, 'result'),
    ).toEqual({
      oneOf: [required],
      anyOf: [required],
      allOf: [required],
      prefixItems: [required],
      items: required,
      propertyNames: text,
    });
  });

  it('refers to shapes by the given function', () => {
    expect(toJsonSchema({ $ref: 'Txid', description: 'An id.' }, 'result')).toEqual({
      $ref: 'pyx:shape/Txid',
      description: 'An id.',
    });
    expect(toJsonSchema({ items: { $ref: 'Txid' } }, 'result', (name) => `#/${name}`)).toEqual({
      items: { $ref: '#/Txid' },
    });
  });
});

describe('children', () => {
  it('are the direct subschemas', () => {
    const named = (name: string): Schema => ({ description: name });
    const schema: Schema = {
      items: named('items'),
      prefixItems: [named('prefix')],
      properties: { a: named('property') },
      additionalProperties: named('more'),
      propertyNames: named('names'),
      oneOf: [named('one')],
      anyOf: [named('any')],
      allOf: [named('all')],
    };
    expect(
      children(schema)
        .map((child) => child.description)
        .sort(),
    ).toEqual(['all', 'any', 'items', 'more', 'names', 'one', 'prefix', 'property']);
    expect(children({ additionalProperties: false })).toEqual([]);
  });
});

describe('shapes used as arguments', () => {
  const shapes = [
    shapeOf('Options', { type: 'object', properties: { a: { $ref: 'Inner' } }, additionalProperties: false }),
    shapeOf('Inner', { type: 'object', properties: { x: text } }),
    shapeOf('Answer', { type: 'object', properties: { y: text, z: { $ref: 'Both' } } }),
    shapeOf('Both', { type: 'object', properties: { w: text }, required: [] }),
    shapeOf('Loop', { type: 'array', items: { $ref: 'Loop' } }),
  ];
  const methods = [
    methodOf('m', {
      params: [paramOf('options', { $ref: 'Options' }), paramOf('both', { $ref: 'Both' }), paramOf('loop', { $ref: 'Loop' })],
      variants: [variantOf('default', { $ref: 'Answer' })],
    }),
  ];

  it('are the shapes that no result uses', () => {
    expect([...argumentShapes(specOf({ methods, shapes }))].sort()).toEqual(['Inner', 'Loop', 'Options']);
  });

  it('do not require their members, unlike shapes of results', () => {
    const { ajv } = buildAjv(specOf({ methods, shapes }));
    expect(ajv.getSchema(paramId('m', 'options'))?.({ a: {} })).toBe(true);
    expect(ajv.getSchema(resultId('m', 'default'))?.({ y: 'x', z: {} })).toBe(true);
    expect(ajv.getSchema(resultId('m', 'default'))?.({ z: {} })).toBe(false);
  });
});
