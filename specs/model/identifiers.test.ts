import { expect, test } from 'vitest';
import { illustrativeArgument, markIdentifiers, namesIdentifier } from './identifiers.ts';
import { methodOf, paramOf, shapeOf, specOf } from './testing/small-spec.ts';
import type { Example, Schema } from './types.ts';

test.each([
  ['id', 'todoId', 'todo_id', 'TODO-ID', 'ids', 'txid', 'blockhash', 'block_hash', 'userUuid', 'hashes', 'addresses', 'apiKey', 'keys'],
  ['name', 'walletName', 'alias', 'aliases', 'user', 'symbol', 'block', 'file names'],
])('texts of these names identify something, numbers only by their ending', (...names) => {
  expect(names.filter((name) => !namesIdentifier(name, 'string'))).toEqual([]);
  expect(new Set(names.map((name) => namesIdentifier(name, 'integer'))).size).toBe(1);
});

test('other names identify nothing', () => {
  const others = ['title', 'comment', 'text', 'message', 'valid', 'bid', 'label', 'count', 'height', 'minconf', '', '*'];
  expect(others.filter((name) => namesIdentifier(name, 'string') || namesIdentifier(name, 'integer'))).toEqual([]);
  expect(['blocks', 'coins', 'tokens'].filter((name) => namesIdentifier(name, 'integer'))).toEqual([]);
});

const text: Schema = { type: 'string' };

/** The schema of the argument `id` of a method after it was marked. */
function marked(schema: Schema, examples: readonly Example[] = [], illustrative = false): Schema | undefined {
  const spec = specOf({ methods: [methodOf('m', { params: [paramOf('id', schema)], examples })] });
  return markIdentifiers(spec, { illustrative }, () => false).methods[0]?.params[0]?.schema;
}

test('a schema that says more than its type is left as it is', () => {
  const schemas: readonly Schema[] = [
    { ...text, minLength: 1 },
    { ...text, maxLength: 9 },
    { ...text, pattern: '^a' },
    { ...text, enum: ['a'] },
    { type: 'integer', maximum: 9 },
    { $ref: 'Txid' },
    { type: 'boolean' },
  ];
  for (const schema of schemas) expect(marked(schema)).toEqual(schema);
});

test('a plain text or number without an example has no value', () => {
  expect(marked(text)).toEqual({ ...text, identifies: 'id' });
  expect(marked({ type: 'integer', minimum: 1, description: 'Which.' })).toMatchObject({ identifies: 'id' });
  expect(marked(text)?.examples).toBeUndefined();
});

test('its values are those of its examples, of an example of the method that exists before one that need not, or its default', () => {
  const example = (value: string, more: Partial<Example> = {}): Example => ({ name: value, params: [value], result: 1, ...more });
  expect(marked({ ...text, examples: ['e'] }, [example('a')])).toEqual({ ...text, identifies: 'id', examples: ['e'] });
  expect(marked({ ...text, examples: ['e'] }, [], true)).toMatchObject({ examples: ['e'], illustrative: true });
  expect(marked(text, [example('a', { illustrative: true }), example('b')])).toEqual({ ...text, identifies: 'id', examples: ['b'] });
  expect(marked(text, [example('a', { illustrative: true })])).toMatchObject({ examples: ['a'], illustrative: true });
  expect(marked({ ...text, default: 'd' })).toMatchObject({ examples: ['d'] });
  const { result: _, ...refused } = example('z', { error: { code: -5 } });
  expect(marked(text, [refused])?.examples).toBeUndefined();
});

test('members, items and shapes are marked by their names; methods that are known are not', () => {
  const params = [
    paramOf('ids', { type: 'array', items: text }),
    paramOf('todo', { type: 'object', properties: { id: text, title: text } }),
    paramOf('one', { $ref: 'Todo' }),
  ];
  const spec = specOf({
    methods: [methodOf('m', { params }), methodOf('known', { params })],
    shapes: [shapeOf('Todo', { type: 'object', properties: { id: { ...text, examples: ['e'] } } }), shapeOf('Id', text)],
  });
  const { methods, shapes } = markIdentifiers(spec, { illustrative: true }, ({ id }) => id === 'known');
  expect(methods.map((method) => method.params.map(({ schema }) => schema))).toEqual([
    [
      { type: 'array', items: { ...text, identifies: 'ids' } },
      { type: 'object', properties: { id: { ...text, identifies: 'id' }, title: text } },
      { $ref: 'Todo' },
    ],
    params.map(({ schema }) => schema),
  ]);
  expect(shapes['Id']?.schema).toEqual(text);
  const whole = { ...spec, methods, shapes };
  expect(illustrativeArgument(whole, methods[0]!, ['ids', 'todo', 'one'])).toBe('one');
  expect(illustrativeArgument(whole, methods[0]!, ['ids', 'todo'])).toBeUndefined();
});
