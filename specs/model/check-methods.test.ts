import { describe, expect, it } from 'vitest';
import { checkSpec } from './check.ts';
import type { LoadedSpec } from './load.ts';
import { flag, mode, rule, text, withMethod, withParams, withResult, withVariants } from './testing/planted.ts';
import { loadedOf, methodOf, paramOf, shapeOf, variantOf } from './testing/small-spec.ts';

/** One defect each in a method itself, its variants or its texts, and the sentence that must come of it. */
const defects: readonly [string, LoadedSpec, string][] = [
  [
    'a variant by no argument',
    withVariants([], variantOf('v', null, { flag: true }), variantOf('default')),
    'm (v) depends on the argument flag, and there is no such argument',
  ],
  [
    'a variant by no member',
    withVariants([paramOf('o', { type: 'object', properties: { a: text } })], variantOf('v', null, { 'o.b': 'x' }), variantOf('default')),
    'm (v) depends on the argument o.b, and there is no such argument',
  ],
  [
    'a variant by a value that cannot be',
    withVariants([mode], variantOf('v', null, { mode: 'c' }), variantOf('default')),
    'm (v) wants mode to be "c", which its schema does not allow',
  ],
  [
    'a variant behind one that takes every call',
    withVariants([flag], variantOf('all'), variantOf('v', null, { flag: true })),
    'm (v) applies to no call: variants before it take them all',
  ],
  [
    'a variant that the default leaves nothing to',
    withVariants([flag], variantOf('a', null, { flag: true }), variantOf('b', null, { flag: false }), variantOf('default')),
    'm (default) applies to no call: variants before it take them all',
  ],
  ['a value without a variant', withVariants([mode], variantOf('a', null, { mode: 'a' })), 'm: no variant applies to a call with mode "b"'],
  [
    'a call of the required arguments alone without a variant',
    withVariants([paramOf('n', { type: 'integer' })], variantOf('v', null, { n: { given: true } })),
    'm: no variant applies to a call with no n',
  ],
  [
    'a member whose default is out of sight',
    loadedOf({
      methods: [
        methodOf('m', {
          params: [paramOf('o', { $ref: 'O' })],
          variants: [variantOf('v', null, { 'o.a': true }), variantOf('default')],
        }),
      ],
      shapes: [shapeOf('O', { type: 'object', properties: { a: { type: 'boolean', default: true } } })],
    }),
    'm (v) depends on o.a, whose default stands in a shape; write its object out in the method',
  ],
  ['a rule under another name', withMethod({ rules: [rule('other/a')] }), 'rule other/a of m must begin with m/'],
  [
    'a rule of a sub-command under its first word',
    withMethod({ rules: [rule('m/a')] }, 'm sub'),
    'rule m/a of m sub must begin with m-sub/',
  ],
  [
    'another wire name',
    withMethod({ wire: { method: 'm', prefix: ['on'] } }, 'm off'),
    'm off is called as "m on"; the id and the wire name must be the same but for brands',
  ],
  ['a required argument after an optional one', withParams(flag, mode), 'm mode is required, but flag before it is not'],
  [
    'a conflict of what is no argument',
    withMethod({
      params: [paramOf('list', { type: 'array', items: { type: 'object', properties: { a: text } } }), flag],
      conflicts: [
        {
          text: 'They conflict.',
          source: { document: 1, section: 'Errors' },
          parts: [
            { param: 'list.a', given: true },
            { param: 'list.b', given: true },
            { param: 'flag', equals: true },
          ],
        },
      ],
    }),
    'm: a conflict is about list.b, and there is no such argument',
  ],
  [
    'a required argument with a default',
    withParams(paramOf('n', { type: 'integer' }, { required: true, default: 1 })),
    'm n is required, so it cannot have a default',
  ],
  [
    'two defaults',
    withParams(paramOf('n', { type: 'integer' }, { default: 1, defaultText: 'one' })),
    'm n has both default and defaultText',
  ],
  [
    'a refusal that is stated nowhere',
    withParams(paramOf('n', { type: 'integer' }, { onInvalid: 'refuse' })),
    'm n has onInvalid refuse and no onInvalidText that says where it stands',
  ],
  [
    'a statement on invalid input that says unstated',
    withParams(paramOf('n', { type: 'integer' }, { onInvalidText: 'It fails.' })),
    'm n has an onInvalidText, but onInvalid is unstated',
  ],
  [
    'arguments that are unstated',
    withMethod({ params: [flag], unstated: ['arguments'] }),
    'm has arguments, though its arguments are unstated',
  ],
  [
    'a result that is unstated',
    withMethod({ variants: [variantOf('default', text)], unstated: ['result'] }),
    'm has a result in every variant, though its result is unstated',
  ],
  [
    'a question that is named after another method',
    withMethod({ own: { questions: [{ id: 'n/a', text: 'What?', answer: 'That.' }] }, unstated: ['state'] }),
    'question n/a of m must begin with m/',
  ],
  [
    'a question that is there twice',
    withMethod({
      own: {
        questions: [
          { id: 'm/a', text: 'What?', answer: 'That.' },
          { id: 'm/a', text: 'What?', answer: 'This.' },
        ],
      },
      unstated: ['state'],
    }),
    'm has question m/a twice',
  ],
  ['an unknown unit', withResult({ type: 'number', unit: 'sats' }), 'm (default) has the unit sats, which is none of '],
  ['an unknown type', withResult({ type: 'str' }), 'm (default) has the type str, which JSON does not know'],
  [
    'a required member that is none',
    withParams(paramOf('o', { type: 'object', properties: { a: text }, required: ['b'] })),
    'm o requires b, which is no member',
  ],
  [
    'names of nothing',
    withResult({ type: 'object', propertyNames: text }),
    'm (default) has propertyNames, but no schema for the members under such names',
  ],
  [
    'a presence in an argument',
    withParams(paramOf('p', { ...text, presence: 'optional' })),
    'm p has a presence, which only a field of a result has',
  ],
  [
    'a closed result',
    withResult({ type: 'object', properties: {}, additionalProperties: false }),
    'm (default) closes a result with additionalProperties',
  ],
  [
    'a brand in an id without a token',
    withMethod({ wire: { method: 'coinburn', prefix: [] } }, 'coinburn'),
    'coinburn holds a brand; write it as "{coin}burn"',
  ],
  [
    'a brand in a field without a token',
    withResult({ type: 'object', properties: { extclient_sync_status: text } }),
    'extclient_sync_status holds a brand; write it as "{extclient}_sync_status"',
  ],
  [
    'a brand in an argument that nobody knows',
    withParams(paramOf('coin_address', text)),
    'coin_address seems to hold a brand, and is not among the names that may',
  ],
  [
    'a token in prose',
    loadedOf({ methods: [methodOf('m')], branded: ['Burns {coin}.'] }),
    '"Burns {coin}." is written with tokens, and is not among the names that hold a brand',
  ],
  ['an unknown token', withMethod({ summary: 'Burns {coins}.' }), '{coins} is no token; there are {coin}, {ext} and {extclient}'],
  [
    'a statement that forbids nothing',
    withResult({ type: 'object', properties: { a: { ...text, presence: { when: { option: '-x' }, only: 'if -x is set' } } } }),
    'm (default).a forbids by "if -x is set", which names no restriction',
  ],
  [
    'a key swallowed by a text',
    withResult({ ...text, description: 'Why., presence: optional' }),
    '"Why., presence: optional" has swallowed a key: close the text before presence',
  ],
  ['blanks too many', withMethod({ summary: 'Two  blanks.' }), '"Two  blanks." has blanks too many'],
];

describe('checkSpec', () => {
  it.each(defects)('finds %s', (_, loaded, message) => {
    const found = checkSpec(loaded).map((problem) => problem.message);
    expect(found).toEqual(expect.arrayContaining([expect.stringContaining(message)]));
  });
});
