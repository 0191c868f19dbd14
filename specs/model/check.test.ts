import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSpec } from './check.ts';
import { loadSpec, type LoadedSpec } from './load.ts';
import { flag, mode, presence, row, rule, text, withMethod, withParams, withResult, withVariants } from './testing/planted.ts';
import { loadedOf, methodOf, paramOf, shapeOf, variantOf } from './testing/small-spec.ts';
import type { Example } from './types.ts';

/** A method with an example, and with a result of a list of objects in an object, each with two members. */
const exampleOf = (example: Omit<Example, 'name'>): LoadedSpec =>
  loadedOf({
    methods: [methodOf('m', { variants: [variantOf('default', { $ref: 'Fruits' })], examples: [{ name: 'so', ...example }] })],
    shapes: [
      shapeOf('Fruits', { type: 'object', properties: { list: { type: 'array', items: { $ref: 'Fruit' } }, count: { type: 'integer' } } }),
      shapeOf('Fruit', { type: 'object', properties: { name: { type: 'string' }, weight: { type: 'number' } } }),
    ],
  });

/** One defect each, and the sentence that must come of it. */
const defects: readonly [string, LoadedSpec, string][] = [
  [
    'a default that its schema refuses',
    withParams(paramOf('n', { type: 'integer' }, { default: 'x' })),
    'm n: the default "x" does not fit its schema (it must be integer)',
  ],
  [
    'a default of a member that its schema refuses',
    withParams(paramOf('o', { type: 'object', properties: { a: { type: 'boolean', default: 1 } }, additionalProperties: false })),
    'm o.a: the default 1 does not fit its schema (it must be boolean)',
  ],
  [
    'an example that its schema refuses',
    withParams(paramOf('n', { type: 'integer', examples: [1, 1.5] })),
    'm n: the example 1.5 does not fit its schema (it must be integer)',
  ],
  [
    'an example call with a wrong value',
    withMethod({ params: [flag], examples: [{ name: 'so', params: [3] }] }),
    'm: the example "so" gives flag 3, which does not fit its schema (it must be boolean)',
  ],
  [
    'an example call with too few arguments',
    withMethod({ params: [mode], examples: [{ name: 'so', params: [] }] }),
    'm: the example "so" has 0 arguments; the method takes 1 to 1',
  ],
  [
    'an example call without a required argument',
    withMethod({ params: [mode], examples: [{ name: 'so', params: {} }] }),
    'm: the example "so" lacks mode, which is required',
  ],
  [
    'an example result that does not fit, at its place',
    exampleOf({ params: [], result: { list: [{ weight: 1 }, { weight: 'heavy' }] } }),
    'm: the example "so" has a result that does not fit the schema (result/list/1/weight must be number)',
  ],
  [
    'an example with a result and an error',
    exampleOf({ params: [], result: { list: [] }, error: { code: -5 } }),
    'm: the example "so" has both a result and an error',
  ],
  [
    'an illustrative example of an error',
    exampleOf({ params: [], illustrative: true, error: { code: -5 } }),
    'm: the example "so" is illustrative, so it cannot state an error',
  ],
  [
    'a duplicate error',
    withMethod({
      errors: [
        { code: -5, message: 'No.' },
        { code: -5, message: 'Not.' },
      ],
    }),
    'm has error -5 twice',
  ],
  [
    'a source that is not a heading',
    withMethod({ source: { document: 1, section: 'Limit' } }),
    'm names "Limit", which is not a heading of document 1',
  ],
  [
    'a rule whose source is in a different document',
    withMethod({ rules: [rule('m/a', { source: { document: 2, section: 'Limits' } })] }),
    'm/a names "Limits", which is not a heading of document 2',
  ],
  [
    'a source of a row that is not a heading',
    loadedOf({ envelope: [{ id: 'e', text: 'T.', source: { document: 1, section: 'Nowhere' } }] }),
    'e names "Nowhere", which is not a heading of document 1',
  ],
  ['a duplicate method', loadedOf({ methods: [methodOf('m'), methodOf('m')] }), 'method m is already in standard/methods/chain/m.yaml'],
  ['a duplicate rule', withMethod({ rules: [rule('m/a'), rule('m/a')] }), 'rule m/a is already in standard/methods/chain/m.yaml'],
  [
    'a duplicate row',
    loadedOf({
      limits: [
        { ...row, limit: 'L', value: 1, appliesTo: [] },
        { ...row, limit: 'L', value: 2, appliesTo: [] },
      ],
    }),
    'limit r is already in standard/limits.yaml',
  ],
  ['a duplicate argument', withParams(flag, flag), 'm has argument flag twice'],
  ['a duplicate variant', withVariants([flag], variantOf('v', null, { flag: true }), variantOf('v')), 'm has variant v twice'],
  [
    'an untestable field that the result does not have',
    withVariants([], {
      ...variantOf('v', { type: 'object', properties: { f: { type: 'string' } } }),
      untestable: { f: 'No.', 'f.g': 'No.' },
    }),
    'm (v) lists f.g as untestable, which its result does not have',
  ],
  [
    'a duplicate status value',
    loadedOf({
      methods: [methodOf('m')],
      statuses: [{ ...row, field: 'm.status', values: [{ value: 'x' }, { value: 'x' }] }],
    }),
    'r has the value x twice',
  ],
  ['a duplicate enum value', withParams(paramOf('p', { type: 'string', enum: ['a', 'a'] })), 'm p lists "a" twice'],
  ['a reference to a missing shape', withResult({ $ref: 'Nothing' }), 'm (default) refers to the shape Nothing, which does not exist'],
  [
    'a nested reference to a missing shape',
    withResult({ type: 'array', items: { type: 'object', properties: { f: { $ref: 'Nothing' } } } }),
    'm (default).f refers to the shape Nothing, which does not exist',
  ],
  [
    'a shape that refers only to itself',
    withResult({ $ref: 'A' }, ['A', { $ref: 'B' }], ['B', { oneOf: [{ $ref: 'A' }] }]),
    'shape A refers only to itself',
  ],
  ['a shape that nothing uses', withResult(text, ['Idle', text]), 'shape Idle is used by no method'],
  [
    'a shape that only an unused shape uses',
    withResult(text, ['Idle', { $ref: 'Inner' }], ['Inner', text]),
    'shape Inner is used by no method',
  ],
  [
    'a shape for arguments and results without required members',
    loadedOf({
      methods: [methodOf('m', { params: [paramOf('p', { $ref: 'O' })], variants: [variantOf('default', { $ref: 'O' })] })],
      shapes: [shapeOf('O', { type: 'object', properties: { a: text } })],
    }),
    'shape O is both an argument and a result, so it must list its required members',
  ],
  [
    'a state of a missing method',
    loadedOf({ states: [{ ...row, state: 's', trigger: 't', methods: ['gone'], next: 'n' }] }),
    'r names the method gone, which does not exist',
  ],
  [
    'a rule with a missing state',
    loadedOf({ methods: [methodOf('m', { rules: [{ id: 'm/opens', text: 'It opens.', state: 'gone', source: row.source }] })] }),
    'm/opens names the state gone, which the table of states does not have',
  ],
  [
    'a limit of a missing method',
    loadedOf({ limits: [{ ...row, limit: 'L', value: 1, appliesTo: ['gone'] }] }),
    'r names the method gone, which does not exist',
  ],
  [
    'an error of a missing method',
    loadedOf({ errors: [{ ...row, text: 'T.', methods: ['gone'] }] }),
    'r names the method gone, which does not exist',
  ],
  [
    'a status of a missing method',
    loadedOf({ statuses: [{ ...row, field: 'gone[].status', values: [] }] }),
    'r names the method gone, which does not exist',
  ],
  [
    'a condition on a missing sibling',
    withResult({ type: 'object', properties: { a: presence({ field: 'b', equals: 1 }) } }),
    'm (default): the presence of a depends on the field b, which is not in the same object',
  ],
  [
    'a condition without a reading on an undocumented field',
    withResult({ type: 'object', properties: { a: presence({ not: { field: 'b', given: true } }) } }),
    'm (default): the presence of a depends on the field b, which is not in the same object',
  ],
  [
    'a condition on itself',
    withResult({ type: 'object', properties: { a: presence({ field: 'a', given: true }) } }),
    'm (default): the presence of a depends on itself',
  ],
  [
    'a condition on a missing field at the root',
    withResult({
      type: 'object',
      properties: {
        a: { type: 'object', properties: { c: presence({ any: [{ field: 'b', root: true, equals: 1 }] }) } },
      },
    }),
    'm (default): the presence of c depends on the field b, which is not at the root',
  ],
  [
    'a condition on a missing argument',
    withResult({ type: 'object', properties: { a: presence({ param: 'flag', equals: true }) } }),
    'm (default): the presence of a depends on the argument flag, which no method with this result has',
  ],
  [
    'a condition of a shape on an argument that its methods do not have',
    withResult({ $ref: 'S' }, ['S', { type: 'object', properties: { a: presence({ param: 'flag', equals: true }) } }]),
    'S: the presence of a depends on the argument flag, which no method with this result has',
  ],
];

