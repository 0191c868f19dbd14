import { expect, it } from 'vitest';
import { normalUpperTail } from './normal.ts';

// scipy.stats.norm.sf
it.each([
  [-2.5, 0.9937903346742238],
  [0, 0.5],
  [1, 0.15865525393145707],
  [3, 0.0013498980316300933],
  [6, 9.865876450376946e-10],
  [8, 6.22096057427174e-16],
])('a standard normal value exceeds %d with probability %d', (z, expected) => {
  expect(normalUpperTail(z) / expected).toBeCloseTo(1, 12);
});
