import { describe, expect, it } from 'vitest';
import { arrivalTimes, steady } from './arrivals.ts';
import type { Arrivals } from './types.ts';

function all(arrivals: Arrivals, durationMs: number): number[] {
  const next = arrivalTimes(arrivals, durationMs);
  const times: number[] = [];
  for (let time = next(); time !== undefined; time = next()) times.push(time);
  return times;
}
const between = (times: readonly number[], fromUs: number, toUs: number): number => times.filter((at) => at >= fromUs && at < toUs).length;

describe('arrivals', () => {
  it('are at equal distances for a steady rate, the first at once', () => {
    expect(all(steady(4, 1_000), 1_000)).toEqual([0, 250_000, 500_000, 750_000]);
  });

  it('go on at the last rate when the stages are over before the run', () => {
    expect(all(steady(2, 500), 2_000)).toEqual([0, 500_000, 1_000_000, 1_500_000]);
  });

  it('end with the run when the stages are longer', () => {
    expect(all(steady(10, 60_000), 1_000)).toHaveLength(10);
  });

  it('follow the area below a ramp', () => {
    const times = all({ stages: [{ fromRate: 0, toRate: 100, durationMs: 10_000 }], spacing: 'even', seed: 0 }, 10_000);
    // rate 10 t: 5 t² calls are due by t
    expect(times).toHaveLength(500);
    for (const [n, at] of times.entries()) expect(at / 1e6).toBeCloseTo(Math.sqrt(n / 5), 9);
  });

  it('follow a ramp downwards to nothing', () => {
    const times = all({ stages: [{ fromRate: 100, toRate: 0, durationMs: 10_000 }], spacing: 'even', seed: 0 }, 20_000);
    expect(times).toHaveLength(500);
    expect(between(times, 0, 5e6)).toBe(375);
  });

  it('follow steps, also one without calls', () => {
    const step = (rate: number) => ({ fromRate: rate, toRate: rate, durationMs: 1_000 });
    const times = all({ stages: [step(100), step(0), step(300)], spacing: 'even', seed: 0 }, 3_000);
    expect([0, 1, 2].map((second) => between(times, second * 1e6, (second + 1) * 1e6))).toEqual([100, 0, 300]);
  });

  it('are repeated by their seed, and differ by it', () => {
    const poisson = (seed: number) => all(steady(1_000, 1_000, 'poisson', seed), 1_000);
    expect(poisson(1)).toEqual(poisson(1));
    expect(poisson(1)).not.toEqual(poisson(2));
  });

  it('have exponential distances in a Poisson process', () => {
    const times = all(steady(1_000, 100_000, 'poisson', 7), 100_000);
    // The count has mean and variance 100,000: five standard deviations.
    expect(Math.abs(times.length - 100_000)).toBeLessThan(5 * Math.sqrt(100_000));
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    // P(gap > k means) = e^-k: five standard deviations of a share of n.
    for (const k of [0.5, 1, 2, 4]) {
      const share = gaps.filter((gap) => gap > k * 1_000).length / gaps.length;
      const expected = Math.exp(-k);
      expect(Math.abs(share - expected)).toBeLessThan(5 * Math.sqrt((expected * (1 - expected)) / gaps.length));
    }
  });

  it('never decrease, over ramps in a Poisson process', () => {
    const stages = [0, 500, 100, 900].map((toRate, index) => ({ fromRate: index * 50, toRate, durationMs: 700 }));
    const times = all({ stages, spacing: 'poisson', seed: 3 }, 4_000);
    expect(times.length).toBeGreaterThan(100);
    for (const [index, at] of times.entries()) expect(at).toBeGreaterThanOrEqual(times[index - 1] ?? 0);
  });
});
