import { expect, test } from 'vitest';
import type { FaultResult, SelfcheckResults } from '../../engine/selfcheck-results.ts';
import { printSelfcheck } from './terminal.ts';
import { selfcheckVerdict } from './verdict.ts';

const fault = (id: string, more: Partial<FaultResult> = {}): FaultResult => ({
  id: `answer/dropped/${id}`,
  operator: 'answer/dropped',
  method: id,
  place: '',
  covers: [`m:${id}`],
  sentence: { text: `about ${id}`, source: 'document 2, Block' },
  status: 'found',
  passed: [],
  durationMs: 1,
  ...more,
});

const results: SelfcheckResults = {
  schemaVersion: 1,
  pyx: '0.1.0',
  kind: 'selfcheck',
  seed: 7,
  startedAt: '2026-11-23T07:00:00.000Z',
  durationMs: 65_000,
  complete: true,
  target: {
    name: 'embedded',
    kind: 'embedded',
    version: 10_000,
    subversion: '/coind:0.1.0/',
    chain: 'regtest',
    targetFile: null,
    snapshots: true,
  },
  jobs: 2,
  selection: {},
  cases: { passed: 3_000, failed: [], inapplicable: 800, skipped: 0, durationMs: 12_000 },
  faults: [],
  rules: [],
  ofAbsentMethods: 4,
  internalErrors: [],
  lostNodes: [],
  staleExceptions: [],
};

function printed(more: Partial<SelfcheckResults>): string {
  let text = '';
  const given = { ...results, ...more };
  printSelfcheck(given, selfcheckVerdict(given), { stream: { write: (part: string) => (text += part) }, environment: {}, outDir: '/out' });
  return text;
}

test('a selfcheck is printed by operator, method and what is not judged', () => {
  const text = printed({
    faults: [
      fault('getblock'),
      fault('ping', { status: 'missed', passed: ['a', 'b'] }),
      fault('stop', { status: 'not-reached' }),
      fault('help', { outOfScope: { rule: 'free-text', reason: 'any text will do' }, status: 'untried' }),
    ],
  });
  expect(text).toMatch(/answer\/dropped {2}█+░+ +50\.0 % {2}1\/2 {2}1 missed, 1 not reached/);
  expect(text).toMatch(/Methods with missed faults\n {3}ping {2}/);
  expect(text).toContain('Missed: 1 fault\n   answer/dropped/ping  about ping (document 2, Block); 2 cases passed');
  expect(text).toContain('Not really judged: 1 of 2 items of the documents');
  expect(text).toContain('m:ping  1 fault; about ping');
  expect(text).toMatch(/Left out: 1 fault that contradict no sentence, or one that the target file waives, by rule\n {3}free-text {2}1/);
  expect(text).toContain('Found  50.0 %: 1 of 2 faults; 1 missed, 1 not reached.');
  expect(text).toContain('3,000 cases pass without a fault, 0 fail, 800 inapplicable, 0 skipped (12.0 s)');
  expect(text).toContain('embedded /coind:0.1.0/, seed 7, 1 min 05 s');
  expect(text).toContain('/out/index.html, summary.md, selfcheck.json');
  expect(text).toMatch(/^Passed with remarks {2}One fault at a time was planted.* 1 fault was not found\.$/m);
});

test('a share is never rounded up to all', () => {
  const faults = [...Array.from({ length: 4_999 }, () => fault('getblock')), fault('ping', { status: 'missed' })];
  expect(printed({ faults })).toContain('Found  99.9 %: 4,999 of 5,000 faults');
});

test('a long list is cut, and what is cut is counted', () => {
  const faults = Array.from({ length: 50 }, (_, index) => fault(`ping${index}`, { status: 'missed' }));
  expect(printed({ faults })).toContain('… and 30 more, in selfcheck.json');
});

test('cases that failed, internal errors and stale exceptions are shown', () => {
  const text = printed({
    complete: false,
    cases: { ...results.cases, failed: [{ id: 'rules/ping/pong', message: 'no \u001b[31mpong' }] },
    internalErrors: [{ fault: 'answer/nulled/ping', case: 'rules/ping/pong', reason: 'TypeError' }],
    staleExceptions: ['"a" matches no fault: correct or remove it'],
  });
  expect(text).toContain('Cases that failed without a fault: 1\n   rules/ping/pong  no \\u001b[31mpong');
  expect(text).toContain('Internal errors in Pyx (please report them): 1\n   rules/ping/pong with answer/nulled/ping  TypeError');
  expect(text).toContain('Exceptions to correct: 1\n   "a" matches no fault');
  expect(text).toContain('No fault was planted. Not all faults were tried.');
});
