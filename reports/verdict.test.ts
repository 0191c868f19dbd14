import { expect, test } from 'vitest';
import { diffVerdict } from './diff/verdict.ts';
import { alike, killed, known, unknown } from './diff/testing/sample-diff.ts';
import type { DriftResults, ReportedDrift } from './drift/results.ts';
import { driftVerdict } from './drift/verdict.ts';
import { finding, results as fuzzed } from './fuzz/testing/sample-fuzz.ts';
import { fuzzVerdict } from './fuzz/verdict.ts';
import { loadVerdict } from './load/verdict.ts';
import type { ReportedProblem } from './problem.ts';
import { sampleProvision, sampleStep } from './provision/testing/sample-provision.ts';
import { provisionVerdict } from './provision/verdict.ts';
import { tpsVerdict } from './load/tps-verdict.ts';
import { sampleTpsResults } from '../load/tps/testing/sample-tps-results.ts';
import { sampleBeside } from './load/testing/sample-load-results.ts';
import type { Comparison } from '../load/compare/types.ts';
import { sampleLoadResults } from '../load/testing/sample-load-results.ts';

const problemsOfDrift = (parts: Partial<DriftResults>): readonly ReportedProblem[] =>
  driftVerdict({ findings: [], failOn: 'any', complete: true, lost: [], untried: {}, ...parts }).problems;

const drift = (ofClass: ReportedDrift['class'], more: Partial<ReportedDrift> = {}): ReportedDrift => ({
  change: 'method-removed',
  class: ofClass,
  headline: `${ofClass} difference`,
  source: 'document 1, Wallet',
  places: [
    { method: 'getblock', path: 'a' },
    { method: 'getblock', path: 'b' },
  ],
  before: '',
  after: '',
  evidence: { kind: 'call', text: 'getblock was refused with -32601' },
  ...more,
});

test('of drift, what the level names and the target file does not accept are problems', () => {
  const findings = [drift('breaking'), drift('breaking', { accepted: 'known' }), drift('compatible')];
  const titles = (failOn: 'breaking' | 'any' | 'none'): string[] => problemsOfDrift({ findings, failOn }).map(({ title }) => title);
  expect(titles('breaking')).toEqual(['breaking difference']);
  expect(titles('any')).toEqual(['breaking difference', 'compatible difference']);
  expect(titles('none')).toEqual([]);
  expect(problemsOfDrift({ findings, failOn: 'any' })).toMatchObject([
    { severity: 'breaking', methods: ['getblock'], occurrences: 2, message: 'getblock was refused with -32601', replay: null },
    { severity: 'minor' },
  ]);
});

test('a node that was lost in a comparison is a breaking problem of its health at every level', () => {
  const lost = [
    { during: 'methods/getblock/enum/verbosity=2', method: 'getblock', message: 'the node ended', replay: 'npx --no-install pyx run' },
  ];
  expect(problemsOfDrift({ failOn: 'none', lost })).toMatchObject([
    {
      rule: 'drift/lost-node',
      severity: 'breaking',
      methods: ['getblock'],
      evidence: 'health',
      message: 'the node ended',
      replay: 'npx --no-install pyx run',
    },
  ]);
});

test('of fuzzing, failures are problems, and what was seen once is none', () => {
  const seenOnce = { ...finding, failure: false, replay: null };
  expect(fuzzVerdict({ ...fuzzed, findings: [finding, seenOnce] }).problems).toMatchObject([
    { rule: 'fuzz/crash', occurrences: 3, replay: finding.replay },
  ]);
});

test('of a load, the reasons for its code are problems, and warnings are none', () => {
  const { comparison } = sampleBeside;
  const slower: Comparison = {
    ...comparison,
    metrics: comparison.metrics.map((metric) => ({ ...metric, verdict: 'regression' as const })),
    isRegression: true,
  };
  const good = { ...sampleLoadResults(), warnings: ['busy'] };
  const met = { ...good, thresholds: [{ expression: 'p99 < 50ms', measured: '2 ms', passed: true }] };
  const missed = { ...good, warnings: [], thresholds: [{ expression: 'p99 < 1ms', measured: '2 ms', passed: false }] };
  expect(loadVerdict(met).problems).toEqual([]);
  expect(loadVerdict(missed).problems).toMatchObject([
    { rule: 'load/threshold', evidence: 'threshold', message: 'p99 < 1ms was not met: measured 2 ms.' },
  ]);
  expect(loadVerdict({ ...met, warnings: [], baseline: slower })).toMatchObject({
    code: 1,
    title: 'Failed',
    problems: [{ rule: 'load/baseline', message: expect.stringMatching(/^Compared with the baseline: /) as string }],
  });
  // The fingerprint of a cause does not depend on figures.
  const again = { ...missed, thresholds: [{ expression: 'p99 < 1ms', measured: '9 ms', passed: false }] };
  expect(loadVerdict(again).problems[0]?.fingerprint).toBe(loadVerdict(missed).problems[0]?.fingerprint);
});

test('of two nodes, each cause without a known reason is a problem, and each lost node', () => {
  const { problems } = diffVerdict({ ...alike, lost: [killed], disagreements: [known, unknown, { ...unknown, id: 'rules/getblock/z' }] });
  expect(problems).toMatchObject([
    { rule: 'diff/lost-node', evidence: 'health', message: killed.message },
    { rule: 'diff/difference', evidence: 'baseline', methods: ['getblock'], occurrences: 2 },
  ]);
  expect(diffVerdict({ ...alike, disagreements: [known] }).problems).toEqual([]);
});

test('of a throughput test, each fault is a problem', () => {
  const faults = [{ kind: 'unconfirmed', round: 1, count: 7 }] as const;
  expect(tpsVerdict(sampleTpsResults({ faults })).problems).toMatchObject([
    { rule: 'tps/unconfirmed', occurrences: 7, evidence: 'health' },
  ]);
  expect(tpsVerdict(sampleTpsResults()).problems).toEqual([]);
});

test('of a provisioning, each contradiction is a problem, and how the node was lost', () => {
  const step = sampleStep({ problems: ['the supply differs'] });
  const problemsOf = (of: typeof step): readonly ReportedProblem[] =>
    provisionVerdict(sampleProvision({ complete: false, steps: [of] })).problems;
  expect(problemsOf(step)).toMatchObject([
    { rule: 'provision/step', evidence: 'document', source: step.source, message: 'the supply differs' },
  ]);
  expect(problemsOf({ ...step, lost: 'it ended' })).toMatchObject([{ rule: 'provision/lost-node', evidence: 'health' }]);
});
