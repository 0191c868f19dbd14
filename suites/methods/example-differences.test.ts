import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { exampleDifferences } from './example-differences.ts';

const paths = (expected: Parameters<typeof exampleDifferences>[0], actual: unknown): string[] =>
  exampleDifferences(expected, actual).map(({ path, message }) => `${path}: ${message}`);

test('members that the example does not have may have any value, and numbers are compared by what they are worth', () => {
  expect(paths({ name: 'apple', weight: 0.5 }, { name: 'apple', weight: new LosslessNumber('0.50000000'), more: [1] })).toEqual([]);
  expect(paths([], [])).toEqual([]);
  expect(paths({}, { a: 1 })).toEqual([]);
  expect(paths(null, null)).toEqual([]);
  expect(paths(100, new LosslessNumber('1e2'))).toEqual([]);
});

test.each([
  ['another value', { name: 'apple' }, { name: 'pear' }, ['name: name is "pear", expected "apple"']],
  ['a missing member', { a: { b: null } }, { a: {} }, ['a.b: a.b is missing, expected null']],
  ['a member of the prototype', { constructor: 1 }, {}, ['constructor: constructor is missing, expected 1']],
  ['a list of another length', { a: [1, 2] }, { a: [1] }, ['a: a is a list of 1 item, expected a list of 2 items']],
  ['an item', [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 3 }], ['[1].a: [1].a is 3, expected 2']],
  ['another type', {}, [], [': the result is [], expected {}']],
  ['a text for a number', 1, '1', [': the result is "1", expected 1']],
  [
    'a number that a double does not tell apart',
    0.1,
    new LosslessNumber('0.10000000000000000001'),
    [': the result is 0.10000000000000000001, expected 0.1'],
  ],
] as const)('%s is a difference', (_, expected, actual, found) => {
  expect(paths(expected as never, actual)).toEqual(found);
});
