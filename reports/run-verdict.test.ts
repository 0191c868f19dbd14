import { expect, test } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JournalLine, StartLine } from '../engine/journal-lines.ts';
import { digestOf, type DigestOptions } from './digest.ts';
import { outcome, start, writeJournal } from './testing/sample-journal.ts';
import { runVerdict } from './run-verdict.ts';
import type { Verdict } from './verdict.ts';

async function verdictOn(lines: readonly JournalLine[], made: Partial<StartLine> = {}, options: DigestOptions = {}): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), 'pyx-verdict-'));
  try {
    writeJournal(join(folder, 'journal.jsonl'), [{ ...start, planned: 2, ...made }, ...lines]);
    return runVerdict(await digestOf(join(folder, 'journal.jsonl'), options));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
const passed = outcome({ id: 'a/b', status: 'passed' });

const end: JournalLine = { t: 'end', complete: true, durationMs: 1 };
const finding = { check: 'type', evidence: 'document', source: 'document 2, Block (getblock)', message: 'm' } as const;
const breaking = outcome({ id: 'a/c', status: 'failed', findings: [finding] });
const minor = outcome({ id: 'a/c', status: 'failed', findings: [{ ...finding, check: 'value' }] });
const unstable = outcome({ id: 'a/u', status: 'unstable', findings: [{ ...finding, circumstance: 'time' }] });
const skipped = outcome({ id: 'a/c', status: 'skipped', reason: 'a prerequisite of the case could not be made' });
const internal = outcome({ id: 'a/i', status: 'failed', internal: true, reason: 'TypeError' });
const pedantic = outcome({
  id: 'envelope/http/allow',
  status: 'failed',
  method: null,
  findings: [{ check: 'allow', evidence: 'standard', source: 'RFC 9110, section 15.5.6', message: 'no field Allow' }],
});

test.each<readonly [what: string, lines: readonly JournalLine[], code: number, title: string]>([
  ['a passed case', [passed, end], 0, 'Passed'],
  ['a breaking failure', [breaking, end], 1, 'Failed'],
  ['a minor failure', [minor, end], 1, 'Failed'],
  ['a pedantic failure', [passed, pedantic, end], 0, 'Passed with remarks'],
  ['an unstable case', [passed, unstable, end], 1, 'Inconclusive'],
  ['an unstable case beside a pedantic failure', [pedantic, unstable, end], 1, 'Inconclusive'],
  ['an unstable case beside a breaking failure', [breaking, unstable, end], 1, 'Failed'],
  ['a skipped case', [passed, skipped, end], 1, 'Inconclusive'],
  ['no end', [passed], 1, 'Inconclusive'],
  ['no end, with a failure', [breaking], 1, 'Failed'],
  ['an internal error', [breaking, internal, end], 2, 'Could not be done'],
  ['a node that must not be tested', [passed, { ...end, complete: false, cause: 'refusal' }], 2, 'Could not be done'],
  ['the end of the time given', [passed, { ...end, complete: false, cause: 'time' }], 0, 'Passed with remarks'],
  ['the end of the time given after a failure', [breaking, { ...end, complete: false, cause: 'time' }], 1, 'Failed'],
  ['the end of the time given, and a skipped case', [passed, skipped, { ...end, complete: false, cause: 'time' }], 1, 'Inconclusive'],
  ['the end of the time given before a case passed', [{ ...end, complete: false, cause: 'time' }], 1, 'Inconclusive'],
  ['an interruption', [passed, { ...end, complete: false, cause: 'interruption' }], 130, 'Inconclusive'],
  ['an interruption after a failure', [breaking, { ...end, complete: false, cause: 'interruption' }], 130, 'Failed'],
])('%s: exit code %i', async (_what, lines, code, title) => {
  expect(await verdictOn(lines)).toMatchObject({ code, title });
});

test('what many cases need and the node does not provide is a remark; what the target is known to lack is none', async () => {
  const reason = 'masternode outputs lists no output of 20 coins';
  const unmet = (count: number, durationMs: number): JournalLine[] =>
    Array.from({ length: count }, (_, at) => outcome({ id: `a/${at}`, status: 'inapplicable', reason, durationMs }));
  expect(await verdictOn([passed, ...unmet(10, 5), end])).toMatchObject({
    code: 0,
    title: 'Passed with remarks',
    reasons: ['1 case passed, none failed.', `10 cases could not be judged by what the node answered: ${reason}.`],
  });
  expect(await verdictOn([passed, ...unmet(9, 5), ...unmet(20, 0), end])).toMatchObject({ code: 0, title: 'Passed' });
});

test.each<readonly [what: string, lines: readonly JournalLine[], code: number]>([
  ['unstable', [passed, unstable, end], 0],
  ['not judged', [outcome({ id: 'a/o', status: 'observed' }), end], 0],
  ['not tried', [passed, skipped, end], 1],
  ['not tried and unstable', [passed, skipped, unstable, end], 1],
  ['not complete', [passed], 1],
])('where inconclusive passes, what is %s gives exit code %i', async (_what, lines, code) => {
  const verdict = await verdictOn(lines, { inconclusive: 'pass' });
  expect(verdict).toMatchObject({ code, title: 'Inconclusive', inconclusive: 'pass' });
  expect(verdict.reasons.includes('What is not decided passes (--inconclusive pass).')).toBe(code === 0);
});

test('what a report is asked for replaces what the run was made with', async () => {
  const options = { failOn: 'pedantic' } as const;
  expect(await verdictOn([passed, pedantic, end], {}, options)).toMatchObject({ code: 1, title: 'Failed' });
  expect(await verdictOn([minor, end], {}, { failOn: 'breaking' })).toMatchObject({ code: 0, title: 'Passed with remarks' });
  expect(await verdictOn([passed, unstable, end], { inconclusive: 'pass' }, { inconclusive: 'fail' })).toMatchObject({ code: 1 });
});

test('a run that was stopped states why it is not complete', async () => {
  const left = outcome({ id: 'a/c', status: 'skipped', reason: 'the run was interrupted' });
  const stopped = { ...end, complete: false, stopped: 'the run was interrupted', cause: 'interruption' } as const;
  expect(await verdictOn([passed, left, stopped])).toEqual({
    code: 130,
    look: 'open',
    title: 'Inconclusive',
    reasons: ['The run is not complete: 1 of 2 cases run (the run was interrupted).'],
    inconclusive: 'fail',
    problems: [],
  });
});

test('a run whose time was used up states what was not begun', async () => {
  const suites = { a: 3, b: 2 };
  const inTime = { ...end, complete: false, stopped: 'the time given was used up', cause: 'time' } as const;
  expect((await verdictOn([passed, inTime], { suites, planned: 5 })).reasons).toEqual([
    '1 case passed, none failed.',
    'The time given (--time) was used up: 1 of 5 cases run; not begun: 2 of a, 2 of b.',
  ]);
});

test('a run with skipped cases is complete', async () => {
  expect((await verdictOn([passed, skipped, end])).reasons).toEqual(['1 case of the selection could not be run.']);
});

test('a run with findings below --fail-on does not fail, and reports them', async () => {
  expect(await verdictOn([passed, pedantic, end])).toEqual({
    code: 0,
    look: 'neutral',
    title: 'Passed with remarks',
    reasons: ['1 case failed (1 pedantic), from one cause.', 'None of them makes the run fail (--fail-on minor).'],
    inconclusive: 'fail',
    problems: [expect.objectContaining({ rule: 'standard/allow', severity: 'pedantic', message: 'no field Allow' })],
  });
});

const observed = outcome({ id: 'a/c', status: 'observed' });
const inapplicable = outcome({ id: 'a/d', status: 'inapplicable', reason: 'the target has no peers' });

test('a complete run in which no case could be judged has not passed, and has no finding', async () => {
  expect(await verdictOn([observed, inapplicable, end])).toEqual({
    code: 1,
    look: 'open',
    title: 'Inconclusive',
    reasons: ['No case passed or failed: 1 observed (the documents leave the answer open), 1 inapplicable (not possible on this target).'],
    inconclusive: 'fail',
    problems: [],
  });
  expect((await verdictOn([inapplicable, end])).reasons).toEqual([
    'No case passed or failed: 1 inapplicable (not possible on this target).',
  ]);
  expect((await verdictOn([end])).reasons).toEqual(['No case passed or failed: no case was selected.']);
});

test('of a shard in which no case could be judged, the verdict is that of all shards', async () => {
  expect(await verdictOn([observed, end], { shard: { index: 1, total: 3 } })).toMatchObject({ code: 0, title: 'Passed with remarks' });
});

test('one case that passed or was waived is a judgement', async () => {
  expect(await verdictOn([passed, observed, end])).toMatchObject({ code: 0, look: 'good', title: 'Passed' });
  expect(await verdictOn([outcome({ id: 'a/b', status: 'waived' }), inapplicable, end])).toMatchObject({
    code: 0,
    title: 'Passed',
    reasons: ['No case failed; 1 case waived.'],
  });
});
