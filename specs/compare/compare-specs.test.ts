import { expect, test } from 'vitest';
import { methodOf, paramOf, somewhere, specOf, variantOf } from '../model/testing/small-spec.ts';
import { specification } from '../model/specification.ts';
import type { Method, Param, Schema, Spec } from '../model/types.ts';
import { changeRules, type ChangeRuleName } from './change-rules.ts';
import { compareSpecs } from './compare-specs.ts';
import { changesOf, type Row } from './testing/changes-of.ts';
import { tableRows } from './testing/table-rows.ts';

const withMethod = (parts: Partial<Method>): Spec => specOf({ methods: [methodOf('getthing', parts)] });
const argument = (schema: Schema, parts: Partial<Param> = {}): Spec => withMethod({ params: [paramOf('a', schema, parts)] });
const result = (schema: Schema): Spec => withMethod({ variants: [variantOf('default', schema)] });
const params = (...list: Param[]): Spec => withMethod({ params: list });
const text: Schema = { type: 'string' };
const number: Schema = { type: 'integer' };
const member = (schema: Schema, required: string[] = []): Spec =>
  argument({ type: 'object', additionalProperties: false, properties: { a: text, b: schema }, required });
const field = (schema: Schema): Spec => result({ type: 'object', properties: { a: text, b: schema } });
const when = (value: number): Schema => ({ ...text, presence: { when: { param: 'verbosity', equals: value } } });

/** The same change of a schema in an argument and in a result: the wider schema is the second. */
function bothDirections(what: string, narrow: Schema, wide: Schema, widened: ChangeRuleName, narrowed: ChangeRuleName): Row[] {
  return [
    [`${what}, argument`, argument(narrow), argument(wide), [`${widened}: compatible`], [`${narrowed}: breaking`]],
    [`${what}, result`, result(narrow), result(wide), [`${widened}: breaking`], [`${narrowed}: compatible`]],
  ];
}

