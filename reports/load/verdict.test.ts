import { describe, expect, test } from 'vitest';
import type { LoadResults } from '../../load/results.ts';
import { withRarestFaults } from '../../load/run/to-results.ts';
import { goodSample, sampleBeside, sampleSaturation } from './testing/sample-load-results.ts';
import { loadVerdict } from './verdict.ts';

const unmet = { expression: 'p99 < 5ms', measured: '16.3 ms', passed: false };
const comparison = sampleBeside.comparison;
const worse = {
  ...comparison,
  isRegression: true,
  metrics: comparison.metrics.map((metric) => ({ ...metric, verdict: 'regression' as const })),
};
const open = { ...comparison, metrics: [{ ...comparison.metrics[0]!, verdict: 'undecided' as const }, ...comparison.metrics.slice(1)] };
const none = { ...goodSample.totals, sent: 0, answered: 0, results: 0 };

const slow = { warnings: ['The machine was busy.', 'Other programs used it.'] };
const saturated = { ...goodSample.generator, saturated: 'its CPU was busy' };
/** Of the sample. */
const looked = 'No wrong answer; all 34,124 looked at: a fault in 1 of 7,410 answers would have been found with 99 %.';

describe('loadVerdict', () => {
  test.each<readonly [what: string, change: Partial<LoadResults>, code: 0 | 1, title: string, reason: string]>([
    ['all thresholds met', {}, 0, 'Passed', `The threshold was met. ${looked}`],
    [
      'a part of the answers looked at',
      {
        checkedAnswers: 1_480,
        answerChecks: withRarestFaults({ cpuMs: 9, methods: [{ method: 'getblock', answers: 2_000, checked: 1_480 }] }),
      },
      0,
      'Passed',
      'The threshold was met. No wrong answer; 1,480 of 2,000 looked at: a fault in 1 of 321 answers would have been found with 99 %.',
    ],
    [
      'results of an earlier version',
      { checkedAnswers: 40, answerChecks: undefined },
      0,
      'Passed',
      'The threshold was met. No wrong answer; 40 looked at.',
    ],
    [
      'several thresholds met',
      { thresholds: [...goodSample.thresholds, ...goodSample.thresholds] },
      0,
      'Passed',
      `All 2 thresholds were met. ${looked}`,
    ],
    ['no threshold', { thresholds: [] }, 0, 'Passed', `No threshold was given, so nothing was judged but the answers. ${looked}`],
    [
      'no threshold, and no answer checked',
      { thresholds: [], checkedAnswers: 0 },
      0,
      'Passed',
      'No threshold was given and no answer was looked at, so nothing was judged.',
    ],
    ['a threshold not met', { thresholds: [unmet] }, 1, 'Failed', 'p99 < 5ms was not met: measured 16.3 ms.'],
    [
      'one wrong answer',
      { totals: { ...goodSample.totals, wrong: 1 }, checkedAnswers: 40 },
      1,
      'Failed',
      '1 answer of 40 that were looked at contradicts the specification.',
    ],
    [
      'wrong answers',
      { totals: { ...goodSample.totals, wrong: 3 }, checkedAnswers: 40 },
      1,
      'Failed',
      '3 answers of 40 that were looked at contradict the specification.',
    ],
    [
      'slower than the node beside it',
      { beside: { ...sampleBeside, comparison: worse } },
      1,
      'Failed',
      'Compared with process:old: rate: significantly worse by more than 5 %.',
    ],
    [
      'not slower than the node beside it',
      { beside: sampleBeside },
      0,
      'Passed',
      `The threshold was met. ${looked} Compared with process:old: Nothing is significantly worse by more than 5 %. This comparison could have found: rate −7.1 %.`,
    ],
    [
      'a comparison that is not decided',
      { beside: { ...sampleBeside, comparison: open } },
      1,
      'Inconclusive',
      'Compared with process:old: Nothing is significantly worse by more than 5 %. Undecided: rate; measure longer, with more repeats, on a machine without other work. This comparison could have found: rate −7.1 %.',
    ],
    [
      'a comparison with a figure of the generator',
      {
        beside: { ...sampleBeside, comparison: { ...comparison, doubts: ['New: saturated'] } },
        thresholds: [],
        warnings: ['The generator could not keep up.'],
      },
      1,
      'Inconclusive',
      'Compared with process:old: Nothing is significantly worse by more than 5 %. This comparison could have found: rate −7.1 %. The compared figures cannot be trusted. 1 warning: not all figures can be trusted.',
    ],
    [
      'pairs on a busy machine, which slows both',
      { beside: sampleBeside, ...slow },
      0,
      'Passed with remarks',
      `The threshold was met. ${looked} Compared with process:old: Nothing is significantly worse by more than 5 %. This comparison could have found: rate −7.1 %. 2 warnings: not all figures can be trusted.`,
    ],
    [
      'a change since an earlier load, measured on a busy machine',
      { baseline: { ...worse, doubts: ['New: busy'] } },
      1,
      'Inconclusive',
      'Compared with the baseline: rate: significantly worse by more than 5 %. The compared figures cannot be trusted.',
    ],
    [
      'slower than an earlier load',
      { baseline: worse },
      1,
      'Failed',
      'Compared with the baseline: rate: significantly worse by more than 5 %.',
    ],
    [
      'an end before its time',
      { complete: false, stopped: 'the node ended (signal SIGKILL)' },
      1,
      'Failed',
      'The load did not come to its end: the node ended (signal SIGKILL).',
    ],
    [
      'a search whose limit did not hold afterwards',
      { saturation: sampleSaturation, thresholds: [unmet] },
      1,
      'Inconclusive',
      'Not confirmed by the load at 4,200 calls/s that followed the search: p99 < 5ms was not met: measured 16.3 ms.',
    ],
    [
      'a search without success',
      { saturation: { ...sampleSaturation, lowPerS: 0 }, thresholds: [unmet] },
      1,
      'Failed',
      'p99 < 5ms was not met: measured 16.3 ms.',
    ],
    [
      'a search that confirmed no rate',
      { saturation: { ...sampleSaturation, lowPerS: 0, highPerS: 1, confirmedPerS: null, confirmations: [] } },
      1,
      'Inconclusive',
      'The search confirmed no rate.',
    ],
    [
      'a search that was ended early',
      { saturation: { ...sampleSaturation, complete: false } },
      1,
      'Inconclusive',
      'The search for the highest rate was ended early.',
    ],
    ['no results', { totals: none, thresholds: [] }, 1, 'Failed', 'No call was answered with a result.'],
    [
      'a limit that was met though the machine was busy',
      slow,
      0,
      'Passed with remarks',
      `The threshold was met. ${looked} 2 warnings: not all figures can be trusted.`,
    ],
    [
      'a limit that was not met by a busy machine',
      { ...slow, thresholds: [unmet] },
      1,
      'Inconclusive',
      'p99 < 5ms was not met: measured 16.3 ms. 2 warnings: not all figures can be trusted.',
    ],
    [
      'a limit that was met by the generator',
      { generator: saturated, warnings: ['The generator could not keep up.'] },
      1,
      'Inconclusive',
      'p99 < 50ms was met by 16.3 ms, and that is not certain. 1 warning: not all figures can be trusted.',
    ],
    [
      'a high percentile of few calls',
      { latency: { ...goodSample.latency, count: 80 }, warnings: ['Only 80 calls were answered.'] },
      1,
      'Inconclusive',
      'p99 < 50ms was met by 16.3 ms, and that is not certain. 1 warning: not all figures can be trusted.',
    ],
    [
      'the median of few calls',
      {
        latency: { ...goodSample.latency, count: 80 },
        thresholds: [{ expression: 'p50 < 50ms', measured: '2 ms', passed: true }],
        warnings: ['Only 80 calls were answered.'],
      },
      0,
      'Passed with remarks',
      `The threshold was met. ${looked} 1 warning: not all figures can be trusted.`,
    ],
    [
      'errors, which are counted, on a busy machine',
      { ...slow, thresholds: [{ expression: 'errors < 0.1%', measured: '2 %', passed: false }] },
      1,
      'Failed',
      'errors < 0.1% was not met: measured 2 %. 2 warnings: not all figures can be trusted.',
    ],
    [
      'warnings, and nothing that was asked of figures',
      { ...slow, thresholds: [] },
      0,
      'Passed with remarks',
      `No threshold was given, so nothing was judged but the answers. ${looked} 2 warnings: not all figures can be trusted.`,
    ],
  ])('%s', (_what, change, code, title, reason) => {
    const verdict = loadVerdict({ ...goodSample, ...change });
    expect({ code: verdict.code, title: verdict.title, reasons: verdict.reasons.join(' ') }).toEqual({ code, title, reasons: reason });
  });

  test('an early end comes before what it may have caused', () => {
    const change = { complete: false, thresholds: [unmet], totals: { ...goodSample.totals, wrong: 1 } };
    const { title, reasons, failures } = loadVerdict({ ...goodSample, ...change });
    expect(title).toBe('Failed');
    expect(reasons).toHaveLength(3);
    expect(failures.map(({ evidence }) => evidence)).toEqual(['health', 'threshold', 'document']);
  });

  test('an interruption is no failure of the node, and what it left untried does not pass', () => {
    const results = { ...goodSample, complete: false, stopped: 'interrupted' };
    for (const inconclusive of ['fail', 'pass'] as const)
      expect(loadVerdict(results, { interrupted: true, inconclusive })).toMatchObject({
        code: 130,
        title: 'Inconclusive',
        reasons: ['The load did not come to its end: interrupted.'],
        problems: [],
      });
  });
});

