import { expect, test } from 'vitest';
import { fitLine } from './line-fit.ts';

test('the line through points on one line is found', () => {
  const { slope, intercept, r2 } = fitLine([1, 2, 5, 9].map((x) => ({ x, y: 3 * x + 7 })));
  expect([slope, intercept, r2].map((value) => Number(value.toFixed(9)))).toEqual([3, 7, 1]);
});

test('points off the line move it by least squares and lower R²', () => {
  // Computed manually: the means are 2 and 10/3, the slope is 3/2.
  const { slope, intercept, r2 } = fitLine([
    { x: 1, y: 2 },
    { x: 2, y: 3 },
    { x: 3, y: 5 },
  ]);
  expect(slope).toBeCloseTo(1.5, 12);
  expect(intercept).toBeCloseTo(1 / 3, 12);
  expect(r2).toBeCloseTo(1 - 1 / 6 / (14 / 3), 12);
});

test('points with one x are refused', () => {
  expect(() =>
    fitLine([
      { x: 4, y: 1 },
      { x: 4, y: 2 },
    ]),
  ).toThrow(RangeError);
  expect(() => fitLine([])).toThrow(RangeError);
});
