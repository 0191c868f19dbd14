import { describe, expect, it } from 'vitest';
import { fieldsOf } from './fields.ts';
import { nestedSchema } from './testing/nested-schema.ts';
import { shapeOf, specOf } from './testing/small-spec.ts';
import { wire } from './testing/wire.ts';
import type { Schema, Shape } from './types.ts';

const text: Schema = { type: 'string' };
const count: Schema = { type: 'integer' };
const spec = (...shapes: Shape[]) => specOf({ shapes });
const seen = (schema: Schema, json: string): string[] => [...fieldsOf(spec(), schema, wire(json))];

describe('fieldsOf', () => {
  const all = ['tx', 'by', 'pair', 'tx[].vin', 'tx[].vin[].txid', 'by{}.size', 'pair[0].a', 'pair[].b'];

  it('lists fields by the same paths with and without a value', () => {
    expect([...fieldsOf(spec(), nestedSchema)]).toEqual(all);
    expect(seen(nestedSchema, '{"tx":[{"vin":[{"txid":"a"},{"txid":"b"}]}],"by":{"x":{"size":1}},"pair":[{"a":""},{"b":""}]}')).toEqual(
      all,
    );
  });

  it('lists the columns of texts', () => {
    const texts: Schema = { type: 'array', items: { ...text, columns: { a: text, b: text } } };
    expect([...fieldsOf(spec(), texts)]).toEqual(['[].a', '[].b']);
    expect(seen(texts, '["x"]')).toEqual(['[].a']);
    expect(seen(texts, '["x y z"]')).toEqual(['[].a', '[].b']);
  });

  it('lists items of lists without fields, with a value only if there is an item', () => {
    const lists: Schema = {
      type: 'object',
      properties: { ids: { type: 'array', items: text }, of: { type: 'array', items: { type: 'array', prefixItems: [text, count] } } },
    };
    expect([...fieldsOf(spec(), lists)]).toEqual(['ids', 'of', 'ids[]', 'of[]']);
    expect(seen(lists, '{"ids":[],"of":[]}')).toEqual(['ids', 'of']);
    expect(seen(lists, '{"ids":["a"],"of":[["a",1]]}')).toEqual(['ids', 'of', 'ids[]', 'of[]']);
    expect([...fieldsOf(spec(), { type: 'array', items: text })]).toEqual(['[]']);
    expect(seen({ type: 'array', items: text }, '[]')).toEqual([]);
  });

  it('lists only present fields with a value', () => {
    expect(seen(nestedSchema, '{"tx":[{"vin":[]}],"by":{}}')).toEqual(['tx', 'by', 'tx[].vin']);
    expect(seen(nestedSchema, 'null')).toEqual([]);
    expect(seen(nestedSchema, '{"tx":"no list"}')).toEqual(['tx']);
  });

  it('lists a recursive shape once, and with a value to its full depth', () => {
    const node = shapeOf('Node', { type: 'object', properties: { name: text, inner: { $ref: 'Node', presence: 'optional' } } });
    expect([...fieldsOf(spec(node), { $ref: 'Node' })]).toEqual(['name', 'inner']);
    expect([...fieldsOf(spec(node), { $ref: 'Node' }, wire('{"name":"","inner":{"name":"","inner":{}}}'))]).toEqual([
      'name',
      'inner',
      'inner.name',
      'inner.inner',
    ]);
  });
});
