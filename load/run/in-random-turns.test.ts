import { expect, test } from 'vitest';
import { inRandomTurns } from './in-random-turns.ts';

const items = [...Array.from({ length: 9 }, (_, index) => `a${index}`), 'b0', 'b1', 'c0'];
const turns = (seed: string) => [...inRandomTurns(items, (item) => item.slice(0, 1), seed)];

test('each item comes once, and each group has its turn until it is used up', () => {
  const all = turns('1');
  expect(all.map(({ item }) => item).toSorted()).toEqual(items.toSorted());
  expect(all.map(({ item }) => item[0]).join('')).toBe('abcabaaaaaaa');
  expect(all.map(({ turn }) => turn)).toEqual([0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('the order is that of the seed', () => {
  expect(turns('1')).toEqual(turns('1'));
  expect(turns('1')).not.toEqual(turns('2'));
  // Each of nine comes first as often as any other.
  const first = new Set(Array.from({ length: 200 }, (_, seed) => turns(`${seed}`)[0]?.item));
  expect(first.size).toBe(9);
});
