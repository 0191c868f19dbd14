import { expect, test } from 'vitest';
import type { LoadResults } from '../results.ts';
import { latencyOf, sampleLoadResults } from '../testing/sample-load-results.ts';
import { ofShards } from './of-shards.ts';

const open = { type: 'open', arrivals: 'poisson', startRatePerS: 50, stages: [{ durationMs: 1_000, ratePerS: 50 }] } as const;

function shard(index: number, durationsUs: readonly number[], over: Partial<LoadResults> = {}): LoadResults {
  const whole = sampleLoadResults(durationsUs);
  return {
    ...whole,
    scenario: { ...whole.scenario, model: open, connections: 2 },
    rate: { targetPerS: 50, resultsPerS: durationsUs.length },
    shard: { index, total: 2 },
    nodes: [],
    ...over,
  };
}
const first = shard(1, [1_000, 2_000, 3_000]);
const second = shard(2, [4_000, 90_000], { startedAt: '2026-11-23T10:00:01.000Z' });

test('histograms are merged exactly, and totals and rates added', () => {
  const merged = ofShards([second, first]);
  expect(merged.latency).toEqual(latencyOf([1_000, 2_000, 3_000, 4_000, 90_000]));
  expect(merged.totals).toMatchObject({ planned: 5, results: 5 });
  expect(merged.rate).toEqual({ targetPerS: 100, resultsPerS: 5 });
  expect(merged.methods).toMatchObject([{ method: 'getblockcount', calls: 5, latency: { count: 5, maxUs: merged.latency.maxUs } }]);
  expect(merged.shard).toBeUndefined();
});

test('the scenario is the whole one again', () => {
  const { scenario } = ofShards([first, second]);
  expect(scenario).toMatchObject({ connections: 4, model: { startRatePerS: 100, stages: [{ ratePerS: 100 }] } });
});

test('seconds are aligned by the clock, and their highest percentiles kept', () => {
  const seconds = ofShards([first, { ...second, startedAt: first.startedAt }]).seconds;
  expect(seconds).toMatchObject([{ second: 0, results: 5, maxUs: second.seconds[0]?.maxUs, p50Us: second.seconds[0]?.p50Us }]);
  const later = ofShards([first, second]);
  expect(later.seconds.map(({ second, results }) => [second, results])).toEqual([
    [0, 3],
    [1, 2],
  ]);
  expect(later.warnings).toEqual([]);
});

test('a second counts as measured only where all shards were', () => {
  const of = (durations: readonly number[]): LoadResults['seconds'] =>
    durations.map((measuredMs, index) => ({ ...(first.seconds[0] as LoadResults['seconds'][number]), second: index, measuredMs }));
  const [a, b] = [
    { ...first, seconds: of([1_000, 1_000, 0]) },
    { ...second, seconds: of([1_000, 900]) },
  ];
  expect(ofShards([a, { ...b, startedAt: first.startedAt }]).seconds.map(({ measuredMs }) => measuredMs)).toEqual([1_000, 900, 0]);
  // A second later: they share one second.
  expect(ofShards([a, b]).seconds.map(({ measuredMs }) => measuredMs)).toEqual([0, 1_000, 0]);
});

test('thresholds are judged on the whole', () => {
  expect(first.thresholds[0]?.passed).toBe(true);
  expect(ofShards([first, second]).thresholds).toMatchObject([{ expression: 'p99 < 50ms', passed: false }]);
});

test('a warning names its shard', () => {
  expect(ofShards([first, { ...second, warnings: ['Busy.'] }]).warnings).toEqual(['Shard 2: Busy.']);
});

test('shards that did not run together are doubtful', () => {
  expect(ofShards([first, { ...second, startedAt: '2026-11-23T10:01:00.000Z' }]).warnings.join()).toContain('began up to 60.0 s apart');
});

test.each([
  ['no shard', [sampleLoadResults(), first], /no shard of a load; merge what --shard has measured/],
  ['one shard twice', [first, first], /expected each of 2 shards once, found 1\/2, 1\/2/],
  ['one shard missing', [first], /expected each of 2 shards once, found 1\/2/],
  ['another scenario', [first, { ...second, scenario: { ...second.scenario, name: 'other' } }], /the scenario differs/],
  [
    'another rate',
    [first, { ...second, scenario: { ...second.scenario, model: { ...open, startRatePerS: 60 } } }],
    /the load model differs/,
  ],
  ['another node', [first, { ...second, target: { ...second.target, subversion: '/Other/' } }], /the node differs/],
  ['no histogram', [first, { ...second, latency: { ...second.latency, histogram: null } }], /no histograms/],
])('%s is refused', (_, parts, message) => {
  expect(() => ofShards(parts)).toThrow(message);
});
