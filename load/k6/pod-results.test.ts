import { describe, expect, test } from 'vitest';
import { sampleLoadResults } from '../testing/sample-load-results.ts';
import { POD_SUMMARY_MARK, type K6PodSummary, type K6Summary } from './format.ts';
import { resultsOfPods } from './pod-results.ts';
import { podSummaries } from './pod-summaries.ts';
import { sampleSummary } from './testing/sample-k6-summary.ts';
import type { Conditions } from '../run/conditions.ts';

const { schemaVersion, pyx, kind, seed, target, machine, scenario } = sampleLoadResults([1]);
const conditions: Conditions = {
  schemaVersion,
  pyx,
  kind,
  seed,
  target,
  machine,
  scenario: {
    ...scenario,
    model: { type: 'open', arrivals: 'constant', startRatePerS: 80, stages: [{ durationMs: 10_000, ratePerS: 80 }] },
    durationMs: 10_000,
    thresholds: ['p99 < 50ms'],
  },
};
const startedAt = '2026-11-23T10:00:00.000Z';
const fast = Array.from({ length: 400 }, (_, index) => 1 + index / 100);
const pod = (segment: string, over: Partial<K6PodSummary> = {}, latenciesMs = fast): K6PodSummary => ({
  ...sampleSummary(latenciesMs),
  conditions,
  startedAt,
  segment,
  ...over,
});
const logOf = (...pods: readonly object[]): string =>
  `time="…" level=info msg="x"\n${pods.map((summary) => `${POD_SUMMARY_MARK}${JSON.stringify(summary)}\n`).join('')}`;
const results = (...pods: readonly K6PodSummary[]) => resultsOfPods(pods, (found) => found as Conditions);

describe('the results of pods', () => {
  test('are those of one load: calls are added, percentiles those of all calls, thresholds judged on the whole', () => {
    const slow = Array.from({ length: 400 }, (_, index) => (index < 390 ? 2 : 100));
    const whole = results(pod('1/2:1', { dropped: 3 }, slow), pod('0:1/2'));
    expect(whole).toMatchObject({
      engine: 'k6',
      startedAt,
      durationMs: 10_000,
      complete: true,
      totals: { planned: 803, sent: 800, results: 800 },
      rate: { targetPerS: 80, resultsPerS: 80 },
      latency: { count: 800, maxUs: 100_000 },
      methods: [{ method: 'getblockcount', calls: 800, results: 800 }],
      thresholds: [{ expression: 'p99 < 50ms', passed: false }],
      nodes: [],
    });
    // Ten of 800 calls took 100 ms: more than one in a hundred.
    expect(whole.latency.p99Us).toBe(100_000);
    expect(whole.warnings.join('\n')).toContain('made by 2 pods');
    expect(whole.warnings.join('\n')).toContain('k6 dropped 3 calls');
  });

  test.each([
    [['0:1/2'], '0:1/2'],
    [['0:1/2', '0:1/2'], '0:1/2, 0:1/2'],
    [['1/3:2/3', '2/3:1'], '1/3:2/3, 2/3:1'],
    [['2/3:1', '0:1/3'], '0:1/3, 2/3:1'],
  ])('are refused for the parts %j', (segments, found) => {
    expect(() => results(...segments.map((segment) => pod(segment)))).toThrow(
      `expected each part of the load once, found the execution segments ${found}; name the logs of all pods`,
    );
  });

  test.each([[['0:1']], [['2/3:1', '0:1/3', '1/3:2/3']]])('are accepted for the parts %j', (segments) => {
    expect(results(...segments.map((segment) => pod(segment))).totals.results).toBe(400 * segments.length);
  });

  test('of different loads are refused', () => {
    const other = { ...conditions, seed: conditions.seed + 1 };
    expect(() => results(pod('0:1/2'), pod('1/2:1', { conditions: other }))).toThrow('the logs are of different loads');
  });

  test('of a pod that ended early, or at an exception, are not complete', () => {
    expect(results(pod('0:1/2'), pod('1/2:1', { lastedMs: 3_000 }))).toMatchObject({ complete: false, stopped: 'a pod ended after 3.0 s' });
    expect(results(pod('0:1/2'), pod('1/2:1', { exceptions: 1 }))).toMatchObject({
      complete: false,
      stopped: 'an exception of the script ended a pod',
    });
  });

  test('of pods whose transactions ran out are complete, for as long as they lasted', () => {
    const whole = results(pod('0:1/2', { lastedMs: 3_900, ranOut: true }), pod('1/2:1', { lastedMs: 4_000, ranOut: true }));
    expect(whole).toMatchObject({ complete: true, durationMs: 4_000, rate: { resultsPerS: 200 } });
    expect(whole.warnings).toContainEqual(expect.stringContaining('The load ended after 4.0 s, as all prepared transactions'));
  });

  test('of pods that began apart say so', () => {
    const later = pod('1/2:1', { startedAt: '2026-11-23T10:00:05.000Z' });
    expect(results(pod('0:1/2'), later).warnings).toContainEqual(expect.stringContaining('began up to 5.0 s apart'));
  });
});

describe('the log of a pod', () => {
  test('holds its summary, also beside others and after what kubectl puts before each line', () => {
    expect(podSummaries(logOf(pod('0:1/2'), pod('1/2:1')).replaceAll(POD_SUMMARY_MARK, `[pod/x] ${POD_SUMMARY_MARK}`), 'log')).toEqual([
      pod('0:1/2'),
      pod('1/2:1'),
    ]);
  });

  const { percentiles: _, ...withoutPercentiles } = sampleSummary(fast).latency;
  test.each([
    ['nothing', '', /^log: no line has "pyx summary:"/],
    ['half a summary', logOf(pod('0:1')).slice(0, 500), /^log: a line with "pyx summary:" is not whole/],
    ['one of a load that Pyx did not prepare for pods', logOf(sampleSummary(fast)), /is not whole, or of another version/],
    ['one of another version', logOf({ ...pod('0:1'), format: 1 }), /of another version of Pyx/],
    ['one without percentiles', logOf({ ...pod('0:1'), latency: withoutPercentiles as K6Summary['latency'] }), /of another version/],
    ['an odd segment', logOf(pod('all')), /of another version/],
    ['an odd time', logOf(pod('0:1', { startedAt: 'noon' })), /of another version/],
  ])('with %s is refused', (_what, log, message) => {
    expect(() => podSummaries(log, 'log')).toThrow(message);
  });
});