const rows: readonly Row[] = [
  ['a method', specOf({}), withMethod({}), ['method-added: compatible'], ['method-removed: breaking']],
  [
    'deprecation',
    withMethod({}),
    withMethod({ deprecated: 'Use another.' }),
    ['method-deprecated: compatible'],
    ['method-restored: compatible'],
  ],
  [
    'another name on the wire',
    withMethod({}),
    withMethod({ wire: { method: 'fetchthing', prefix: [] } }),
    ['wire-name-changed: breaking'],
    ['wire-name-changed: breaking'],
  ],
  ['a start option', withMethod({}), withMethod({ requiresOption: '-x' }), ['option-required: breaking'], ['option-dropped: compatible']],
  [
    'another start option',
    withMethod({ requiresOption: '-x' }),
    withMethod({ requiresOption: '-y' }),
    ['option-changed: breaking'],
    ['option-changed: breaking'],
  ],
  ['what is left open', withMethod({ unstated: ['errors'] }), withMethod({}), ['part-stated: compatible'], ['part-unstated: unclassified']],
  ['a summary', withMethod({}), withMethod({ summary: 'Another.' }), ['text-changed: compatible'], ['text-changed: compatible']],
  [
    'an example',
    withMethod({}),
    withMethod({ examples: [{ summary: 'One.', params: [] }] }),
    ['text-changed: compatible'],
    ['text-changed: compatible'],
  ],

  [
    'a required argument',
    params(paramOf('a', text)),
    params(paramOf('a', text), paramOf('b', text, { required: true })),
    ['required-param-added: breaking'],
    ['param-removed: breaking'],
  ],
  [
    'an optional last argument',
    params(paramOf('a', text)),
    params(paramOf('a', text), paramOf('b', text)),
    ['param-added: compatible'],
    ['param-removed: breaking'],
  ],
  [
    'an optional argument before others',
    params(paramOf('a', text)),
    params(paramOf('b', number), paramOf('a', text)),
    ['param-inserted: breaking'],
    ['param-removed: breaking'],
  ],
  [
    'the name of an argument',
    params(paramOf('a', text)),
    params(paramOf('b', text)),
    ['param-renamed: breaking'],
    ['param-renamed: breaking'],
  ],
  [
    'the order of arguments',
    params(paramOf('a', text), paramOf('b', number)),
    params(paramOf('b', number), paramOf('a', text)),
    ['param-order-changed: breaking'],
    ['param-order-changed: breaking'],
  ],
  [
    'a requirement',
    argument(text),
    argument(text, { required: true }),
    ['param-became-required: breaking'],
    ['param-became-optional: compatible'],
  ],
  [
    'a default',
    argument(number, { default: 1 }),
    argument(number, { default: 2 }),
    ['default-changed: breaking'],
    ['default-changed: breaking'],
  ],
  [
    'an open default',
    argument(number),
    argument(number, { default: 2 }),
    ['default-stated: compatible'],
    ['default-unstated: unclassified'],
  ],
  [
    'the treatment of invalid values',
    argument(number),
    argument(number, { onInvalid: 'refuse' }),
    ['on-invalid-changed: unclassified'],
    ['on-invalid-changed: unclassified'],
  ],
  [
    'the words of an argument',
    argument(text),
    argument(text, { description: 'One.' }),
    ['text-changed: compatible'],
    ['text-changed: compatible'],
  ],
  [
    'a conflict',
    withMethod({}),
    withMethod({ conflicts: [{ text: 'Not both.', source: somewhere, parts: [{ param: 'a', given: true }] }] }),
    ['conflict-added: breaking'],
    ['conflict-removed: compatible'],
  ],
  [
    'a member of an argument object',
    argument({ type: 'object', additionalProperties: false, properties: { a: text } }),
    member(text),
    ['member-added: compatible'],
    ['member-removed: breaking'],
  ],
  [
    'a required member',
    argument({ type: 'object', additionalProperties: false, properties: { a: text } }),
    member(text, ['b']),
    ['required-member-added: breaking'],
    ['member-removed: breaking'],
  ],
  [
    'a required member that was optional',
    member(text),
    member(text, ['b']),
    ['member-became-required: breaking'],
    ['member-became-optional: compatible'],
  ],
  [
    'the default of a member',
    member({ ...number, default: 1 }),
    member({ ...number, default: 2 }),
    ['default-changed: breaking'],
    ['default-changed: breaking'],
  ],
  [
    'the treatment of a member',
    member(number),
    member({ ...number, onInvalid: 'refuse' }),
    ['on-invalid-changed: unclassified'],
    ['on-invalid-changed: unclassified'],
  ],

  [
    'a variant',
    withMethod({}),
    withMethod({ variants: [variantOf('default'), variantOf('long', null, { verbosity: 1 })] }),
    ['variant-added: compatible'],
    ['variant-removed: breaking'],
  ],
  [
    'the condition of a variant',
    withMethod({ variants: [variantOf('one', null, { verbosity: 1 })] }),
    withMethod({ variants: [variantOf('one', null, { verbosity: 2 })] }),
    ['variant-condition-changed: breaking'],
    ['variant-condition-changed: breaking'],
  ],
  [
    'an effect',
    withMethod({}),
    withMethod({ variants: [{ id: 'default', effect: ['read', 'wallet'], result: null }] }),
    ['effect-added: breaking'],
    ['effect-removed: compatible'],
  ],
  ['a described result', withMethod({}), result(text), ['result-stated: compatible'], ['result-unstated: breaking']],

  ['a field', result({ type: 'object', properties: { a: text } }), field(text), ['field-added: compatible'], ['field-removed: breaking']],
  [
    'an optional field',
    field(text),
    field({ ...text, presence: 'optional' }),
    ['field-became-optional: breaking'],
    ['field-became-certain: compatible'],
  ],
  ['a conditional field', field(text), field(when(1)), ['field-became-optional: breaking'], ['field-became-certain: compatible']],
  [
    'a stated condition',
    field({ ...text, presence: 'optional' }),
    field(when(1)),
    ['field-condition-stated: compatible'],
    ['field-condition-unstated: breaking'],
  ],
  [
    'another condition',
    field(when(1)),
    field(when(2)),
    ['field-condition-changed: unclassified'],
    ['field-condition-changed: unclassified'],
  ],
  [
    'the order of a list',
    result({ type: 'array', items: text }),
    result({ type: 'array', items: text, ordered: 'By height.' }),
    ['order-stated: compatible'],
    ['order-unstated: breaking'],
  ],

  ...bothDirections('types', number, { type: ['integer', 'string'] }, 'type-widened', 'type-narrowed'),
  ...bothDirections('an integer', number, { type: 'number' }, 'type-widened', 'type-narrowed'),
  ...bothDirections('any type', number, {}, 'type-widened', 'type-narrowed'),
  ...bothDirections('a union with a new type', text, { oneOf: [text, number] }, 'type-widened', 'type-narrowed'),
  ...bothDirections('a union without a stated type', { oneOf: [text, number] }, {}, 'type-widened', 'type-narrowed'),
  ['another type, argument', argument(text), argument(number), ['type-changed: breaking'], ['type-changed: breaking']],
  ['another type, result', result(text), result(number), ['type-changed: breaking'], ['type-changed: breaking']],
  ...bothDirections('a listed value', { enum: ['a'] }, { enum: ['a', 'b'] }, 'value-added', 'value-removed'),
  ...bothDirections('a constant', { const: 'a' }, { enum: ['a', 'b'] }, 'value-added', 'value-removed'),
  ...bothDirections('a closed list', { type: 'string', enum: ['a'] }, text, 'values-opened', 'values-closed'),
  ...bothDirections('a minimum', { ...number, minimum: 1 }, { ...number, minimum: 0 }, 'minimum-lowered', 'minimum-raised'),
  ...bothDirections('no minimum', { ...number, exclusiveMinimum: 1 }, number, 'minimum-lowered', 'minimum-raised'),
  ...bothDirections('a maximum', { ...number, maximum: 1 }, { ...number, maximum: 2 }, 'maximum-raised', 'maximum-lowered'),
  ...bothDirections('a shortest text', { ...text, minLength: 2 }, text, 'length-widened', 'length-narrowed'),
  ...bothDirections('a longest text', { ...text, maxLength: 2 }, { ...text, maxLength: 3 }, 'length-widened', 'length-narrowed'),
  ...bothDirections('a shortest list', { type: 'array', minItems: 1 }, { type: 'array' }, 'size-widened', 'size-narrowed'),
  ...bothDirections('a longest list', { type: 'array', maxItems: 1 }, { type: 'array' }, 'size-widened', 'size-narrowed'),
  ...bothDirections('most members', { type: 'object', maxProperties: 1 }, { type: 'object' }, 'size-widened', 'size-narrowed'),
  ...bothDirections('fewest members', { type: 'object', minProperties: 1 }, { type: 'object' }, 'size-widened', 'size-narrowed'),
  ...bothDirections('a form of texts', { ...text, pattern: '^a' }, text, 'pattern-removed', 'pattern-added'),
  [
    'another form of texts',
    argument({ ...text, pattern: '^a' }),
    argument({ ...text, pattern: '^b' }),
    ['pattern-changed: unclassified'],
    ['pattern-changed: unclassified'],
  ],
  ...bothDirections(
    'a form of an object',
    {
      oneOf: [
        { type: 'object', properties: { a: text } },
        { type: 'array', items: text },
      ],
    },
    {
      oneOf: [
        { type: 'object', properties: { a: text } },
        { type: 'array', items: text },
        { type: 'array', items: number },
      ],
    },
    'branch-added',
    'branch-removed',
  ),
  ...bothDirections('the letter case', text, { ...text, anyCase: 'Hex.' }, 'letter-case-opened', 'letter-case-closed'),
  [
    'members that are not listed, argument',
    argument({ type: 'object', properties: { a: text }, additionalProperties: false }),
    argument({ type: 'object', properties: { a: text } }),
    ['members-opened: compatible'],
    ['members-closed: breaking'],
  ],
  [
    'members that are not listed, result',
    result({ type: 'object', properties: { a: text }, additionalProperties: false }),
    result({ type: 'object', properties: { a: text } }),
    ['members-opened: compatible'],
    ['members-closed: compatible'],
  ],
  [
    'items',
    result({ type: 'array', items: number }),
    result({ type: 'array', items: { type: 'number' } }),
    ['type-widened: breaking'],
    ['type-narrowed: compatible'],
  ],
  [
    'values of an object keyed by data',
    result({ type: 'object', additionalProperties: number }),
    result({ type: 'object', additionalProperties: { type: 'number' } }),
    ['type-widened: breaking'],
    ['type-narrowed: compatible'],
  ],
  [
    'keys of an object',
    result({ type: 'object', additionalProperties: number, propertyNames: { pattern: '^a' } }),
    result({ type: 'object', additionalProperties: number }),
    ['pattern-removed: breaking'],
    ['pattern-added: compatible'],
  ],
  [
    'a position of a list',
    result({ type: 'array', prefixItems: [text] }),
    result({ type: 'array', prefixItems: [text, number] }),
    ['item-added: unclassified'],
    ['item-removed: breaking'],
  ],
  [
    'columns of a text',
    result({ ...text, columns: { a: text, b: text } }),
    result({ ...text, columns: { a: text, c: text, b: text } }),
    ['columns-changed: breaking'],
    ['columns-changed: breaking'],
  ],
  [
    'stated columns of a text',
    result(text),
    result({ ...text, columns: { a: text } }),
    ['columns-stated: compatible'],
    ['columns-unstated: breaking'],
  ],
  [
    'a value of a column',
    result({ ...text, columns: { a: { enum: ['x'] } } }),
    result({ ...text, columns: { a: { enum: ['x', 'y'] } } }),
    ['value-added: breaking'],
    ['value-removed: compatible'],
  ],
  ['a unit', result({ ...number, unit: 's' }), result({ ...number, unit: 'ms' }), ['unit-changed: breaking'], ['unit-changed: breaking']],
  ['a stated unit', result(number), result({ ...number, unit: 's' }), ['unit-stated: compatible'], ['unit-unstated: unclassified']],
  [
    'the deprecation of a field',
    field(text),
    field({ ...text, deprecated: true }),
    ['place-deprecated: compatible'],
    ['place-restored: compatible'],
  ],
  [
    'the words of a field',
    field(text),
    field({ ...text, description: 'One.' }),
    ['text-changed: compatible'],
    ['text-changed: compatible'],
  ],

  [
    'a rule',
    withMethod({}),
    withMethod({ rules: [{ id: 'getthing/one', text: 'One.', source: somewhere }] }),
    ['statement-added: unclassified'],
    ['statement-removed: unclassified'],
  ],
  [
    'the words of a rule',
    withMethod({ rules: [{ id: 'getthing/one', text: 'One.', source: somewhere }] }),
    withMethod({ rules: [{ id: 'getthing/one', text: 'Two.', source: somewhere }] }),
    ['statement-changed: unclassified'],
    ['statement-changed: unclassified'],
  ],
  ...tableRows,
];

