import { expect, test } from 'vitest';
import { uniform } from './uniform.ts';

test('objects keep what they hold, under the same names in the same order', () => {
  const made = uniform<{ a?: number; b?: string; c?: null }>([{ a: 1 }, { c: null, a: 2 }, { b: 'x' }]);
  expect(made).toStrictEqual([{ a: 1, c: undefined, b: undefined }, { a: 2, c: null, b: undefined }, { a: undefined, c: undefined, b: 'x' }]);
  expect(made.map((one) => Object.keys(one))).toEqual([['a', 'c', 'b'], ['a', 'c', 'b'], ['a', 'c', 'b']]);
  expect(JSON.stringify(made)).toBe('[{"a":1},{"a":2,"c":null},{"b":"x"}]');
});
