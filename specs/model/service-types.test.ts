import { describe, expect, test } from 'vitest';
import { exactView, serviceTypes, wireView } from './service-types.ts';
import { methodOf, paramOf, shapeOf, specOf, variantOf } from './testing/small-spec.ts';
import type { Method, Schema } from './types.ts';

const shapes = [
  shapeOf('Amount', { type: 'number', unit: 'COIN' }),
  shapeOf('Hex', { type: 'string' }),
  shapeOf('Block', { type: 'object', properties: { height: { type: 'integer' }, fee: { $ref: 'Amount', presence: 'optional' } } }),
  shapeOf('Options', { type: 'object', properties: { a: { type: 'boolean', default: false } }, additionalProperties: false }),
];

const textOf = (parts: Partial<Method>): string => serviceTypes(specOf({ shapes, methods: [methodOf('m', parts)] }), exactView);
const line = (text: string, start: string): string | undefined => new RegExp(`^ *${start}(.*);$`, 'm').exec(text)?.[1];
const hash = paramOf('hash', { $ref: 'Hex' }, { required: true });

describe('arguments', () => {
  test.each<[string, Parameters<typeof paramOf>[1], Parameters<typeof paramOf>[2], string, string]>([
    ['required', { type: 'string' }, { required: true }, '{ readonly p: string; }', 'readonly [p: string]'],
    [
      'optional, also with a default',
      { type: 'integer' },
      { default: 3 },
      '{ readonly p?: number | undefined; }',
      'readonly [p?: number | null]',
    ],
    ['amounts', { $ref: 'Amount' }, { required: true }, '{ readonly p: AmountArgument; }', 'readonly [p: AmountArgument]'],
    [
      'lists of lists',
      { type: 'array', items: { type: 'array', items: { type: 'boolean' } } },
      { required: true },
      '{ readonly p: readonly (readonly boolean[])[]; }',
      'readonly [p: readonly (readonly boolean[])[]]',
    ],
    ['options', { $ref: 'Options' }, {}, '{ readonly p?: OptionsArgument | undefined; }', 'readonly [p?: OptionsArgument | null]'],
  ])('%s', (_name, schema, parts, named, positional) => {
    const text = textOf({ params: [paramOf('p', schema, parts)] });
    expect([line(text, 'readonly named: '), line(text, 'readonly positional: ')]).toEqual([named, positional]);
  });

  test('an omitted optional argument before a required one is null', () => {
    const text = textOf({ params: [paramOf('first', { type: 'string' }), hash] });
    expect(line(text, 'readonly positional: ')).toBe('readonly [first: string | null | undefined, hash: string]');
  });

  test('members of options may be left out', () => {
    expect(textOf({ params: [paramOf('p', { $ref: 'Options' })] })).toContain(
      'export interface OptionsArgument {\n  readonly a?: boolean | undefined;\n}',
    );
  });

  test('a name that is not an identifier is quoted, and changed to one in a tuple label', () => {
    const text = textOf({ params: [paramOf('ext address', { type: 'string' }, { required: true })] });
    expect([line(text, 'readonly named: '), line(text, 'readonly positional: ')]).toEqual([
      "{ readonly 'ext address': string; }",
      'readonly [ext_address: string]',
    ]);
  });
});

describe('results', () => {
  const block: Schema = { $ref: 'Block' };
  const verbose = paramOf('verbose', { type: 'boolean' }, { default: true });

  test('integers are numbers, amounts are satoshis', () => {
    const text = textOf({ variants: [variantOf('default', block)] });
    expect(text).toContain('export interface Block {\n  readonly height: number;\n  readonly fee?: Amount;\n}');
    expect(text).toContain('export type Amount = AmountValue;');
    expect(line(text, 'readonly result: ')).toBe('Block');
  });

  test('a shape with several forms is no interface', () => {
    const forms = shapeOf('Forms', { anyOf: [{ type: 'object', additionalProperties: { type: 'string' } }, {}] });
    const method = methodOf('m', { variants: [variantOf('default', { $ref: 'Forms' })] });
    const text = serviceTypes(specOf({ shapes: [forms], methods: [method] }), exactView);
    expect(text).toContain('export type Forms = { readonly [name: string]: string } | JsonValue;');
  });

  test('numbers on the wire are not rounded or converted', () => {
    const text = serviceTypes(
      specOf({ shapes, methods: [methodOf('m', { params: [paramOf('p', { $ref: 'Amount' })], variants: [variantOf('default', block)] })] }),
      wireView,
    );
    expect(text).toContain('export type Amount = WireNumber;');
    expect(text).toContain('export type AmountArgument = WireNumber | string;');
    expect(text).toContain('export interface Block {\n  readonly height: number;\n  readonly fee?: Amount;\n}');
  });

  test('a method whose result depends on an argument has an overload for each variant, with and without its default', () => {
    const text = textOf({
      params: [hash, verbose],
      variants: [variantOf('a', block, { verbose: true }), variantOf('b', { $ref: 'Hex' }, { verbose: false })],
    });
    const overloads = text.split('\n').filter((line) => line.startsWith("  (method: 'm'"));
    expect(overloads).toEqual([
      "  (method: 'm', params: { readonly hash: string; readonly verbose?: true | undefined; } | readonly [hash: string, verbose?: true | null], options?: Options): Promise<Block>;",
      "  (method: 'm', params: { readonly hash: string; readonly verbose: false; } | readonly [hash: string, verbose: false], options?: Options): Promise<Hex>;",
    ]);
  });

  test('an argument that decides by being given is omitted in other overloads', () => {
    const text = textOf({
      params: [paramOf('only', { type: 'string' })],
      variants: [variantOf('a', { $ref: 'Hex' }, { only: { given: true } }), variantOf('b', block)],
    });
    const overloads = text.split('\n').filter((line) => line.startsWith("  (method: 'm'"));
    expect(overloads).toEqual([
      "  (method: 'm', params: { readonly only: string; } | readonly [only: string], options?: Options): Promise<Hex>;",
      "  (method: 'm', params?: { readonly only?: never | undefined; } | readonly [only?: never | null], options?: Options): Promise<Block>;",
    ]);
  });

  test('variants with one result need no overloads', () => {
    const text = textOf({
      params: [verbose],
      variants: [variantOf('a', block, { verbose: true }), variantOf('b', block, { verbose: false })],
    });
    expect(text).not.toContain("(method: 'm'");
  });
});

test('methods without required arguments are listed', () => {
  const methods = [
    methodOf('bare'),
    methodOf('optional', { params: [paramOf('p', { type: 'string' })] }),
    methodOf('needs', { params: [hash] }),
  ];
  expect(serviceTypes(specOf({ shapes, methods }), exactView)).toContain(
    "export type MethodIdWithoutArguments =\n  | 'bare'\n  | 'optional';",
  );
});
