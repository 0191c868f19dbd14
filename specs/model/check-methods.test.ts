import { describe, expect, it } from 'vitest';
import { checkSpec } from './check.ts';
import type { LoadedSpec } from './load.ts';
import { flag, mode, rule, text, withMethod, withParams, withResult, withVariants } from './testing/planted.ts';
import { loadedOf, methodOf, paramOf, shapeOf, variantOf } from './testing/small-spec.ts';

/** One defect each in a method itself, its variants or its texts, and the sentence that must come of it. */
const defects: readonly [string, LoadedSpec, string][] = [
  [
    'a variant that depends on a missing argument',
    withVariants([], variantOf('v', null, { flag: true }), variantOf('default')),
    'm (v) depends on the argument flag, which does not exist',
  ],
  [
    'a variant that depends on a missing member',
    withVariants([paramOf('o', { type: 'object', properties: { a: text } })], variantOf('v', null, { 'o.b': 'x' }), variantOf('default')),
    'm (v) depends on the argument o.b, which does not exist',
  ],
  [
    'a variant that depends on an impossible value',
    withVariants([mode], variantOf('v', null, { mode: 'c' }), variantOf('default')),
    'm (v) requires mode to be "c", which its schema does not allow',
  ],
  [
    'a variant after one that matches every call',
    withVariants([flag], variantOf('all'), variantOf('v', null, { flag: true })),
    'm (v) applies to no call: earlier variants match every call',
  ],
  [
    'a variant that the default makes unreachable',
    withVariants([flag], variantOf('a', null, { flag: true }), variantOf('b', null, { flag: false }), variantOf('default')),
    'm (default) applies to no call: earlier variants match every call',
  ],
  ['a value without a variant', withVariants([mode], variantOf('a', null, { mode: 'a' })), 'm: no variant applies to a call with mode "b"'],
  [
    'a call of the required arguments alone without a variant',
    withVariants([paramOf('n', { type: 'integer' })], variantOf('v', null, { n: { given: true } })),
    'm: no variant applies to a call with no n',
  ],
  [
    'a member whose default is in a shape',
    loadedOf({
      methods: [
        methodOf('m', {
          params: [paramOf('o', { $ref: 'O' })],
          variants: [variantOf('v', null, { 'o.a': true }), variantOf('default')],
        }),
      ],
      shapes: [shapeOf('O', { type: 'object', properties: { a: { type: 'boolean', default: true } } })],
    }),
    'm (v) depends on o.a, whose default is in a shape; write the object in the method',
  ],
  ['a rule with the prefix of a different method', withMethod({ rules: [rule('other/a')] }), 'rule other/a of m must begin with m/'],
  [
    'a rule of a subcommand with the prefix of its method',
    withMethod({ rules: [rule('m/a')] }, 'm sub'),
    'rule m/a of m sub must begin with m-sub/',
  ],
  [
    'a wire name that differs from the id',
    withMethod({ wire: { method: 'm', prefix: ['on'] } }, 'm off'),
    'm off is called as "m on"; the id and the wire name must be equal except for brands',
  ],
  ['a required argument after an optional one', withParams(flag, mode), 'm mode is required, but flag before it is not'],
  [
    'a conflict on a missing argument',
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
    'm: a conflict names the argument list.b, which does not exist',
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
    'a refusal without a statement',
    withParams(paramOf('n', { type: 'integer' }, { onInvalid: 'refuse' })),
    'm n has onInvalid refuse, but no onInvalidText with the statement of the documents',
  ],
  [
    'a statement on invalid input with onInvalid unstated',
    withParams(paramOf('n', { type: 'integer' }, { onInvalidText: 'It fails.' })),
    'm n has an onInvalidText, but onInvalid is unstated',
  ],
  [
    'arguments that are listed as unstated',
    withMethod({ params: [flag], unstated: ['arguments'] }),
    'm has arguments, but lists its arguments as unstated',
  ],
  [
    'a result that is listed as unstated',
    withMethod({ variants: [variantOf('default', text)], unstated: ['result'] }),
    'm has a result in every variant, but lists its result as unstated',
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
  ['an unknown unit', withResult({ type: 'number', unit: 'sats' }), 'm (default) has the unit sats; expected one of '],
  ['an unknown type', withResult({ type: 'str' }), 'm (default) has the type str, which is not a JSON type'],
  [
    'a required member that does not exist',
    withParams(paramOf('o', { type: 'object', properties: { a: text }, required: ['b'] })),
    'm o requires b, which is not a member',
  ],
  [
    'propertyNames without additional members',
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
    'coinburn contains a brand; write it as "{coin}burn"',
  ],
  [
    'a brand in a field without a token',
    withResult({ type: 'object', properties: { extclient_sync_status: text } }),
    'extclient_sync_status contains a brand; write it as "{extclient}_sync_status"',
  ],
  [
    'a brand in an unlisted argument',
    withParams(paramOf('coin_address', text)),
    'coin_address seems to contain a brand and is not in the list of branded names',
  ],
  [
    'a token in a text',
    loadedOf({ methods: [methodOf('m')], branded: ['Burns {coin}.'] }),
    '"Burns {coin}." is written with tokens and is not in the list of branded names',
  ],
  ['an unknown token', withMethod({ summary: 'Burns {coins}.' }), '{coins} is not a token; use {coin}, {ext} or {extclient}'],
  [
    'a restriction without "only" or "absent"',
    withResult({ type: 'object', properties: { a: { ...text, presence: { when: { option: '-x' }, only: 'if -x is set' } } } }),
    'm (default).a has the restriction "if -x is set" without the word "only"',
  ],
  [
    'a key included in a text',
    withResult({ ...text, description: 'Why., presence: optional' }),
    '"Why., presence: optional" includes a key of the file; end the text before presence',
  ],
  ['extra spaces', withMethod({ summary: 'Two  blanks.' }), '"Two  blanks." has extra spaces'],
];

describe('checkSpec', () => {
  it.each(defects)('finds %s', (_, loaded, message) => {
    const found = checkSpec(loaded).map((problem) => problem.message);
    expect(found).toEqual(expect.arrayContaining([expect.stringContaining(message)]));
  });
});
