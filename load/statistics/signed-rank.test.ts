import { describe, expect, test } from 'vitest';
import { centreOf, signedRank } from './signed-rank.ts';

/** All choices of signs, counted one by one: independent of the counting that is tested. */
function counted(differences: readonly number[]): { lower: number; upper: number } {
  const sizes = differences.map(Math.abs);
  const rank = (size: number): number =>
    sizes.filter((other) => other < size).length + (sizes.filter((other) => other === size).length + 1) / 2;
  const sumOf = (isAbove: (index: number) => boolean): number =>
    sizes.reduce((sum, size, index) => sum + (isAbove(index) ? rank(size) : 0), 0);
  const observed = sumOf((index) => (differences[index] ?? 0) > 0);
  const all = Array.from({ length: 2 ** sizes.length }, (_, signs) => sumOf((index) => ((signs >> index) & 1) === 1));
  return {
    lower: all.filter((sum) => sum <= observed).length / all.length,
    upper: all.filter((sum) => sum >= observed).length / all.length,
  };
}

describe('signedRank', () => {
  test('all differences above 0 are one of all choices of signs', () => {
    expect(signedRank([3, 1, 2, 5, 4, 9, 7, 8, 6, 10])).toEqual({ w: 55, lower: 1, upper: 1 / 1_024 });
  });

  test.each([[[1, -2, 3, 4, -5, 6, 7.5]], [[1, 1, -1, 2, 2, -3, 3, 3]], [[-0.3, 0.1, -0.2, -0.9, -0.4]]])(
    'counts as one by one, ties included: %j',
    (differences) => {
      const { lower, upper } = counted(differences);
      const result = signedRank(differences);
      expect(result.lower).toBeCloseTo(lower, 12);
      expect(result.upper).toBeCloseTo(upper, 12);
    },
  );

  test('differences of 0 speak for neither side', () => {
    expect(signedRank([0, 0, 1, -2, 3])).toEqual(signedRank([1, -2, 3]));
    expect(signedRank([0, 0])).toEqual({ w: 0, lower: 1, upper: 1 });
  });

  test('the approximation for many differences continues the exact probabilities', () => {
    const differences = Array.from({ length: 61 }, (_, index) => (index % 3 === 0 ? -1 : 1) * (index + 1));
    const exact = signedRank(differences.slice(0, 60));
    const approximate = signedRank(differences);
    expect(approximate.upper / exact.upper).toBeGreaterThan(0.3);
    expect(approximate.upper / exact.upper).toBeLessThan(3);
  });
});

describe('centreOf', () => {
  test('the centre is the median of the means of all pairs, and not moved by one extreme difference', () => {
    expect(centreOf([1, 2, 3, 4, 5], 0.9).centre).toBe(3);
    expect(centreOf([1, 2, 3, 4, 500], 0.9).centre).toBe(3);
  });

  test('the interval holds just the centres that the test does not refuse', () => {
    const differences = [0.7, 1.9, 3.1, 4.6, 5.2, 6.8, 7.7, 8.3, 9.9, 11.4];
    const { low, high } = centreOf(differences, 0.99);
    const around = (centre: number) => signedRank(differences.map((difference) => difference - centre));
    expect(around(low - 1e-9).upper).toBeLessThanOrEqual(0.005);
    expect(around(low + 1e-9).upper).toBeGreaterThan(0.005);
    expect(around(high + 1e-9).lower).toBeLessThanOrEqual(0.005);
    expect(around(high - 1e-9).lower).toBeGreaterThan(0.005);
  });

  test('too few differences exclude no centre', () => {
    expect(centreOf([1, 2, 3], 0.99)).toEqual({ centre: 2, low: -Infinity, high: Infinity });
  });
});
