import { expect, test } from 'vitest';
import { isNestedDeeper } from './json-depth.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

test('arrays and objects count, and those that are closed do not', () => {
  for (const text of [nested, objects]) {
    expect(isNestedDeeper(text(5), 5)).toBe(false);
    expect(isNestedDeeper(text(6), 5)).toBe(true);
    expect(isNestedDeeper(`[${Array.from({ length: 100 }, () => text(4)).join()}]`, 5)).toBe(false);
    expect(isNestedDeeper(`[${Array.from({ length: 100 }, () => text(4)).join()},${text(5)}]`, 5)).toBe(true);
  }
});

test('brackets within strings do not count', () => {
  for (const text of ['[[[[', '{{{{', ']]]]', '"', '\\', '\\"[[[[', '\u005b[[[', '日本[[[[']) {
    const inside = JSON.stringify({ [text]: [text, { a: text }] });
    expect(isNestedDeeper(inside, 3), inside).toBe(false);
    expect(isNestedDeeper(inside, 2), inside).toBe(true);
  }
});

test('a text that is too deep is not read to its end', () => {
  // Counts how much is read, which no measured time could.
  let highest = 0;
  const text = {
    length: 16_000_000,
    charCodeAt: (at: number): number => {
      highest = Math.max(highest, at);
      return 0x5b;
    },
  } as unknown as string;
  expect(isNestedDeeper(text, 512)).toBe(true);
  expect(highest).toBe(512);
});
