import { describe, expect, it } from 'vitest';
import { mannWhitney, type Alternative } from './mann-whitney.ts';

const p = (first: readonly number[], second: readonly number[]) =>
  (['two-sided', 'less', 'greater'] as const).map((alternative: Alternative) => mannWhitney(first, second, alternative).p);
const expectNear = (found: readonly number[], expected: readonly number[]) => {
  for (const [index, value] of expected.entries()) expect((found[index] ?? 0) / value).toBeCloseTo(1, 12);
};
const sequence = (length: number, of: (index: number) => number) => Array.from({ length }, (_, index) => of(index));

describe('mannWhitney', () => {
  it('agrees with the example of scipy.stats.mannwhitneyu', () => {
    const males = [19, 22, 16, 29, 24];
    const females = [20, 11, 17, 12];
    expect(mannWhitney(males, females)).toMatchObject({ u: 17, method: 'exact' });
    expectNear(p(males, females), [0.1111111111111111, 0.9682539682539683, 0.05555555555555555]);
  });

  it('agrees with the critical values of the tables: U = 2 of 5 and 5 at 5 %, U = 23 of 10 and 10', () => {
    const withU = (n: number, u: number) => {
      // The last value of the first sample is moved up until it exceeds u of the second.
      const first = sequence(n, (index) => index + 1 - n);
      const second = sequence(n, (index) => 2 * index + 1);
      const full = Math.floor(u / n);
      return mannWhitney(
        first.map((value, index) => (index >= n - full ? 2 * n + index : index === n - full - 1 ? 2 * (u % n) : value)),
        second,
      );
    };
    for (const [n, critical] of [
      [5, 2],
      [8, 13],
      [10, 23],
      [20, 127],
    ] as const) {
      expect(withU(n, critical).u).toBe(critical);
      expect(withU(n, critical).p).toBeLessThanOrEqual(0.05);
      expect(withU(n, critical + 1).p).toBeGreaterThan(0.05);
    }
  });

  it('counts ties out as a permutation test does (scipy.stats.permutation_test)', () => {
    expectNear(p([1, 2, 2, 3, 3], [2, 3, 4, 4, 5, 5]), [0.06060606060606061, 0.030303030303030304, 0.9891774891774892]);
  });

  it('approximates large samples with corrections for ties and continuity (scipy, method asymptotic)', () => {
    const first = sequence(50, (index) => Math.floor(((index * 37) % 101) / 3));
    const second = sequence(45, (index) => Math.floor(((index * 53) % 97) / 3) + 2);
    expect(mannWhitney(first, second)).toMatchObject({ u: 1101, method: 'normal' });
    expectNear(p(first, second), [0.8608730195655385, 0.43043650978276926, 0.5724915124329182]);
  });

  it('counts 30 and 30 values out (scipy, method exact)', () => {
    const [first, second] = [sequence(30, (index) => index * 7), sequence(30, (index) => index * 7 + 45.5)];
    expect(mannWhitney(first, second)).toMatchObject({ u: 276, method: 'exact' });
    expectNear([mannWhitney(first, second).p], [0.00960368659212712]);
  });

  it('finds nothing where all values are equal', () => {
    expect(p([1, 1, 1], [1, 1, 1])).toEqual([1, 1, 1]);
    const many = sequence(100, () => 5);
    expect(mannWhitney(many, many)).toEqual({ u: 5_000, p: 1, method: 'normal' });
  });

  it('needs values in both samples', () => expect(() => mannWhitney([], [1])).toThrow(RangeError));
});
