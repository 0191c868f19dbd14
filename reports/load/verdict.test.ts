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
const none = { ...goodSample.totals, sent: 0, answered: 0, results: 0 };

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
    ['a threshold not met', { thresholds: [unmet] }, 1, 'Thresholds not met', 'p99 < 5ms was not met: measured 16.3 ms.'],
    [
      'one wrong answer',
      { totals: { ...goodSample.totals, wrong: 1 }, checkedAnswers: 40 },
      1,
      'Wrong answers',
      '1 answer of 40 that were looked at contradicts the specification.',
    ],
    [
      'wrong answers',
      { totals: { ...goodSample.totals, wrong: 3 }, checkedAnswers: 40 },
      1,
      'Wrong answers',
      '3 answers of 40 that were looked at contradict the specification.',
    ],
    [
      'slower than the node beside it',
      { beside: { ...sampleBeside, comparison: worse } },
      1,
      'Regression',
      'Compared with process:old: rate: significantly worse by more than 5 %.',
    ],
    [
      'not slower than the node beside it',
      { beside: sampleBeside },
      0,
      'Passed',
      `The threshold was met. ${looked} Compared with process:old: Nothing is significantly worse by more than 5 %.`,
    ],
    [
      'an end before its time',
      { complete: false, stopped: 'the node ended (signal SIGKILL)' },
      1,
      'Not complete',
      'The load did not come to its end: the node ended (signal SIGKILL).',
    ],
    [
      'a search whose limit did not hold afterwards',
      { saturation: sampleSaturation, thresholds: [unmet] },
      1,
      'Not confirmed',
      'The load at 4,200 calls/s that followed the search: p99 < 5ms was not met: measured 16.3 ms.',
    ],
    [
      'a search without success',
      { saturation: { ...sampleSaturation, lowPerS: 0 }, thresholds: [unmet] },
      1,
      'Thresholds not met',
      'p99 < 5ms was not met: measured 16.3 ms.',
    ],
    [
      'a search that confirmed no rate',
      { saturation: { ...sampleSaturation, lowPerS: 0, highPerS: 1, confirmedPerS: null, confirmations: [] } },
      1,
      'Not confirmed',
      'The search confirmed no rate.',
    ],
    ['no results', { totals: none, thresholds: [] }, 1, 'No results', 'No call was answered with a result.'],
    [
      'warnings alone',
      { warnings: ['The machine was busy.', 'Few calls.'] },
      0,
      'Passed',
      `The threshold was met. ${looked} 2 warnings: not all figures can be trusted.`,
    ],
  ])('%s', (_what, change, code, title, reason) => {
    const verdict = loadVerdict({ ...goodSample, ...change });
    expect({ code: verdict.code, title: verdict.title, reasons: verdict.reasons.join(' ') }).toEqual({ code, title, reasons: reason });
  });

  test('an early end comes before what it may have caused', () => {
    const { title, reasons } = loadVerdict({
      ...goodSample,
      complete: false,
      thresholds: [unmet],
      totals: { ...goodSample.totals, wrong: 1 },
    });
    expect(title).toBe('Not complete');
    expect(reasons).toHaveLength(3);
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
