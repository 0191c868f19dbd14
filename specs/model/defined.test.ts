import { expect, test } from 'vitest';
import { defined } from './defined.ts';

test('undefined members are left out, all others are kept', () => {
  const members = defined({ a: undefined, b: null, c: 0, d: '', e: false });
  expect(Object.keys(members)).toEqual(['b', 'c', 'd', 'e']);
  expect(members).toStrictEqual({ b: null, c: 0, d: '', e: false });
});
