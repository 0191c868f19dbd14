import { describe, expect, it } from 'vitest';
import { LosslessNumber } from 'lossless-json';
import { methodOf, paramOf, variantOf } from './testing/small-spec.ts';
import { decide, variantFor, type ConditionContext } from './variants.ts';
import type { Condition } from './types.ts';

const getblock = methodOf('getblock', {
  params: [
    paramOf('blockhash', { type: 'string' }, { required: true }),
    paramOf('verbosity', { type: 'integer', enum: [0, 1, 2] }, { default: 1 }),
  ],
  variants: [0, 1, 2].map((verbosity) => variantOf(`verbosity=${verbosity}`, null, { verbosity })),
});

describe('variantFor', () => {
  it('uses the given value', () => {
    expect(variantFor(getblock, { blockhash: 'h', verbosity: 2 })?.id).toBe('verbosity=2');
    expect(variantFor(getblock, { blockhash: 'h', verbosity: 0 })?.id).toBe('verbosity=0');
  });

  it('uses the default for an omitted argument or null', () => {
    expect(variantFor(getblock, { blockhash: 'h' })?.id).toBe('verbosity=1');
    expect(variantFor(getblock, { blockhash: 'h', verbosity: null })?.id).toBe('verbosity=1');
  });

  it('finds none for a different value', () => {
    expect(variantFor(getblock, { blockhash: 'h', verbosity: 3 })).toBeUndefined();
    expect(variantFor(getblock, { blockhash: 'h', verbosity: '1' })).toBeUndefined();
  });

  it('can depend on an argument being given; null is not given', () => {
    const method = methodOf('m', {
      params: [paramOf('a', { type: 'string' }), paramOf('b', { type: 'integer' })],
      variants: [variantOf('b', null, { b: { given: true } }), variantOf('no-a', null, { a: { given: false } }), variantOf('default')],
    });
    expect(variantFor(method, { a: '', b: 0 })?.id).toBe('b');
    expect(variantFor(method, { a: null })?.id).toBe('no-a');
    expect(variantFor(method, { a: 'x', b: null })?.id).toBe('default');
  });

  it('reaches members of an option object, and their defaults', () => {
    const method = methodOf('m', {
      params: [paramOf('options', { type: 'object', properties: { rescan: { type: 'boolean', default: true } } })],
      variants: [variantOf('rescan', null, { 'options.rescan': true }), variantOf('default')],
    });
    expect(variantFor(method, {})?.id).toBe('rescan');
    expect(variantFor(method, { options: {} })?.id).toBe('rescan');
    expect(variantFor(method, { options: { rescan: false } })?.id).toBe('default');
    expect(variantFor(method, { options: 'text' })?.id).toBe('rescan');
  });

  it('compares lists and objects by value', () => {
    const method = methodOf('m', {
      params: [paramOf('p', {})],
      variants: [variantOf('pair', null, { p: [1, 2] }), variantOf('default')],
    });
    expect(variantFor(method, { p: [1, 2] })?.id).toBe('pair');
    expect(variantFor(method, { p: [2, 1] })?.id).toBe('default');
  });
});

describe('decide', () => {
  const context: ConditionContext = {
    method: getblock,
    args: { blockhash: 'h' },
    object: { height: 5, amount: new LosslessNumber('-0.10000001'), label: '', flag: true, gone: null },
    root: { kind: 'outer' },
    options: ['-deprecatedrpc=accounts', '-txindex'],
  };
  const yes: readonly [string, Condition][] = [
    ['equals', { field: 'height', equals: 5 }],
    ['in', { field: 'height', in: [4, 5] }],
    ['above', { field: 'height', above: 4 }],
    ['below', { field: 'height', below: 6 }],
    ['a lossless number', { field: 'amount', below: 0 }],
    ['given', { field: 'label', given: true }],
    ['null counts as not given', { field: 'gone', given: false }],
    ['without a comparison true is expected', { field: 'flag' }],
    ['a field at the root', { field: 'kind', root: true, equals: 'outer' }],
    ['an argument by its default', { param: 'verbosity', equals: 1 }],
    ['an argument that is given', { param: 'blockhash', given: true }],
    ['a default is not given', { param: 'verbosity', given: false }],
    ['a start option', { option: '-deprecatedrpc=accounts' }],
    ['a start option without its value', { option: '-deprecatedrpc' }],
    ['not', { not: { field: 'height', equals: 4 } }],
    ['all', { all: [{ field: 'height', equals: 5 }, { field: 'flag' }] }],
    ['all of nothing', { all: [] }],
    ['any, with an unknown', { any: [{ state: 'who knows' }, { field: 'flag' }] }],
  ];
  const no: readonly [string, Condition][] = [
    ['above is not reached', { field: 'height', above: 5 }],
    ['below is not reached', { field: 'height', below: 5 }],
    ['a missing field compared', { field: 'missing', above: 0 }],
    ['a text that looks like the number', { field: 'height', equals: '5' }],
    ['a field elsewhere', { field: 'kind', equals: 'outer' }],
    ['an option that only starts like it', { option: '-tx' }],
    ['all, with an unknown', { all: [{ state: 'who knows' }, { field: 'height', equals: 4 }] }],
    ['any of nothing', { any: [] }],
  ];
  const open: readonly [string, Condition][] = [
    ['a state', { state: 'who knows' }],
    ['not a state', { not: { state: 'who knows' } }],
    ['all, if the rest holds', { all: [{ field: 'flag' }, { state: 'who knows' }] }],
    ['any, if the rest does not', { any: [{ field: 'height', equals: 4 }, { state: 'who knows' }] }],
  ];

  it.each(yes)('holds: %s', (_, condition) => expect(decide(condition, context)).toBe(true));
  it.each(no)('does not hold: %s', (_, condition) => expect(decide(condition, context)).toBe(false));
  it.each(open)('is open: %s', (_, condition) => expect(decide(condition, context)).toBeUndefined());

  it('leaves unknown options open', () => {
    const { options: _, ...unknown } = context;
    expect(decide({ option: '-txindex' }, unknown)).toBeUndefined();
  });

  it('finds nothing at a root that is not an object', () => {
    expect(decide({ field: 'kind', root: true, equals: 'outer' }, { ...context, root: null })).toBe(false);
    expect(decide({ field: 'kind', root: true, given: false }, { ...context, root: [1] })).toBe(true);
  });
});
