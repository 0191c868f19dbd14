import { expect, test } from 'vitest';
import { groupsOf } from './mutant-groups.ts';

const at = (file: string, from: [number, number], to: [number, number]): Parameters<typeof groupsOf>[0][number] => ({
  mutant: { file, start: { line: from[0], column: from[1] }, end: { line: to[0], column: to[1] } },
});

test('mutants of nested and of equal places are in different groups, neighbours and other files in one', () => {
  const block = at('a.ts', [1, 10], [5, 2]);
  const within = at('a.ts', [3, 1], [3, 9]);
  const same = at('a.ts', [3, 1], [3, 9]);
  const after = at('a.ts', [5, 2], [5, 8]);
  const elsewhere = at('b.ts', [3, 1], [3, 9]);
  expect(groupsOf([block, within, same, after, elsewhere], 16)).toEqual([[block, after, elsewhere], [within], [same]]);
});

test('no group has more than the number, and none is lost', () => {
  const lines = Array.from({ length: 10 }, (_, line) => at('a.ts', [line, 1], [line, 5]));
  const groups = groupsOf(lines, 4);
  expect(groups.map(({ length }) => length)).toEqual([4, 4, 2]);
  expect(groups.flat()).toEqual(lines);
});
