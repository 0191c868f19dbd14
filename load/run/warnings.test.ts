import { expect, test } from 'vitest';
import { latencyOf, sampleLoadResults } from '../testing/sample-load-results.ts';
import { warningsOf } from './warnings.ts';

const latency = latencyOf(Array.from({ length: 2_000 }, () => 1_000));
const quiet = { ...sampleLoadResults(), latency };
const scenario = { mix: [], durationMs: 1_000 };
const repeat = { startedAt: '', durationMs: 500, calls: 1, results: 1, resultsPerS: 1, meanUs: 1, p50Us: 1, p90Us: 1, p99Us: 1, p999Us: 1 };
const prepared = {
  mix: [{ method: 'sendrawtransaction', weight: 1, args: {}, optional: [], pool: 1, prepared: true, batch: 1 }],
  durationMs: 1_000,
} as const;

test('figures that can be trusted have no warning', () => {
  expect(warningsOf(quiet, scenario)).toEqual([]);
});

test.each([
  ['few calls', { ...quiet, latency: latencyOf([1, 2]) }, scenario, /^Only 2 calls were answered/],
  [
    'a busy machine',
    { ...quiet, machine: { ...quiet.machine, loadBefore: 1.5 } },
    scenario,
    /busy before the load began \(load average 1\.5 on 2/,
  ],
  ['other work during the load', { ...quiet, machine: { ...quiet.machine, otherWork: 0.3 } }, scenario, /^Other programs used 30 %/],
  [
    'a generator that is late',
    { ...quiet, generator: { ...quiet.generator, saturated: 'late' } },
    scenario,
    /could not keep up.*: late\.$/,
  ],
  ['no call', { ...quiet, totals: { ...quiet.totals, planned: 0 } }, scenario, /^No call was sent/],
  ['all cores used', { ...quiet, generator: { ...quiet.generator, cpuMs: 1_450 } }, scenario, /used all 2 cores/],
  ['too few prepared transactions', { ...quiet, durationMs: 500 }, prepared, /ended after 0\.5 s, as all prepared transactions/],
  ['too few of them for repeats', { ...quiet, repeats: [repeat, repeat] }, prepared, /all prepared transactions/],
])('%s is a warning', (_, results, of, text) => {
  const warnings = warningsOf(results, of);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(text);
});
