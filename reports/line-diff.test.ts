import { expect, test } from 'vitest';
import { lineDiff } from './line-diff.ts';

const lines = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, index) => `l${from + index}`);
const text = (...parts: (string | string[])[]): string => `${parts.flat().join('\n')}\n`;

test('equal texts have no difference', () => {
  expect(lineDiff('a', text('x'), text('x'))).toBe('');
});

test('what is added in two places is shown with the lines around, in hunks with their numbers', () => {
  const before = text(lines(1, 20));
  const after = text(lines(1, 5), 'new', lines(6, 20), 'end');
  expect(lineDiff('a.yaml', before, after)).toBe(
    [
      '--- a.yaml',
      '+++ a.yaml',
      '@@ -3,6 +3,7 @@',
      ' l3\n l4\n l5\n+new\n l6\n l7\n l8',
      '@@ -18,3 +19,4 @@',
      ' l18\n l19\n l20\n+end',
    ].join('\n'),
  );
});

test('a changed line is removed and added; a new file is all added', () => {
  expect(
    lineDiff('a', text('x', 'y', 'z'), text('x', 'Y', 'z'))
      .split('\n')
      .slice(2),
  ).toEqual(['@@ -1,3 +1,3 @@', ' x', '-y', '+Y', ' z']);
  expect(lineDiff('a', '', text('x')).split('\n').slice(2)).toEqual(['@@ -1,0 +1,1 @@', '+x']);
});
