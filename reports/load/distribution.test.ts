import { describe, expect, test } from 'vitest';
import { Histogram } from '../../load/statistics/histogram.ts';
import { logarithmicBins, quantilePoints } from './distribution.ts';

const histogramOf = (values: Iterable<number>): Histogram => {
  const histogram = new Histogram();
  for (const value of values) histogram.record(value);
  return histogram;
};

describe('logarithmicBins', () => {
  test('counts every value once, in bins that follow each other', () => {
    const values = Array.from({ length: 5_000 }, (_, index) => 40 + ((index * 7_919) % 900_000));
    const bins = logarithmicBins(histogramOf(values), 48);
    expect(bins.length).toBeLessThanOrEqual(48);
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(5_000);
    for (const [index, bin] of bins.entries()) {
      expect(bin.toUs).toBeGreaterThan(bin.fromUs);
      if (index > 0) expect(bin.fromUs).toBe(bins[index - 1]!.toUs);
    }
    expect(bins[0]!.fromUs).toBeLessThanOrEqual(Math.min(...values));
    expect(bins.at(-1)!.toUs).toBeGreaterThan(Math.max(...values));
  });

  test('puts values where they belong', () => {
    const bins = logarithmicBins(histogramOf([100, 100, 999, 9_990]), 2);
    expect(bins.map(({ count }) => count)).toEqual([3, 1]);
    expect(bins[0]!.toUs).toBeGreaterThan(999);
  });

  test('takes one value, and none', () => {
    expect(logarithmicBins(histogramOf([7]), 10)).toEqual([{ fromUs: 7, toUs: 8, count: 1 }]);
    expect(logarithmicBins(histogramOf([0, 0]), 10).reduce((sum, { count }) => sum + count, 0)).toBe(2);
    expect(logarithmicBins(histogramOf([]), 10)).toEqual([]);
  });
});

describe('quantilePoints', () => {
  test('are the values that a share of all does not exceed', () => {
    const points = quantilePoints(histogramOf(Array.from({ length: 1_000 }, (_, index) => index + 1)));
    const at = (quantile: number): number | undefined => points.find(([q]) => Math.abs(q - quantile) < 1e-9)?.[1];
    expect(at(0.9)).toBe(900);
    expect(at(0.99)).toBe(990);
    expect(points.at(-1)).toEqual([0.999, 1_000]);
    expect(points.map(([q]) => q)).toEqual(points.map(([q]) => q).toSorted((a, b) => a - b));
    expect(points.map(([, us]) => us)).toEqual(points.map(([, us]) => us).toSorted((a, b) => a - b));
  });

  test('of one value, and of none', () => {
    expect(quantilePoints(histogramOf([50])).map(([, us]) => us)).toContain(50);
    expect(quantilePoints(histogramOf([]))).toEqual([]);
  });
});
