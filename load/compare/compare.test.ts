import { describe, expect, test } from 'vitest';
import { Random } from '../../fixtures/world/random.ts';
import type { LoadResults, RepeatResult } from '../results.ts';
import { sampleLoadResults } from '../testing/sample-load-results.ts';
import { COMPARE_DEFAULTS, compareLoads } from './compare.ts';

const random = new Random('compare');
/** Nearly normal, of mean 0 and deviation 1. */
const normal = (): number => Array.from({ length: 12 }, () => random.next() / 2 ** 32).reduce((sum, value) => sum + value, -6);

/** A load of ten repeats of 1,000 results per second, `slower` times as slow, whose repeats differ by `spread`. */
function load(slower = 1, spread = 0.02, count = 10): LoadResults {
  const repeats = Array.from({ length: count }, (): RepeatResult => {
    const factor = slower * Math.exp(spread * normal());
    return {
      startedAt: '2026-11-23T10:00:00.000Z',
      durationMs: 1_000,
      calls: 1_000,
      results: 1_000,
      resultsPerS: 1_000 / factor,
      meanUs: 1_100 * factor,
      p50Us: 1_000 * factor,
      p90Us: 2_000 * factor,
      p99Us: 5_000 * factor * Math.exp(spread * normal()),
      p999Us: 9_000 * factor,
    };
  });
  return sampleLoadResults(undefined, { repeats });
}

/** The same load, whose node uses so much CPU time for a call. */
const withCpu = (results: LoadResults, cpuUs: number): LoadResults => ({
  ...results,
  repeats: (results.repeats ?? []).map((repeat) => ({ ...repeat, cpuUs: cpuUs * Math.exp(0.005 * normal()) })),
});

const compare = (base: LoadResults, changed: LoadResults, over = {}) =>
  compareLoads(base, changed, { ...COMPARE_DEFAULTS, resamples: 200, ...over });
const verdicts = (comparison: ReturnType<typeof compare>) =>
  Object.fromEntries(comparison.metrics.map(({ metric, verdict }) => [metric, verdict]));

describe('compareLoads', () => {
  test('raises no more than 1 % of alarms where only chance differs, also where it differs much', () => {
    for (const spread of [0.01, 0.05, 0.3]) {
      const alarms = Array.from({ length: 200 }, () => compare(load(1, spread), load(1, spread))).filter(
        ({ isRegression }) => isRegression,
      );
      expect(alarms.length, `spread ${spread}`).toBeLessThanOrEqual(2);
    }
  });

  test('finds 95 % of slow-downs of 10 % among repeats that differ by 2 %', () => {
    const found = Array.from({ length: 200 }, () => compare(load(), load(1.1))).filter(({ isRegression }) => isRegression);
    expect(found.length).toBeGreaterThanOrEqual(190);
  });

  test('gives the ratio with an interval that holds it, and says which metric is worse', () => {
    const comparison = compare(load(), load(1.25));
    expect(verdicts(comparison)).toEqual({ rate: 'regression', p50: 'regression', p99: 'regression', answered: 'alike' });
    const [rate] = comparison.metrics;
    expect(rate).toMatchObject({ metric: 'rate' });
    expect(rate?.low).toBeLessThan(0.8);
    expect(rate?.high).toBeGreaterThan(0.8);
    expect(comparison).toMatchObject({ unit: 'repeat', values: { base: 10, changed: 10 }, isRegression: true });
  });

  test('a significant change within the tolerance is no regression, and becomes one with a smaller tolerance', () => {
    const [base, changed] = [load(1, 0.001), load(1.03, 0.001)];
    expect(verdicts(compare(base, changed))).toMatchObject({ rate: 'alike', p50: 'alike' });
    expect(verdicts(compare(base, changed, { tolerance: 0.02 }))).toMatchObject({ rate: 'regression', p50: 'regression' });
  });

  test('a change for the better is an improvement and no regression', () => {
    const comparison = compare(load(1.25), load());
    expect(verdicts(comparison)).toMatchObject({ rate: 'improvement', p50: 'improvement', p99: 'improvement' });
    expect(comparison.isRegression).toBe(false);
  });

  test('values that spread too much to exclude a regression leave it undecided', () => {
    expect(verdicts(compare(load(1, 0.3), load(1, 0.3)))).toMatchObject({ rate: 'undecided', p50: 'undecided' });
  });

  test('fewer calls with a result are a regression', () => {
    const failing = load(1, 0.001);
    const changed = { ...failing, repeats: failing.repeats?.map((repeat) => ({ ...repeat, results: 800 })) };
    expect(verdicts(compare(load(1, 0.001), changed))).toMatchObject({ answered: 'regression' });
  });

  test('the p of each metric is adjusted for the number of metrics', () => {
    // Ten values above ten others: one of 184,756 ways to divide them.
    const worst = compare(load(), load(2)).metrics.find(({ metric }) => metric === 'rate');
    expect(worst?.p).toBeCloseTo(4 / 184_756, 10);
  });
});