test.each(rows)('%s', (_, one, other, forth, back) => {
  expect({ forth: changesOf(one, other), back: changesOf(other, one) }).toEqual({ forth, back });
  expect([changesOf(one, one), changesOf(other, other)]).toEqual([[], []]);
});

test('a path names the argument, or the variant and the field', () => {
  expect(compareSpecs(member(text), member(number))).toMatchObject([{ subject: 'method getthing', path: 'argument a b' }]);
  expect(compareSpecs(field(text), field(number))).toMatchObject([{ path: 'result (default) b', before: 'string', after: 'integer' }]);
});

test('methods beyond the documents are left out', () => {
  expect(changesOf(specOf({}), withMethod({ beyond: true }))).toEqual([]);
});

test('the specification does not differ from itself, nor from its copy', () => {
  expect(compareSpecs(specification.spec, structuredClone(specification.spec))).toEqual([]);
});

test('every rule that compares specifications is shown by a row', () => {
  const shown = new Set(rows.flatMap(([, , , forth, back]) => [...forth, ...back]).map((seen) => seen.split(':', 1)[0]));
  const ofNodes = [
    'param-refused',
    'invalid-accepted',
    'error-changed',
    'answer-changed',
    'behaviour-changed',
    'param-renamed-in-help',
    'help-wrong',
  ];
  const ofShapes = ['kind-changed', 'secret-added', 'secret-removed'];
  expect(Object.keys(changeRules).filter((rule) => !shown.has(rule) && !ofNodes.includes(rule) && !ofShapes.includes(rule))).toEqual([]);
  expect(shown.size).toBeGreaterThanOrEqual(40);
});
