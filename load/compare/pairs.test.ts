import { describe, expect, test } from 'vitest';
import { Random } from '../../fixtures/world/random.ts';
import type { BesideResult, LoadResults, RepeatResult } from '../results.ts';
import { sampleLoadResults } from '../testing/sample-load-results.ts';
import { COMPARE_DEFAULTS, compareLoads, fewestPairs } from './compare.ts';

const random = new Random('pairs');
/** Nearly normal, of mean 0 and deviation 1. */
const normal = (): number => Array.from({ length: 12 }, () => random.next() / 2 ** 32).reduce((sum, value) => sum + value, -6);

function repeat(factor: number): RepeatResult {
  const durations = { meanUs: 1_100 * factor, p50Us: 1_000 * factor, p90Us: 2_000 * factor, p99Us: 5_000 * factor, p999Us: 9_000 * factor };
  return {
    startedAt: '2026-11-23T10:00:00.000Z',
    durationMs: 1_000,
    calls: 1_000,
    results: 1_000,
    resultsPerS: 1_000 / factor,
    ...durations,
  };
}

const beside = (side: BesideResult['side'], run = 'run'): BesideResult => ({ run, side, other: 'the other', instances: 1 });

interface Sides {
  readonly base: LoadResults;
  readonly changed: LoadResults;
}

/** Pairs on a machine whose speed wanders by 20 % from one pair to the next; the repeats of a pair differ by 2 % more. */
function wandering(slower = 1, count = 20): Sides {
  let speed = 0;
  const pairs = Array.from({ length: count }, () => {
    speed += 0.2 * normal();
    return [repeat(Math.exp(speed + 0.02 * normal())), repeat(slower * Math.exp(speed + 0.02 * normal()))] as const;
  });
  return {
    base: sampleLoadResults(undefined, { repeats: pairs.map(([base]) => base), beside: beside('beside') }),
    changed: sampleLoadResults(undefined, { repeats: pairs.map(([, changed]) => changed), beside: beside('target') }),
  };
}

const compare = ({ base, changed }: Sides, over = {}) => compareLoads(base, changed, { ...COMPARE_DEFAULTS, resamples: 200, ...over });
const unpaired = ({ base: { beside: _, ...base }, changed }: Sides): Sides => ({ base, changed });
const regressions = (make: () => Sides): number => Array.from({ length: 200 }, make).filter((sides) => compare(sides).isRegression).length;

describe('pairs on a machine whose speed wanders', () => {
  test('find 95 % of slow-downs of 10 %, most of which are missed without them', () => {
    expect(regressions(() => wandering(1.1))).toBeGreaterThanOrEqual(190);
    expect(regressions(() => unpaired(wandering(1.1)))).toBeLessThan(60);
  });

  test('raise no more than 1 % of alarms where nothing changed', () => {
    expect(regressions(() => wandering())).toBeLessThanOrEqual(2);
    expect(regressions(() => wandering(1, 10))).toBeLessThanOrEqual(2);
  });

  test('raise few alarms where the change is the tolerance itself', () => {
    expect(regressions(() => wandering(1.05))).toBeLessThanOrEqual(8);
  });

  test('give the ratio with an interval that holds it', () => {
    const { metrics, unit, values } = compare(wandering(1.25, 20));
    expect({ unit, values }).toEqual({ unit: 'pair', values: { base: 20, changed: 20 } });
    const p50 = metrics.find(({ metric }) => metric === 'p50');
    expect(p50).toMatchObject({ verdict: 'regression' });
    expect(p50?.low).toBeLessThan(1.25);
    expect(p50?.low).toBeGreaterThan(1.2);
    expect(p50?.high).toBeGreaterThan(1.25);
    expect(p50?.high).toBeLessThan(1.3);
  });
});

describe('what are pairs', () => {
  const sides = wandering(1, 10);

  test('repeats of both sides of one run, whatever the targets and however busy the machine', () => {
    const { base, changed } = sides;
    const other = { ...base, target: { ...base.target, name: 'process:old' }, machine: { ...base.machine, otherWork: 0.4 } };
    expect(compare({ base: other, changed })).toMatchObject({ unit: 'pair', differences: [] });
  });

  test('not those of two runs, or of one side', () => {
    const { base, changed } = sides;
    expect(compare({ base, changed: { ...changed, beside: beside('target', 'another') } }).unit).toBe('repeat');
    expect(compare({ base: changed, changed }).unit).toBe('repeat');
  });

  const silentOnce = ({ base, changed }: Sides): Sides => ({
    base,
    changed: {
      ...changed,
      repeats: changed.repeats!.map((repeat, index) => (index === 3 ? { ...repeat, results: 0, resultsPerS: 0 } : repeat)),
    },
  });

  test('a repeat without an answer leaves out its pair', () => {
    expect(compare(silentOnce(wandering(1, 12))).values).toEqual({ base: 11, changed: 11 });
  });

  test('where pairs are too few since one had no answer, more than the fewest are asked for', () => {
    expect(() => compare(silentOnce(wandering(2, 9)))).toThrow(/8 of 9 pairs .* too few.*--repeat 10 or more, or for longer/);
  });

  test('too few pairs for any change to be significant are refused', () => {
    expect([fewestPairs(0.99), fewestPairs(0.95)]).toEqual([9, 7]);
    expect(() => compare(wandering(2, 8))).toThrow(/8 pairs.*too few.*--repeat 9/);
    expect(compare(wandering(2, 9)).isRegression).toBe(true);
  });
});
