import { expect, test } from 'vitest';
import type { ReportedDrift } from './drift/results.ts';
import type { FuzzFinding } from './fuzz/results.ts';
import { problemsOfDrift, problemsOfFuzz, problemsOfLoad } from './problem.ts';
import { sampleLoadResults } from '../load/testing/sample-load-results.ts';

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
  const titles = (failOn: 'breaking' | 'any' | 'none'): string[] =>
    problemsOfDrift({ findings, failOn, lost: [] }).map(({ title }) => title);
  expect(titles('breaking')).toEqual(['breaking difference']);
  expect(titles('any')).toEqual(['breaking difference', 'compatible difference']);
  expect(titles('none')).toEqual([]);
  expect(problemsOfDrift({ findings, failOn: 'any', lost: [] })).toMatchObject([
    { severity: 'breaking', methods: ['getblock'], occurrences: 2, message: 'getblock was refused with -32601', replay: null },
    { severity: 'minor' },
  ]);
});

test('a node that was lost in a comparison is a breaking problem of its health at every level', () => {
  const lost = [{ during: 'methods/getblock/enum/verbosity=2', method: 'getblock', message: 'the node ended', replay: 'npx pyx run' }];
  expect(problemsOfDrift({ findings: [], failOn: 'none', lost })).toMatchObject([
    {
      rule: 'drift/lost-node',
      severity: 'breaking',
      methods: ['getblock'],
      evidence: 'health',
      message: 'the node ended',
      replay: 'npx pyx run',
    },
  ]);
});

test('of fuzzing, failures are problems, and what was seen once is none', () => {
  const finding = { property: 'crash', method: 'getblock', message: 'it ended', evidence: 'health', source: 'the process', times: 3 };
  const found = [
    { ...finding, failure: true, replay: 'npx pyx fuzz --path=x' },
    { ...finding, failure: false, replay: null },
  ] as unknown as FuzzFinding[];
  expect(problemsOfFuzz({ findings: found })).toMatchObject([{ rule: 'fuzz/crash', occurrences: 3, replay: 'npx pyx fuzz --path=x' }]);
});

test('of a load, the reasons for its code are problems, and warnings are none', () => {
  const good = { ...sampleLoadResults(), warnings: ['busy'] };
  const met = { ...good, thresholds: [{ expression: 'p99 < 50ms', measured: '2 ms', passed: true }] };
  const missed = { ...good, thresholds: [{ expression: 'p99 < 1ms', measured: '2 ms', passed: false }] };
  expect(problemsOfLoad(met)).toEqual([]);
  expect(problemsOfLoad(missed)).toMatchObject([{ rule: 'load/baseline', message: 'p99 < 1ms was not met: measured 2 ms.' }]);
  expect(problemsOfLoad(met, ['slower'])).toMatchObject([{ rule: 'load/baseline', message: 'slower' }]);
  // The fingerprint of a cause does not depend on figures.
  const again = { ...missed, thresholds: [{ expression: 'p99 < 1ms', measured: '9 ms', passed: false }] };
  expect(problemsOfLoad(again)[0]?.fingerprint).toBe(problemsOfLoad(missed)[0]?.fingerprint);
});
