import { describe, expect, it } from 'vitest';
import { arrivalFigures, mostWithin, percentiles, propagationFigures } from './arrival-figures.ts';

const START_US = 1_700_000_000_000_000;
/** @param seconds after the start time */
const at = (...seconds: number[]): number[] => seconds.map((second) => START_US + second * 1_000_000);

describe('arrivalFigures', () => {
  it('counts from the start time to the last arrival, in any order of arrivals', () => {
    // 4 transactions within 2 s, of which 3 came in the second from 1.0 to 2.0 s (the end excluded).
    expect(arrivalFigures(at(1.5, 0.5, 1.9, 2), START_US, 3)).toMatchObject({
      transactions: 4,
      outputs: 12,
      spanUs: 2_000_000,
      transactionsPerS: 2,
      outputsPerS: 6,
      peakTransactionsPerS: 3,
      peakOutputsPerS: 9,
    });
  });

  it('leaves early and late ones out of the inner span', () => {
    // 200 arrivals: one at 0.01 s, then each 10 ms from 1.00 s to 2.97 s, then one after a minute.
    const times = at(0.01, ...Array.from({ length: 198 }, (_, index) => 1 + index / 100), 60);
    const { inner, spanUs, transactionsPerS } = arrivalFigures(times, START_US, 1);
    // Nearest ranks: 1 % is the 2nd of 200 (1.00 s), 99 % the 198th (2.96 s); 196 came after the former up to the latter.
    expect(inner.spanUs).toBe(1_960_000);
    expect(inner.transactionsPerS).toBeCloseTo(196 / 1.96, 9);
    expect(spanUs).toBe(60_000_000);
    expect(transactionsPerS).toBeCloseTo(200 / 60, 9);
  });

  it('has a rate of 0 where nothing arrived, and where all came in one moment', () => {
    expect(arrivalFigures([], START_US, 1)).toMatchObject({ transactions: 0, spanUs: 0, transactionsPerS: 0, peakTransactionsPerS: 0 });
    expect(arrivalFigures(at(1, 1), START_US, 1).inner).toEqual({ spanUs: 0, transactionsPerS: 0, outputsPerS: 0 });
  });
});

describe('mostWithin', () => {
  it('finds the fullest window, wherever it begins, without the moment of its end', () => {
    // From 11 on: 11, 12, 20 are within 10; from 12 on: 12, 20, 21.
    expect(mostWithin([0, 10, 11, 12, 20, 21], 10)).toBe(3);
    expect(mostWithin([0, 10, 20], 10)).toBe(1);
    expect(mostWithin([5, 5, 5], 1)).toBe(3);
    expect(mostWithin([], 10)).toBe(0);
  });
});

describe('propagationFigures', () => {
  it('takes the nearest rank', () => {
    const durations = Array.from({ length: 100 }, (_, index) => (100 - index) * 1_000);
    expect(propagationFigures(durations)).toEqual({ count: 100, p50Us: 50_000, p95Us: 95_000, p99Us: 99_000, maxUs: 100_000 });
  });

  it('is 0 where nothing arrived', () => {
    expect(propagationFigures([])).toEqual({ count: 0, p50Us: 0, p95Us: 0, p99Us: 0, maxUs: 0 });
  });
});

describe('percentiles', () => {
  it('are the least and the greatest value at the ends, and nearest ranks between', () => {
    const values = percentiles(Array.from({ length: 200 }, (_, index) => index + 1));
    expect([values.length, values[0], values[1], values[50], values[100]]).toEqual([101, 1, 2, 100, 200]);
    expect(percentiles([])).toEqual([]);
  });
});
