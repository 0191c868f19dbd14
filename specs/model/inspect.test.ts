import { describe, expect, it } from 'vitest';
import { inspect, type Remark } from './inspect.ts';
import { nestedSchema } from './testing/nested-schema.ts';
import { methodOf, paramOf, shapeOf, specOf } from './testing/small-spec.ts';
import { wire } from './testing/wire.ts';
import type { Presence, Schema, Shape } from './types.ts';

const text: Schema = { type: 'string' };
const count: Schema = { type: 'integer' };
const amount: Schema = { $ref: 'Amount' };
const method = methodOf('m', { params: [paramOf('verbose', { type: 'boolean' }, { default: false })] });
const spec = (...shapes: Shape[]) =>
  specOf({ methods: [method], shapes: [shapeOf('Amount', { type: 'number', unit: 'COIN' }), ...shapes] });

type Shown = Pick<Remark, 'check' | 'path' | 'message'>;

function look(schema: Schema, json: string, args: Record<string, unknown> = {}, shapes: Shape[] = []): Shown[] {
  return inspect(spec(...shapes), schema, wire(json), { method, args }).map(({ check, path, message }) => ({ check, path, message }));
}
const remarks = (found: readonly Shown[]): string[] => found.map(({ check, path }) => `${check} ${path}`);

describe('presence', () => {
  const when: Schema = {
    type: 'object',
    properties: { height: count, previous: { ...text, presence: { when: { field: 'height', above: 0 } } } },
  };
  const withPrevious = (presence: Presence): Schema => ({
    type: 'object',
    properties: { height: count, previous: { ...text, presence } },
  });
  const above = { field: 'height', above: 0 };

  it('is required while the condition holds, and not forbidden otherwise', () => {
    expect(remarks(look(when, '{"height":1,"previous":"a"}'))).toEqual([]);
    expect(remarks(look(when, '{"height":0}'))).toEqual([]);
    expect(remarks(look(when, '{"height":0,"previous":"a"}'))).toEqual([]);
    expect(look(when, '{"height":1}')).toEqual([
      {
        check: 'presence',
        path: 'previous',
        message: 'previous is missing, expected because height is above 0',
      },
    ]);
  });

  it('is forbidden otherwise if a statement restricts it', () => {
    const schema = withPrevious({ when: above, only: 'only after the first' });
    expect(remarks(look(schema, '{"height":1,"previous":"a"}'))).toEqual([]);
    expect(remarks(look(schema, '{"height":1}'))).toEqual(['presence previous']);
    expect(remarks(look(schema, '{"height":0}'))).toEqual([]);
    expect(look(schema, '{"height":0,"previous":"a"}')).toEqual([
      {
        check: 'presence',
        path: 'previous',
        message: 'previous must be absent: the documents restrict it by "only after the first", which does not hold',
      },
    ]);
  });

  it('may be forbidden without being required', () => {
    const schema = withPrevious({ onlyWhen: above, only: 'only after the first' });
    expect(remarks(look(schema, '{"height":1}'))).toEqual([]);
    expect(remarks(look(schema, '{"height":0,"previous":"a"}'))).toEqual(['presence previous']);
  });

  it('may be required under one condition and forbidden outside another', () => {
    const schema = withPrevious({ when: { field: 'height', above: 5 }, onlyWhen: above, only: 'only after the first' });
    expect(remarks(look(schema, '{"height":6}'))).toEqual(['presence previous']);
    expect(remarks(look(schema, '{"height":3}'))).toEqual([]);
    expect(remarks(look(schema, '{"height":3,"previous":"a"}'))).toEqual([]);
    expect(remarks(look(schema, '{"height":0,"previous":"a"}'))).toEqual(['presence previous']);
  });

  it('reports nothing for undecidable conditions and optional fields', () => {
    const schema: Schema = {
      type: 'object',
      properties: { a: { ...text, presence: { when: { state: 'who knows' } } }, b: { ...text, presence: 'optional' } },
    };
    expect(remarks(look(schema, '{"a":"x","b":"y"}'))).toEqual([]);
    expect(remarks(look(schema, '{}'))).toEqual([]);
  });

  it('takes siblings from the same object, and the root from the whole', () => {
    const item: Schema = {
      type: 'object',
      properties: {
        on: { type: 'boolean' },
        a: { ...text, presence: { when: { field: 'on' } } },
        b: { ...text, presence: { when: { field: 'all', root: true }, only: 'only when all are' } },
      },
    };
    const schema: Schema = {
      type: 'object',
      properties: { all: { type: 'boolean' }, list: { type: 'array', items: item } },
    };
    expect(remarks(look(schema, '{"all":true,"list":[{"on":true,"b":""},{"on":false}]}'))).toEqual([
      'presence list[0].a',
      'presence list[1].b',
    ]);
    expect(remarks(look(schema, '{"all":false,"list":[{"on":false,"b":""}]}'))).toEqual(['presence list[0].b']);
  });

  it('depends on arguments', () => {
    const schema: Schema = {
      type: 'object',
      properties: { a: { ...text, presence: { when: { param: 'verbose', equals: true } } } },
    };
    expect(remarks(look(schema, '{}'))).toEqual([]);
    expect(remarks(look(schema, '{}', { verbose: true }))).toEqual(['presence a']);
  });

  it('is taken from the reference, not from the shape', () => {
    const schema: Schema = {
      type: 'object',
      properties: { a: { $ref: 'Name', presence: { when: { param: 'verbose', equals: true } } } },
    };
    expect(remarks(look(schema, '{}', { verbose: true }, [shapeOf('Name', text)]))).toEqual(['presence a']);
  });
});

