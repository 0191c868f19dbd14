import type { Schema } from '../../model/types.ts';
import type { ChangeRuleName } from '../change-rules.ts';
import type { Row } from './changes-of.ts';
import { argument, result, text, number, field } from './compared-specs.ts';

/** The same change of a schema in an argument and in a result: the wider schema is the second. */
function bothDirections(
  what: string,
  [narrow, wide]: readonly [Schema, Schema],
  [widened, narrowed]: readonly [ChangeRuleName, ChangeRuleName],
): Row[] {
  return [
    [`${what}, argument`, argument(narrow), argument(wide), [`${widened}: compatible`], [`${narrowed}: breaking`]],
    [`${what}, result`, result(narrow), result(wide), [`${widened}: breaking`], [`${narrowed}: compatible`]],
  ];
}

/** Changes of schemas, in arguments and results. */
export const schemaRows: readonly Row[] = [
  ...bothDirections('types', [number, { type: ['integer', 'string'] }], ['type-widened', 'type-narrowed']),
  ...bothDirections('an integer', [number, { type: 'number' }], ['type-widened', 'type-narrowed']),
  ...bothDirections('any type', [number, {}], ['type-widened', 'type-narrowed']),
  ...bothDirections('a union with a new type', [text, { oneOf: [text, number] }], ['type-widened', 'type-narrowed']),
  ...bothDirections('a union without a stated type', [{ oneOf: [text, number] }, {}], ['type-widened', 'type-narrowed']),
  ['another type, argument', argument(text), argument(number), ['type-changed: breaking'], ['type-changed: breaking']],
  ['another type, result', result(text), result(number), ['type-changed: breaking'], ['type-changed: breaking']],
  ...bothDirections('a listed value', [{ enum: ['a'] }, { enum: ['a', 'b'] }], ['value-added', 'value-removed']),
  ...bothDirections('a constant', [{ const: 'a' }, { enum: ['a', 'b'] }], ['value-added', 'value-removed']),
  ...bothDirections('a closed list', [{ type: 'string', enum: ['a'] }, text], ['values-opened', 'values-closed']),
  ...bothDirections(
    'a minimum',
    [
      { ...number, minimum: 1 },
      { ...number, minimum: 0 },
    ],
    ['minimum-lowered', 'minimum-raised'],
  ),
  ...bothDirections('no minimum', [{ ...number, exclusiveMinimum: 1 }, number], ['minimum-lowered', 'minimum-raised']),
  ...bothDirections(
    'a maximum',
    [
      { ...number, maximum: 1 },
      { ...number, maximum: 2 },
    ],
    ['maximum-raised', 'maximum-lowered'],
  ),
  ...bothDirections('a shortest text', [{ ...text, minLength: 2 }, text], ['length-widened', 'length-narrowed']),
  ...bothDirections(
    'a longest text',
    [
      { ...text, maxLength: 2 },
      { ...text, maxLength: 3 },
    ],
    ['length-widened', 'length-narrowed'],
  ),
  ...bothDirections('a shortest list', [{ type: 'array', minItems: 1 }, { type: 'array' }], ['size-widened', 'size-narrowed']),
  ...bothDirections('a longest list', [{ type: 'array', maxItems: 1 }, { type: 'array' }], ['size-widened', 'size-narrowed']),
  ...bothDirections('most members', [{ type: 'object', maxProperties: 1 }, { type: 'object' }], ['size-widened', 'size-narrowed']),
  ...bothDirections('fewest members', [{ type: 'object', minProperties: 1 }, { type: 'object' }], ['size-widened', 'size-narrowed']),
  ...bothDirections('a form of texts', [{ ...text, pattern: '^a' }, text], ['pattern-removed', 'pattern-added']),
  ...bothDirections('a format of texts', [{ ...text, format: 'uuid' }, text], ['pattern-removed', 'pattern-added']),
  ...bothDirections(
    'an exclusive maximum',
    [
      { ...number, exclusiveMaximum: 1 },
      { ...number, exclusiveMaximum: 2 },
    ],
    ['maximum-raised', 'maximum-lowered'],
  ),
  ...bothDirections(
    'multiples',
    [
      { ...number, multipleOf: 6 },
      { ...number, multipleOf: 3 },
    ],
    ['multiples-opened', 'multiples-closed'],
  ),
  ...bothDirections('multiples of any number', [{ ...number, multipleOf: 6 }, number], ['multiples-opened', 'multiples-closed']),
  [
    'other multiples',
    argument({ ...number, multipleOf: 4 }),
    argument({ ...number, multipleOf: 6 }),
    ['multiples-changed: unclassified'],
    ['multiples-changed: unclassified'],
  ],
  ...bothDirections(
    'different items',
    [{ type: 'array', uniqueItems: true }, { type: 'array' }],
    ['duplicates-opened', 'duplicates-closed'],
  ),
  [
    'another form of texts',
    argument({ ...text, pattern: '^a' }),
    argument({ ...text, pattern: '^b' }),
    ['pattern-changed: unclassified'],
    ['pattern-changed: unclassified'],
  ],
  ...bothDirections(
    'a form of an object',
    [
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
    ],
    ['branch-added', 'branch-removed'],
  ),
  ...bothDirections('the letter case', [text, { ...text, anyCase: 'Hex.' }], ['letter-case-opened', 'letter-case-closed']),
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
];