test('transactions are counted as results are: those that came within the duration', () => {
  const { scenario, methods } = goodSample;
  const submitter: LoadResults = {
    ...goodSample,
    durationMs: 5_000,
    scenario: { ...scenario, mix: [{ method: 'sendrawtransaction', weight: 1, args: {}, optional: [], batch: 1 }] },
    rate: { targetPerS: 500, resultsPerS: 441 },
    methods: [{ ...methods[0]!, method: 'sendrawtransaction', calls: 2_449, results: 2_449, resultsInTime: 2_205 }],
  };
  expect(loadVerdict(submitter).headline).toContain('441 calls/s, 441 transactions/s, ');
});

describe('the headline', () => {
  const open: Partial<LoadResults> = { rate: { targetPerS: 1_000, resultsPerS: 999.6 } };
  test.each<readonly [what: string, change: Partial<LoadResults>, headline: string]>([
    ['closed model', {}, '3,412 calls/s, p99 16.2 ms, no errors (closed model, 16 connections)'],
    ['open model', open, '1,000 calls/s, p99 16.2 ms, no errors (open model at 1,000 calls/s, 16 connections)'],
    [
      'open model, with more connections while those are busy',
      { ...open, scenario: { ...goodSample.scenario, maxInFlight: 512 } },
      '1,000 calls/s, p99 16.2 ms, no errors (open model at 1,000 calls/s, 16 connections, up to 512 while these are busy)',
    ],
    [
      'errors',
      { totals: { ...goodSample.totals, results: 34_090, timeouts: 34 } },
      '3,412 calls/s, p99 16.2 ms, 0.0996 % without a result (closed model, 16 connections)',
    ],
    [
      'calls that were under way when the load was stopped',
      { totals: { ...goodSample.totals, results: 34_108 } },
      '3,412 calls/s, p99 16.2 ms, no errors, 16 calls not finished (closed model, 16 connections)',
    ],
    ['a search', { saturation: sampleSaturation }, 'takes 4,200 to 4,400 calls/s within p99 < 50ms, errors < 0.1%'],
    [
      'a search up to its bound',
      { saturation: { ...sampleSaturation, highPerS: null } },
      'takes 4,200 calls/s or more within p99 < 50ms, errors < 0.1%; no higher rate was tried',
    ],
    [
      'a search without success',
      { saturation: { ...sampleSaturation, lowPerS: 0, highPerS: 2 } },
      'takes less than 2 calls/s within p99 < 50ms, errors < 0.1%',
    ],
  ])('of %s', (_what, change, headline) => {
    expect(loadVerdict({ ...goodSample, ...change }).headline).toBe(headline);
  });
});
