import { describe, expect, test } from 'vitest';
import { Random } from '../../fixtures/world/random.ts';
import { K6_PERCENTS } from './format.ts';
import { mergeTrends } from './merge-trends.ts';
import { sampleTrend } from './testing/sample-k6-summary.ts';

/** Latencies as a node has them: many alike, few long ones. */
const drawn = (random: Random, count: number, scaleMs: number): number[] =>
  Array.from({ length: count }, () => (scaleMs * random.integer(1, 1_000)) / (random.integer(1, 1_000) * 100));

/** Places that a percentile may be off, of one or several parts, as shares of the calls: half of what lies between two percentiles. */
const offBy = (percent: number): number => {
  const at = K6_PERCENTS.findIndex((other) => other >= percent);
  const around = [at - 1, at, at + 1].map((index) => K6_PERCENTS[index]).filter((other) => other !== undefined);
  return (Math.max(...around) - Math.min(...around)) / 100;
};

describe('the trend of several parts', () => {
  test.each([1, 2, 3, 4])('has the percentiles of all calls together (draw %i)', (draw) => {
    const random = new Random(`merge/${draw}`);
    // Parts of one load are alike; a node that is slow for one of them is the harder case.
    const parts = [drawn(random, 2_000, 1), drawn(random, 2_000, 1), drawn(random, 500, draw)];
    const all = parts.flat().sort((a, b) => a - b);
    const merged = mergeTrends(parts.map(sampleTrend));
    const exact = sampleTrend(all);
    expect(merged).toMatchObject({ count: all.length, max: exact.max, mean: expect.closeTo(exact.mean, 9) as number });
    for (const [percent, ms] of [
      [50, merged.p50],
      [90, merged.p90],
      [95, merged.p95],
      [99, merged.p99],
      [99.9, merged.p999],
    ] as const) {
      const share = offBy(percent);
      const at = (shifted: number): number => all[Math.min(all.length - 1, Math.max(0, Math.round(shifted * (all.length - 1))))] ?? 0;
      expect(ms, `p${percent}`).toBeGreaterThanOrEqual(at(percent / 100 - share) - 0.001);
      expect(ms, `p${percent}`).toBeLessThanOrEqual(at(percent / 100 + share) + 0.001);
    }
  });

  test('is not a mean of percentiles', () => {
    const fast = Array.from({ length: 900 }, (_, index) => 1 + index / 900);
    const slow = Array.from({ length: 100 }, (_, index) => 100 + index);
    const { p50, p95 } = mergeTrends([fast, slow].map(sampleTrend));
    expect(p50).toBeCloseTo(1.555, 2);
    expect(p95).toBeCloseTo(149.5, 0);
  });

  test('of one part is that part, and parts without calls change nothing', () => {
    const part = sampleTrend([1, 2, 3, 4, 100]);
    const merged = mergeTrends([sampleTrend([]), part, sampleTrend([])]);
    expect(merged).toMatchObject({ count: 5, mean: 22, max: 100 });
    expect(merged.p50).toBeCloseTo(3, 6);
    expect(merged.p99).toBeCloseTo(part.p99, 6);
    expect(merged.percentiles[0]).toBeCloseTo(1, 6);
  });

  test('without calls has none', () => {
    expect(mergeTrends([sampleTrend([])])).toEqual({ ...sampleTrend([]) });
    expect(mergeTrends([])).toMatchObject({ count: 0, mean: 0, p99: 0, max: 0 });
  });

  test('whose calls were all alike has no other percentile', () => {
    const merged = mergeTrends([sampleTrend([7, 7, 7]), sampleTrend([7])]);
    expect(new Set(merged.percentiles)).toEqual(new Set([7]));
  });
});
