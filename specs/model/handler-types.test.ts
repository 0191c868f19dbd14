import { describe, expect, test } from 'vitest';
import { argumentForm, isAlwaysPresent } from './argument-form.ts';
import { handlerTypes } from './handler-types.ts';
import { methodOf, paramOf, shapeOf, specOf, variantOf } from './testing/small-spec.ts';
import type { Param, Schema, Spec } from './types.ts';

const shapes = [
  shapeOf('Amount', { type: 'number', unit: 'COIN' }),
  shapeOf('AmountInput', {
    oneOf: [
      { type: 'number', unit: 'COIN' },
      { type: 'string', unit: 'COIN' },
    ],
  }),
  shapeOf('Hex', { type: 'string', pattern: '^x$' }),
  shapeOf('Mode', { type: 'string', enum: ['A', "it's"] }),
  shapeOf('Options', {
    type: 'object',
    properties: { a: { type: 'boolean', default: false }, b: { $ref: 'Mode' } },
    additionalProperties: false,
  }),
  shapeOf('Item', { type: 'object', properties: { id: { $ref: 'Hex' } }, required: ['id'], additionalProperties: false }),
  shapeOf('Tree', { type: 'object', properties: { name: { type: 'string' }, child: { $ref: 'Tree', presence: 'optional' } } }),
];

const methodSpec = (params: readonly Param[], results: readonly (Schema | null)[] = [null]): Spec =>
  specOf({ shapes, methods: [methodOf('m', { params, variants: results.map((result, at) => variantOf(`v${at}`, result)) })] });

function paramType(schema: Schema, parts: Partial<Param> = {}): string {
  const [line = ''] = handlerTypes(methodSpec([paramOf('p', schema, parts)])).match(/readonly params: .*/) ?? [];
  return line.replace(/^readonly params: \{ (.*) \};$/, '$1');
}

const resultType = (...results: (Schema | null)[]): string =>
  (/readonly result: (.*);/.exec(handlerTypes(methodSpec([], results))) ?? [])[1] ?? '';

describe('arguments', () => {
  test.each<[string, Schema, Partial<Param>, string]>([
    ['required', { type: 'string' }, { required: true }, 'readonly p: string;'],
    ['optional', { type: 'string' }, {}, 'readonly p?: string | undefined;'],
    ['with a default', { type: 'integer' }, { default: 3 }, 'readonly p: number;'],
    ['with a default as text', { type: 'integer' }, { defaultText: 'all' }, 'readonly p?: number | undefined;'],
    ['amounts', { $ref: 'AmountInput' }, { required: true }, 'readonly p: bigint;'],
    ['enums', { $ref: 'Mode' }, { required: true }, "readonly p: 'A' | 'it\\'s';"],
    ['an enum of one value is text', { type: 'string', enum: ['*'] }, { required: true }, 'readonly p: string;'],
    ['levels', { type: 'integer', enum: [0, 1] }, { default: 0 }, 'readonly p: 0 | 1;'],
    ['lists', { type: 'array', items: { $ref: 'Mode' } }, { required: true }, "readonly p: readonly ('A' | 'it\\'s')[];"],
    [
      'lists of lists',
      { type: 'array', items: { type: 'array', items: { type: 'boolean' } } },
      { required: true },
      'readonly p: readonly (readonly boolean[])[];',
    ],
    ['options are always present', { $ref: 'Options' }, {}, 'readonly p: OptionsArgument;'],
    ['options or true', { oneOf: [{ $ref: 'Options' }, { type: 'boolean', const: true }] }, {}, 'readonly p: OptionsArgument | true;'],
    [
      'items with separate errors',
      { type: 'array', items: { $ref: 'Item' } },
      { required: true, onInvalid: 'per-item' },
      'readonly p: readonly (ItemArgument | RefusedItem)[];',
    ],
    [
      'null is not a value',
      { oneOf: [{ type: 'array', items: { $ref: 'Hex' } }, { type: 'null' }] },
      {},
      'readonly p?: readonly string[] | undefined;',
    ],
    [
      'objects keyed by data',
      { type: 'object', additionalProperties: { $ref: 'AmountInput' } },
      { required: true },
      'readonly p: { readonly [name: string]: bigint };',
    ],
    ['text or number', { oneOf: [{ $ref: 'Hex' }, { type: 'integer' }] }, { required: true }, 'readonly p: string | number;'],
    [
      'digits as text',
      { oneOf: [{ type: 'integer' }, { type: 'string', pattern: '^[0-9]+$' }] },
      { required: true },
      'readonly p: number;',
    ],
  ])('%s', (_name, schema, parts, expected) => {
    expect(paramType(schema, parts)).toBe(expected);
  });

  test('members of options have their defaults', () => {
    expect(handlerTypes(methodSpec([paramOf('p', { $ref: 'Options' })]))).toContain(
      "export interface OptionsArgument {\n  readonly a: boolean;\n  readonly b?: 'A' | 'it\\'s' | undefined;\n}",
    );
  });

  test('undocumented arguments come from beyond/', () => {
    const method = methodOf('m', { unstated: ['arguments'], own: { params: [paramOf('extra', { type: 'boolean' }, { required: true })] } });
    expect(handlerTypes(specOf({ shapes, methods: [method] }))).toContain('readonly params: { readonly extra: boolean; };');
  });
});

