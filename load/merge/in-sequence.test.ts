import { expect, test } from 'vitest';
import { latencyOf, sampleLoadResults } from '../testing/sample-load-results.ts';
import { inSequence } from './in-sequence.ts';

const fast = sampleLoadResults([1_000, 2_000, 3_000]);
const slow = sampleLoadResults([10_000, 60_000], { durationMs: 3_000, rate: { targetPerS: null, resultsPerS: 2 / 3 } });

test('one measurement stays as it is', () => {
  expect(inSequence([fast])).toBe(fast);
});

test('latencies are those of all calls, not a mean of percentiles', () => {
  const merged = inSequence([fast, slow]);
  expect(merged.latency).toEqual(latencyOf([1_000, 2_000, 3_000, 10_000, 60_000]));
  expect(merged.methods[0]).toMatchObject({ calls: 5, results: 5, latency: { count: 5, maxUs: merged.latency.maxUs } });
  expect(merged.generator.lateness.count).toBe(4);
});

test('the rate is that of the whole duration, and each repeat keeps its own', () => {
  const { durationMs, rate, totals, repeats } = inSequence([fast, slow]);
  expect({ durationMs, rate: rate.resultsPerS, results: totals.results }).toEqual({ durationMs: 4_000, rate: 5 / 4, results: 5 });
  expect(repeats?.map(({ resultsPerS, calls }) => [resultsPerS, calls])).toEqual([
    [3, 3],
    [2 / 3, 2],
  ]);
});

test('thresholds are judged on all calls together', () => {
  expect(fast.thresholds[0]?.passed).toBe(true);
  expect(inSequence([fast, slow]).thresholds).toMatchObject([{ expression: 'p99 < 50ms', passed: false }]);
});

test('seconds and samples of the node follow each other', () => {
  const { seconds, nodes } = inSequence([fast, fast, slow]);
  expect(seconds.map(({ second }) => second)).toEqual([0, 1, 2]);
  expect(nodes).toMatchObject([{ cpuMs: 1_500, samples: [{ atMs: 900 }, { atMs: 1_900 }, { atMs: 2_900 }] }]);
});

test('seconds say of which repeat they are, and samples that were taken while only answers came have no place', () => {
  const nodes = [
    {
      node: 'default-1',
      cpuMs: 1,
      peakMemoryBytes: 1,
      samples: [900, 1_100, 4_000].map((atMs) => ({ atMs, cpuPercent: 1, memoryBytes: 1 })),
    },
  ];
  const merged = inSequence([
    { ...fast, nodes },
    { ...fast, nodes },
  ]);
  expect(merged.seconds.map(({ repeat }) => repeat)).toEqual([1, 2]);
  expect(merged.nodes[0]?.samples.map(({ atMs }) => atMs)).toEqual([900, 1_100, 1_900, 2_100]);
});

test('errors of one class and code are one error', () => {
  const failing = sampleLoadResults([1], {
    errors: [
      { class: 'rpc-error', code: -8, count: 2, example: 'first' },
      { class: 'timeout', count: 5, example: 'late' },
    ],
  });
  const { errors } = inSequence([failing, { ...failing, errors: [{ class: 'rpc-error', code: -8, count: 9, example: 'other' }] }]);
  expect(errors).toEqual([
    { class: 'rpc-error', code: -8, count: 11, example: 'first' },
    { class: 'timeout', count: 5, example: 'late' },
  ]);
});

test('what was ended early says so', () => {
  expect(inSequence([fast, { ...fast, complete: false, stopped: 'interrupted' }])).toMatchObject({
    complete: false,
    stopped: 'interrupted',
  });
});
