import { describe, expect, it } from 'vitest';
import { Random } from '../../fixtures/world/random.ts';
import { bootstrapRatio } from './bootstrap.ts';

const base = [10.1, 10.4, 9.8, 10.0, 10.9, 11.2, 9.9, 10.3, 10.2, 10.6];
const changed = [11.0, 11.5, 11.2, 10.9, 12.1, 11.8, 11.1, 11.4, 10.8, 11.3];

describe('bootstrapRatio', () => {
  // scipy.stats.bootstrap, method percentile, 100,000 resamples
  it.each([
    ['median', 1.0975609756097562, 1.0483091787439613, 1.14],
    ['mean', 1.0938104448742745, 1.0579439252336449, 1.1303060217176704],
  ] as const)('of the %ss agrees with scipy', (statistic, ratio, low, high) => {
    const found = bootstrapRatio(base, changed, { statistic, seed: 1 });
    expect(found.ratio).toBeCloseTo(ratio, 12);
    expect(found.low).toBeCloseTo(low, 2);
    expect(found.high).toBeCloseTo(high, 2);
  });

  it('is repeated by its seed', () => {
    const of = (seed: number) => bootstrapRatio(base, changed, { statistic: 'median', seed, resamples: 200 });
    expect(of(1)).toEqual(of(1));
    expect(of(1)).not.toEqual(of(3));
  });

  it('holds the true ratio about as often as it says', () => {
    const random = new Random('coverage');
    // Log-normal, as latencies are: the sum of twelve uniform values is nearly normal.
    const latency = () => Math.exp(Array.from({ length: 12 }, () => random.next() / 2 ** 32).reduce((sum, value) => sum + value, -6) / 4);
    const sample = () => Array.from({ length: 30 }, latency);
    const held = Array.from({ length: 300 }, (_, seed) => {
      const { low, high } = bootstrapRatio(sample(), sample(), { statistic: 'median', seed, resamples: 400 });
      return low <= 1 && 1 <= high;
    }).filter(Boolean).length;
    // 95 % of 300 are 285, with a standard deviation of 3.8.
    expect(held).toBeGreaterThanOrEqual(285 - 4 * 4);
    expect(held).toBeLessThan(300);
  });

  it('refuses what has no ratio', () => {
    expect(() => bootstrapRatio([], [1], { statistic: 'mean', seed: 1 })).toThrow(RangeError);
    expect(() => bootstrapRatio([1, 0], [1], { statistic: 'mean', seed: 1 })).toThrow(RangeError);
  });
});
