import { expect, test } from 'vitest';
import { LatencyTotals } from './latency-totals.ts';

test('median, p95 and maximum are those of the single calls, over all cases', () => {
  const totals = new LatencyTotals();
  for (let ms = 1; ms <= 60; ms++) totals.add({ getblock: { [ms]: 1 } });
  for (let ms = 61; ms <= 100; ms++) totals.add({ getblock: { [ms]: 1 }, stop: { '0.5': 2 } });
  expect(totals.rows()).toEqual([
    { method: 'getblock', calls: 100, medianMs: 50, p95Ms: 95, maxMs: 100 },
    { method: 'stop', calls: 80, medianMs: 0.5, p95Ms: 0.5, maxMs: 0.5 },
  ]);
});

test('a single call has one latency', () => {
  const totals = new LatencyTotals();
  totals.add({ getblock: { '7': 1 } });
  expect(totals.rows()).toEqual([{ method: 'getblock', calls: 1, medianMs: 7, p95Ms: 7, maxMs: 7 }]);
});
