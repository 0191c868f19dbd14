import { describe, expect, test } from 'vitest';
import { judgeResults } from './judge-results.ts';
import { sampleLoadResults } from './testing/sample-load-results.ts';

describe('a rate relative to the target', () => {
  const open = sampleLoadResults([1_000], { durationMs: 4_000, rate: { targetPerS: 200, resultsPerS: 193.25 } });
  const judged = (planned: number, text = 'rate >= 0.98 * target') =>
    judgeResults([text], { ...open, totals: { ...open.totals, planned } }).map(({ passed }) => passed);

  test('is met where every call that was due was answered, though fewer than on average came at random', () => {
    expect(judged(773)).toEqual([true]);
  });

  test('is not met where more were due than were answered', () => {
    expect(judged(800)).toEqual([false]);
    expect(judged(800, 'rate >= 0.96 * target')).toEqual([true]);
  });
});

test('thresholds are judged on the figures, and named with what was measured', () => {
  // Read back from a histogram a duration is the upper end of its bucket.
  const results = sampleLoadResults([1_000, 2_000, 80_000]);
  expect(judgeResults(['p50 < 5ms', 'p99 < 50ms', 'errors < 0.1%', 'rate >= 4/s'], results)).toEqual([
    { expression: 'p50 < 5ms', measured: '2 ms', passed: true },
    { expression: 'p99 < 50ms', measured: '80.1 ms', passed: false },
    { expression: 'errors < 0.1%', measured: '0 %', passed: true },
    { expression: 'rate >= 4/s', measured: '3/s', passed: false },
  ]);
});
