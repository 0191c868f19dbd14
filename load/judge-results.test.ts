import { expect, test } from 'vitest';
import { judgeResults } from './judge-results.ts';
import { latencyOf, sampleLoadResults } from './testing/sample-load-results.ts';

const judged = (thresholds: readonly string[], results = sampleLoadResults()) =>
  judgeResults(thresholds, results).map(({ measured, passed }) => [measured, passed]);

test('the longest latency is judged as it was measured, not by its bucket', () => {
  const results = sampleLoadResults([60_000]);
  expect(judged(['max <= 60ms', 'p99 <= 60ms'], { ...results, latency: latencyOf([60_000]) })).toEqual([
    ['60 ms', true],
    ['60 ms', true],
  ]);
});

test('a share of the arrival rate is shown with the calls that were due, which are not quite those that were asked for', () => {
  const results = sampleLoadResults([1_000, 2_000], { rate: { targetPerS: 5, resultsPerS: 2 } });
  expect(judged(['rate >= 0.98 * target', 'rate >= 1/s'], results)).toEqual([
    ['2/s of 2/s due', true],
    ['2/s', true],
  ]);
});

test('a rate is judged by the calls that were due', () => {
  const results = sampleLoadResults([1_000, 2_000], { rate: { targetPerS: 5, resultsPerS: 2 } });
  expect(judged(['rate >= 1 * target', 'rate >= 2/s', 'rate > 2/s'], results).map(([, passed]) => passed)).toEqual([true, true, false]);
});
