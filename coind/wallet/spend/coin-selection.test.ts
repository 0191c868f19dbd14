import { randomBytes, randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RandomSource } from '../../random.ts';
import { branchAndBound, knapsack, type Candidate } from './coin-selection.ts';

const random: RandomSource = { bytes: (count) => randomBytes(count), below: (limit) => randomInt(limit) };

const pool = (...values: number[]): Candidate<number>[] => values.map((value) => ({ coin: value, effectiveValueSat: BigInt(value) }));
const sum = (coins: readonly number[] | undefined): number => (coins ?? []).reduce((a, b) => a + b, 0);
const CHANGE = 1_000_000;

/** The smallest sum of any set in the range, by trying all sets. */
function bestByBruteForce(values: readonly number[], target: number, most: number): number | undefined {
  let best: number | undefined;
  for (let set = 1; set < 2 ** values.length; set++) {
    const value = sum(values.filter((_, index) => (set >> index) & 1));
    if (value >= target && value <= most && (best === undefined || value < best)) best = value;
  }
  return best;
}

describe('branchAndBound', () => {
  it('finds the set with the smallest excess, as trying all sets does', () => {
    for (let round = 0; round < 200; round++) {
      const values = Array.from({ length: randomInt(1, 11) }, () => randomInt(1, 60));
      const [target, tolerance] = [randomInt(1, 150), randomInt(0, 8)];
      const found = branchAndBound(pool(...values), BigInt(target), BigInt(tolerance));
      const best = bestByBruteForce(values, target, target + tolerance);
      expect(found === undefined ? undefined : sum(found), `${values.join(' ')} for ${target} + ${tolerance}`).toBe(best);
      const left = [...values];
      for (const coin of found ?? []) expect(left.splice(left.indexOf(coin), 1)).toEqual([coin]);
    }
  });

  it('omits coins that cost more than their value', () => {
    expect(
      branchAndBound(
        [
          { coin: 'dust', effectiveValueSat: -5n },
          { coin: 'coin', effectiveValueSat: 7n },
        ],
        7n,
        0n,
      ),
    ).toEqual(['coin']);
  });

  it('stops an endless search', () => {
    const values = Array.from({ length: 60 }, (_, index) => 2 ** 40 + 2 * index);
    const startMs = performance.now();
    expect(branchAndBound(pool(...values), BigInt(30 * 2 ** 40 + 1_001), 0n)).toBeUndefined();
    expect(performance.now() - startMs).toBeLessThan(20_000);
  });
});

describe('knapsack', () => {
  it('reaches the target, or returns undefined if no set does', () => {
    for (let round = 0; round < 100; round++) {
      const values = Array.from({ length: randomInt(1, 30) }, () => randomInt(1, 5 * CHANGE));
      const target = randomInt(1, 40 * CHANGE);
      const found = knapsack(pool(...values), BigInt(target), random);
      expect(found === undefined).toBe(sum(values) < target);
      if (found) expect(sum(found)).toBeGreaterThanOrEqual(target);
    }
  });

  it('prefers an exact match, of one coin or of all the small ones', () => {
    expect(knapsack(pool(5 * CHANGE, 3 * CHANGE, CHANGE), BigInt(3 * CHANGE), random)).toEqual([3 * CHANGE]);
    expect(sum(knapsack(pool(30 * CHANGE, 2 * CHANGE, 3 * CHANGE), BigInt(5 * CHANGE), random))).toBe(5 * CHANGE);
  });

  it('takes the smallest larger coin if the small ones do not suffice', () => {
    expect(knapsack(pool(CHANGE, 90 * CHANGE, 40 * CHANGE), BigInt(20 * CHANGE), random)).toEqual([40 * CHANGE]);
  });

  it('leaves enough for change if possible', () => {
    // 5 + 6 would leave a change of one satoshi; 10 leaves none that is too small either way.
    const found = knapsack(pool(5 * CHANGE + 1, 6 * CHANGE, 4 * CHANGE), BigInt(11 * CHANGE), random);
    expect(sum(found)).toBeGreaterThanOrEqual(12 * CHANGE);
  });
});