describe('the smallest change that could have been found', () => {
  const detectableIn = (spread: number): (number | null | undefined)[] =>
    compare(load(1, spread), load(1, spread)).metrics.map(({ detectable }) => detectable);

  test('is more where repeats differ more, and never within the tolerance', () => {
    const [steady, wide] = [detectableIn(0.005), detectableIn(0.1)];
    for (const [index, share] of steady.slice(0, 3).entries()) {
      expect(share).toBeGreaterThan(0.045);
      expect(share).toBeLessThan(0.08);
      expect(wide[index]).toBeGreaterThan(2 * (share ?? Infinity));
    }
  });

  test('is found when it is planted, and a smaller one is not', () => {
    // The interval is drawn at random: of other values it is a little other.
    const [base, changed] = [load(1, 0.03), load(1, 0.03)];
    const p50 = compare(base, changed).metrics[1];
    const by = (factor: number): string | undefined => {
      const planted = (changed.repeats ?? []).map((repeat) => ({ ...repeat, p50Us: (repeat.p50Us * factor) / (p50?.ratio ?? 1) }));
      return compare(base, { ...changed, repeats: planted }).metrics[1]?.verdict;
    };
    const share = p50?.detectable ?? Number.NaN;
    expect(by(1 + share * 1.1)).toBe('regression');
    expect(by(1 + share * 0.9)).not.toBe('regression');
  });

  test('is none where no change of the values could be significant', () => {
    expect(compare(load(1, 0.02, 6), load(1, 3, 6)).metrics[0]?.detectable).toBeNull();
  });
});

describe('the CPU time of the node for a call', () => {
  test('is compared where it is known of all repeats, and finds what the times of a noisy machine hide', () => {
    const [base, changed] = [withCpu(load(1, 0.3), 400), withCpu(load(1, 0.3), 440)];
    expect(verdicts(compare(base, changed))).toEqual({
      rate: 'undecided',
      p50: 'undecided',
      p99: 'undecided',
      cpu: 'regression',
      answered: 'alike',
    });
    expect(Object.keys(verdicts(compare(base, load(1, 0.3))))).not.toContain('cpu');
  });
});

describe('without repeats', () => {
  const single = (rates: readonly number[], over: Partial<LoadResults> = {}): LoadResults => {
    const [first] = sampleLoadResults().seconds;
    if (!first) throw new Error('the sample has a second');
    const seconds = rates.map((results, second) => ({ ...first, second, results, p50Us: 1e6 / results, p99Us: 2e6 / results }));
    return sampleLoadResults(undefined, { durationMs: 8_000, seconds, ...over });
  };
  const steady = [100, 101, 99, 102, 98, 103, 97, 104];

  test('whole seconds are compared, with a warning', () => {
    const comparison = compare(single([...steady, 3]), single(steady.map((rate) => rate / 2)));
    expect(comparison).toMatchObject({ unit: 'second', values: { base: 8, changed: 8 }, isRegression: true });
    expect(comparison.warnings.join()).toContain('measured once');
  });

  test('a repeated load cannot be compared with one that was not', () => {
    expect(() => compare(single(steady), load())).toThrow(/one of the two loads was repeated.*same --repeat/);
  });
});

describe('what cannot be compared', () => {
  test('other conditions are named, and compared only by force', () => {
    const base = load();
    const changed = load(1.25);
    const other: LoadResults = {
      ...changed,
      target: { ...changed.target, name: 'process:other' },
      scenario: { ...changed.scenario, connections: 16, thresholds: [], summary: 'another text' },
      machine: { ...changed.machine, cores: 8, loadBefore: 0.9 },
    };
    const expected = ['target: process:coind and process:other', 'connections: 4 and 16', 'cores: 2 and 8'];
    let details: readonly string[] = [];
    try {
      compare(base, other);
    } catch (error) {
      details = (error as { details: readonly string[] }).details;
    }
    expect(details).toEqual(expected);
    expect(compare(base, other, { force: true })).toMatchObject({ differences: expected, isRegression: true });
  });

  test('what was measured beside other work is no evidence', () => {
    const busy = load();
    const changed = { ...busy, machine: { ...busy.machine, otherWork: 0.31 } };
    let details: readonly string[] = [];
    try {
      compare(load(), changed);
    } catch (error) {
      details = (error as { details: readonly string[] }).details;
    }
    expect(details).toEqual(['new: other programs used 31 % of the machine during the load']);
  });

  test('a newer version of the node is what comparisons are for', () => {
    const changed = load();
    expect(() => compare(load(), { ...changed, target: { ...changed.target, version: 220_000, subversion: '/Coin:0.22/' } })).not.toThrow();
  });

  test('too few repeats for any change to be significant are refused', () => {
    expect(() => compare(load(1, 0.02, 5), load(2, 0.02, 5))).toThrow(/5 and 5 repeats.*too few.*--repeat 10/);
    expect(compare(load(1, 0.02, 6), load(2, 0.02, 6)).isRegression).toBe(true);
  });

  test('a load that did not come to its end is refused', () => {
    expect(() => compare({ ...load(), complete: false, stopped: 'interrupted' }, load())).toThrow(
      /base load did not come to its end \(interrupted\)/,
    );
  });
});