describe('checkSpec', () => {
  it('finds no problem in the specification', () => {
    expect(checkSpec(loadSpec(join(import.meta.dirname, '..')))).toEqual([]);
  });

  it.each(defects)('finds %s', (_, loaded, message) => {
    const found = checkSpec(loaded);
    expect(found.map((problem) => problem.message)).toEqual(expect.arrayContaining([expect.stringContaining(message)]));
    for (const problem of found) expect(problem.file).toMatch(/^standard/);
  });

  it('names the file', () => {
    expect(checkSpec(withParams(flag, flag))).toContainEqual({
      file: 'standard/methods/chain/m.yaml',
      message: 'm has argument flag twice',
    });
    expect(checkSpec(withResult(text, ['Idle', text]))).toEqual([
      { file: 'standard/shapes/Idle.yaml', message: 'shape Idle is used by no method' },
    ]);
  });

  it('expects a method in a file of its name', () => {
    const loaded = loadedOf({ methods: [methodOf('m sub')] });
    const elsewhere = {
      ...loaded,
      files: new Map([[loaded.spec.methods[0] as object, 'standard/methods/chain/m.yaml']]),
    };
    expect(checkSpec(elsewhere)).toEqual([{ file: 'standard/methods/chain/m.yaml', message: 'm sub belongs in a file named m-sub.yaml' }]);
  });

  it.each<[string, LoadedSpec]>([
    [
      'a condition, with a reading, on the presence of an undocumented field',
      withResult({
        type: 'object',
        properties: {
          a: { ...presence({ not: { field: 'coinbase', given: true } }), reading: 'A coinbase has none.' },
        },
      }),
    ],
    [
      'variants that together match every call',
      withVariants([flag], variantOf('a', null, { flag: true }), variantOf('b', null, { flag: false })),
    ],
    [
      'a condition of a shape on an argument of one of its methods',
      loadedOf({
        methods: [
          methodOf('a', { params: [flag], variants: [variantOf('default', { $ref: 'S' })] }),
          methodOf('b', { variants: [variantOf('default', { $ref: 'S' })] }),
        ],
        shapes: [shapeOf('S', { type: 'object', properties: { x: presence({ param: 'flag', equals: true }) } })],
      }),
    ],
    ['an optional argument before a required one in a method beyond the documents', withMethod({ params: [flag, mode], beyond: true })],
    ['a source beyond the documents', withMethod({ beyond: true, source: { document: 1, section: 'Nowhere' } })],
    ['words that only start like a brand', withResult({ type: 'object', properties: { coinbase: text, extract: text } })],
    ['a null default of a nullable argument', withParams(paramOf('p', { type: ['string', 'null'] }, { default: null }))],
    ['an example result with some of the members', exampleOf({ params: [], result: { list: [{ name: 'apple' }, {}] } })],
    [
      'an example call with null for an omitted optional argument',
      withMethod({
        params: [flag, paramOf('n', { type: 'integer' })],
        examples: [{ name: 'so', params: [null, 1] }],
      }),
    ],
  ])('accepts %s', (_, loaded) => {
    expect(checkSpec(loaded)).toEqual([]);
  });
});
