import { expect, test } from 'vitest';
import { judgeResults } from '../judge-results.ts';
import type { K6Summary } from './format.ts';
import { k6Figures } from './k6-figures.ts';

const trend = { count: 95, mean: 2.5, p50: 2, p90: 4, p95: 5, p99: 9.5, p999: 20, max: 21.25, percentiles: [] };
const ended = { result: 90, 'rpc-error': 5, 'work-queue': 2, http: 0, timeout: 0, connection: 3, malformed: 0 };
const summary: K6Summary = {
  format: 2,
  lastedMs: 10_000,
  ranOut: false,
  exceptions: 0,
  dropped: 10,
  resultsInTime: 80,
  ended,
  latency: trend,
  methods: [{ method: 'getblock', ended, resultsInTime: 80, latency: trend }],
};
const figures = k6Figures(summary, { durationMs: 10_000, targetPerS: 11, cpuMs: 4 });

test('calls count by how they ended; dropped ones were planned and not sent', () => {
  expect(figures.totals).toMatchObject({ planned: 110, sent: 100, answered: 97, results: 90, rpcErrors: 5, refused: 2, connection: 3 });
  expect(figures.rate).toEqual({ targetPerS: 11, resultsPerS: 8 });
  expect(figures.methods).toMatchObject([{ method: 'getblock', calls: 100, results: 90, resultsInTime: 80, errors: 8 }]);
  expect(figures.errors.map(({ class: kind, count }) => [kind, count])).toEqual([
    ['rpc-error', 5],
    ['connection', 3],
    ['work-queue', 2],
  ]);
});

test('latencies are those of k6 in microseconds, without a histogram', () => {
  expect(figures.latency).toMatchObject({ count: 95, meanUs: 2_500, p50Us: 2_000, p99Us: 9_500, maxUs: 21_250, histogram: null });
});

test('thresholds are judged by them', () => {
  const judged = judgeResults(['p99 < 9.6ms', 'p99.9 < 19ms', 'errors < 9%', 'rate >= 0.98 * target'], {
    durationMs: 10_000,
    ...figures,
  });
  expect(judged.map(({ passed, measured }) => [passed, measured])).toEqual([
    [true, '9.5 ms'],
    [false, '20 ms'],
    [false, '10 %'],
    [false, '8/s of 11/s due'],
  ]);
});
