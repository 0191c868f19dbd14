import { describe, expect, it } from 'vitest';
import { mean, median, quantile } from './quantile.ts';

describe('quantile', () => {
  it('is a value that occurs: the nearest rank', () => {
    const values = Array.from({ length: 1_000 }, (_, index) => 1_000 - index);
    expect([0, 0.001, 0.5, 0.9, 0.99, 0.999, 1].map((q) => quantile(values, q))).toEqual([1, 1, 500, 900, 990, 999, 1_000]);
  });

  it('of one value is that value, of none is NaN', () => {
    expect([0, 0.5, 1].map((q) => quantile([7], q))).toEqual([7, 7, 7]);
    expect(quantile([], 0.5)).toBeNaN();
  });
});

describe('median', () => {
  it('stands in the middle, whatever the order', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([9, 1, 5, 7])).toBe(6);
    expect(median([])).toBeNaN();
  });
});

describe('mean', () => {
  it('is the sum over the number', () => {
    expect(mean([1, 2, 6])).toBe(3);
    expect(mean([])).toBeNaN();
  });
});
