import { describe, expect, test } from 'vitest';
import { linearScale, logScale, quantileScale } from './scale.ts';

describe('linearScale', () => {
  test.each([
    [0, 3_412, [0, 1_000, 2_000, 3_000]],
    [0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [0, 0.3, [0, 0.1, 0.2, 0.3]],
    [0, 59, [0, 20, 40]],
    [-3, 3, [-2, 0, 2]],
  ])('from %d to %d has round ticks within the domain', (from, to, ticks) => {
    expect(linearScale(from, to).ticks).toEqual(ticks);
  });

  test('places values in proportion', () => {
    const { at } = linearScale(10, 30);
    expect([10, 15, 30].map((value) => at(value))).toEqual([0, 0.25, 1]);
  });

  test('puts values outside the domain on its ends', () => {
    const { at } = linearScale(0, 10);
    expect([at(-5), at(11), at(Infinity)]).toEqual([0, 1, 1]);
  });

  test('grows to whole ticks when asked to', () => {
    const scale = linearScale(0, 3_412, { round: true });
    expect(scale.ticks).toEqual([0, 1_000, 2_000, 3_000, 4_000]);
    expect(scale.at(4_000)).toBe(1);
  });

  test.each([0, 7])('of the single value %d has it as its tick', (value) => {
    expect(linearScale(value, value).at(value)).toBe(0);
    expect(linearScale(value, value).ticks).toEqual([value]);
    expect(linearScale(0, value, { round: true }).ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(value, 1));
  });
});

describe('logScale', () => {
  test('gives equal ratios equal distances', () => {
    const { at } = logScale(100, 10_000);
    expect(at(1_000)).toBeCloseTo(0.5, 12);
    expect(at(3_000) - at(300)).toBeCloseTo(at(2_000) - at(200), 12);
  });

  test('grows to the next ticks', () => {
    expect(logScale(130, 9_800).ticks).toEqual([100, 200, 500, 1_000, 2_000, 5_000, 10_000]);
    expect(logScale(1, 50_000).ticks).toEqual([1, 10, 100, 1_000, 10_000, 100_000]);
  });

  test('of a single value has a length', () => {
    const scale = logScale(200, 200);
    expect(scale.ticks).toEqual([200, 500]);
    expect(scale.at(200)).toBe(0);
  });

  test('puts 0 on its lower end', () => {
    expect(logScale(10, 100).at(0)).toBe(0);
  });

  test('refuses a domain that is not above 0', () => {
    expect(() => logScale(0, 10)).toThrow('expected a domain above 0');
  });
});

describe('quantileScale', () => {
  test('gives each nine the same distance', () => {
    const { at } = quantileScale(0.999);
    expect([0, 0.9, 0.99, 0.999].map((share) => Number(at(share).toFixed(9)))).toEqual([0, 0.333333333, 0.666666667, 1]);
  });

  test('ends at the next nine', () => {
    expect(quantileScale(0.9993).ticks).toEqual([0, 0.5, 0.9, 0.99, 0.999, 0.9999]);
  });

  test('has a place for 1', () => {
    expect(quantileScale(0.99).at(1)).toBe(1);
  });
});
