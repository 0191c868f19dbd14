import { expect, test } from 'vitest';
import { shortened } from './format.ts';

test('a text is cut only where that makes it shorter', () => {
  const text = 'a'.repeat(120);
  expect(shortened(text, 100)).toBe(text);
  expect(shortened('a'.repeat(130), 100)).toBe(`${'a'.repeat(100)}… (30 more characters)`);
  for (let length = 0; length < 400; length++) expect(shortened('a'.repeat(length), 100).length).toBeLessThanOrEqual(length);
});