describe('amounts', () => {
  it.each([
    '1',
    '-0.00000001',
    '0.10000000',
    '1.123456780',
    '1e-8',
    '10e-9',
    '1.0e1',
    '0e-20',
    '0.000000000',
    '92233720368.54775807',
    '20999999.9769',
  ])('accepts %s', (written) => {
    expect(remarks(look(amount, written))).toEqual([]);
  });

  it.each(['0.000000001', '1.123456789', '1e-9', '1.5e-8', '11e-9', '-0.100000001'])('finds too many places in %s', (written) => {
    expect(look(amount, written)).toEqual([{ check: 'amount', path: '', message: `${written} has more than 8 decimal places` }]);
  });

  it('finds a plain double too', () => {
    expect(remarks(inspect(spec(), amount, 1e-9, { method, args: {} }))).toEqual(['amount ']);
  });

  it('checks nested amounts, and no other numbers', () => {
    const schema: Schema = {
      type: 'object',
      properties: {
        fees: { type: 'object', propertyNames: text, additionalProperties: amount },
        rate: { type: 'number' },
        pair: { type: 'array', prefixItems: [text, amount] },
      },
    };
    expect(remarks(look(schema, '{"fees":{"x":0.123456789},"rate":0.123456789,"pair":["a",0.123456789]}'))).toEqual([
      'amount fees.x',
      'amount pair[1]',
    ]);
  });
});

describe('undocumented fields', () => {
  it('are reported once for each object, unless names are data', () => {
    expect(remarks(look(nestedSchema, '{"more":1,"tx":[{"vin":[],"x":{"y":1}}],"by":{"any":{"size":1,"z":2}}}'))).toEqual([
      'undocumented-field more',
      'undocumented-field tx[0].x',
      'undocumented-field by.any.z',
    ]);
    expect(look(nestedSchema, '{"more":1}')[0]?.message).toBe('more is not in the documents');
    expect(remarks(look({ type: 'object' }, '{"more":1}'))).toEqual([]);
  });

  it('are recognised even with names that every object inherits', () => {
    expect(remarks(look({ type: 'object', properties: { a: text } }, '{"a":"x","constructor":1,"hasOwnProperty":2}'))).toEqual([
      'undocumented-field constructor',
      'undocumented-field hasOwnProperty',
    ]);
  });

  it('are found at any depth of a recursive shape', () => {
    const node = shapeOf('Node', { type: 'object', properties: { name: text, inner: { $ref: 'Node', presence: 'optional' } } });
    expect(remarks(look({ $ref: 'Node' }, '{"name":"","inner":{"name":"","inner":{"name":"","more":1}}}', {}, [node]))).toEqual([
      'undocumented-field inner.inner.more',
    ]);
  });
});

describe('columns of texts', () => {
  const texts: Schema = {
    type: 'object',
    additionalProperties: { ...text, columns: { state: { enum: ['ON', 'OFF'] }, note: { ...text, pattern: '^[a-z]+$' } } },
  };

  it('are as many as documented, in any white space', () => {
    expect(look(texts, '{"a":" ON   x ","b":"OFF y"}')).toEqual([]);
    expect(look(texts, '{"a":"ON x y","b":"ON"}')).toEqual([
      { check: 'column', path: 'a', message: 'expected the 2 columns state, note, found 3: "ON x y"' },
      { check: 'column', path: 'b', message: 'expected the 2 columns state, note, found 1: "ON"' },
    ]);
  });

  it('have the documented values', () => {
    expect(look(texts, '{"a":"on x"}')).toEqual([{ check: 'column', path: 'a.state', message: 'column state is "on", expected ON, OFF' }]);
    expect(look(texts, '{"a":"ON 1"}')).toEqual([
      { check: 'column', path: 'a.note', message: 'column note is "1", expected the form ^[a-z]+$' },
    ]);
  });
});

describe('the identity of a remark', () => {
  const list: Schema = {
    type: 'object',
    additionalProperties: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          on: { type: 'boolean' },
          at: { ...text, columns: { state: text, note: text }, presence: { when: { field: 'on', equals: true }, only: 'while on' } },
        },
      },
    },
  };

  it.each([
    ['{"x":[{"on":true}]}', { pattern: '{}[].at', found: 'missing' }],
    ['{"x":[{"on":false,"at":"a b"}]}', { pattern: '{}[].at', found: 'present' }],
    ['{"x":[{"on":true,"at":"a b c"}]}', { pattern: '{}[].at', found: '3 columns' }],
    ['{"x":[{"on":true,"at":"a b","more":1}]}', { pattern: '{}[].more' }],
  ])('in %s is its place in the schema, and what came instead', (json, expected) => {
    expect(inspect(spec(), list, wire(json), { method, args: {} })).toMatchObject([expected]);
  });
});
