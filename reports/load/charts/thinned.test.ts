import { expect, test } from 'vitest';
import { thinned, type Point } from './thinned.ts';

test('short series stay as they are', () => {
  const points: Point[] = Array.from({ length: 40 }, (_, x) => [x, x]);
  expect(thinned(points, 10)).toBe(points);
});

test('long series keep first, lowest, highest and last point of each column', () => {
  // 10 columns of 1,000 points, each with one peak and one dip at places that differ.
  const y = (x: number): number => (x % 1_000 === 300 + Math.floor(x / 1_000) ? 99 : x % 1_000 === 700 ? -99 : 1);
  const points: Point[] = Array.from({ length: 10_000 }, (_, x) => [x, y(x)]);
  const kept = thinned(points, 10);
  expect(kept.length).toBeLessThanOrEqual(40);
  expect(kept[0]).toBe(points[0]);
  expect(kept.at(-1)).toBe(points.at(-1));
  expect(kept.filter(([, value]) => value === 99)).toHaveLength(10);
  expect(kept.filter(([, value]) => value === -99)).toHaveLength(10);
  expect(kept.map(([x]) => x)).toEqual(kept.map(([x]) => x).toSorted((a, b) => a - b));
});

test('gaps are kept', () => {
  const points: Point[] = Array.from({ length: 1_000 }, (_, x) => [x, x >= 430 && x < 450 ? null : 5]);
  expect(thinned(points, 10).some(([x, y]) => y === null && x >= 430 && x < 450)).toBe(true);
});

test('points at one place are no reason to divide by zero', () => {
  const points: Point[] = Array.from({ length: 100 }, (_, y) => [7, y]);
  expect(thinned(points, 10)).toBe(points);
});