describe('results', () => {
  test.each<[string, (Schema | null)[], string]>([
    ['undescribed', [null], 'JsonValue'],
    ['amounts', [{ $ref: 'Amount' }], 'Amount'],
    ['a union of the variants', [{ $ref: 'Hex' }, { type: 'array', items: { type: 'integer' } }], 'Hex | readonly (number | bigint)[]'],
    [
      'fields with a condition',
      [{ type: 'object', properties: { a: { type: 'boolean' }, 'b-c': { type: 'string', presence: { when: { field: 'a' } } } } }],
      "{ readonly a: boolean; readonly 'b-c'?: string | undefined; }",
    ],
    ['keyed by data', [{ type: 'object', additionalProperties: { $ref: 'Hex' } }], '{ readonly [name: string]: Hex }'],
    ['null', [{ type: ['null', 'string'] }], 'null | string'],
  ])('%s', (_name, results, expected) => {
    expect(resultType(...results)).toBe(expected);
  });

  test('a shape may be recursive', () => {
    expect(handlerTypes(methodSpec([], [{ $ref: 'Tree' }]))).toContain(
      'export interface Tree {\n  readonly name: string;\n  readonly child?: Tree | undefined;\n}',
    );
  });
});

test('methods are known by family', () => {
  const methods = [methodOf('a'), methodOf('b', { family: 'wallet' }), methodOf('c d', { family: 'wallet' })];
  expect(handlerTypes(specOf({ methods }))).toContain("export interface MethodsOf {\n  chain: 'a';\n  wallet: 'b' | 'c d';\n}");
});

test('integers are wide if they may exceed 32 bits', () => {
  const wide = (schema: Schema): unknown => {
    const form = argumentForm(methodSpec([]), paramOf('p', schema));
    return form.type === 'integer' && form.wide;
  };
  expect(
    [
      { type: 'integer' },
      { type: 'integer', maximum: 4_294_967_295 },
      { type: 'integer', unit: 'epoch s' },
      { type: 'integer', unit: 'blocks' },
    ].map(wide),
  ).toEqual([false, true, true, false]);
});

test('arguments that are always present', () => {
  const there = (schema: Schema, parts: Partial<Param> = {}): boolean => {
    const param = paramOf('p', schema, parts);
    return isAlwaysPresent(param, argumentForm(methodSpec([]), param));
  };
  expect([
    there({ type: 'string' }),
    there({ type: 'string' }, { required: true }),
    there({ $ref: 'Options' }),
    there({ $ref: 'Item' }),
  ]).toEqual([false, true, true, false]);
});
