import { expect, test } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JournalLine } from '../engine/journal-lines.ts';
import { digestOf } from './digest.ts';
import { outcome, start, writeJournal } from './testing/sample-journal.ts';
import { exitCode, runVerdict } from './run-verdict.ts';
import type { Verdict } from './verdict.ts';

const none = { passed: 5, failed: 0, unstable: 0, observed: 1, waived: 1, skipped: 0, inapplicable: 1 };
const noSeverities = { breaking: 0, minor: 0, pedantic: 0 };

test.each([
  [none, true, 0, 0],
  [none, false, 0, 1],
  [{ ...none, skipped: 1 }, true, 0, 1],
  [none, true, 1, 2],
] as const)('%o, complete %s, %i internal errors: exit code %i', (totals, complete, internalErrors, expected) => {
  expect(exitCode({ totals, complete, internalErrors, severities: noSeverities, failOn: 'minor' })).toBe(expected);
});

test.each([
  ['breaking', 'breaking', 1],
  ['breaking', 'minor', 1],
  ['minor', 'breaking', 0],
  ['minor', 'minor', 1],
  ['pedantic', 'minor', 0],
  ['pedantic', 'pedantic', 1],
] as const)('a %s failure, with --fail-on %s: exit code %i', (severity, failOn, expected) => {
  const run = { totals: { ...none, failed: 1 }, severities: { ...noSeverities, [severity]: 1 }, failOn, complete: true };
  expect(exitCode({ ...run, internalErrors: 0 })).toBe(expected);
  expect(exitCode({ ...run, internalErrors: 1 })).toBe(2);
});

async function verdictOn(lines: readonly JournalLine[]): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), 'pyx-verdict-'));
  try {
    writeJournal(join(folder, 'journal.jsonl'), [{ ...start, planned: 2 }, ...lines]);
    return runVerdict(await digestOf(join(folder, 'journal.jsonl')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
const passed = outcome({ id: 'a/b', status: 'passed' });

test('a run that was stopped states why it is not complete', async () => {
  const skipped = outcome({ id: 'a/c', status: 'skipped', reason: 'the run was interrupted' });
  expect(await verdictOn([passed, skipped, { t: 'end', complete: false, stopped: 'the run was interrupted', durationMs: 1 }])).toEqual({
    code: 1,
    look: 'bad',
    title: 'Incomplete',
    reasons: ['The run is not complete: 1 of 2 cases run (the run was interrupted).'],
    problems: [],
  });
});

test('a run with skipped cases is complete', async () => {
  const skipped = outcome({ id: 'a/c', status: 'skipped', reason: 'a prerequisite of the case could not be made' });
  expect(await verdictOn([passed, skipped, { t: 'end', complete: true, durationMs: 1 }])).toEqual({
    code: 1,
    look: 'bad',
    title: 'Not all cases run',
    reasons: ['1 case of the selection could not be run.'],
    problems: [],
  });
});

test('a run with findings below --fail-on does not fail, and reports them', async () => {
  const pedantic = outcome({
    id: 'envelope/http/allow',
    status: 'failed',
    method: null,
    findings: [{ check: 'allow', evidence: 'standard', source: 'RFC 9110, section 15.5.6', message: 'no field Allow' }],
  });
  expect(await verdictOn([passed, pedantic, { t: 'end', complete: true, durationMs: 1 }])).toEqual({
    code: 0,
    look: 'neutral',
    title: 'Passed with remarks',
    reasons: ['1 case failed (1 pedantic), from one cause.', 'None of them makes the run fail (--fail-on minor).'],
    problems: [expect.objectContaining({ rule: 'standard/allow', severity: 'pedantic', message: 'no field Allow' })],
  });
});

const observed = outcome({ id: 'a/c', status: 'observed' });
const inapplicable = outcome({ id: 'a/d', status: 'inapplicable', reason: 'the target has no peers' });
const end: JournalLine = { t: 'end', complete: true, durationMs: 1 };

test('a complete run in which no case could be judged has not passed, and has no finding', async () => {
  expect(await verdictOn([observed, inapplicable, end])).toEqual({
    code: 0,
    look: 'neutral',
    title: 'Nothing judged',
    reasons: ['No case passed or failed: 1 observed (the documents leave the answer open), 1 inapplicable (not possible on this target).'],
    problems: [],
  });
  expect((await verdictOn([inapplicable, end])).reasons).toEqual([
    'No case passed or failed: 1 inapplicable (not possible on this target).',
  ]);
  expect((await verdictOn([end])).reasons).toEqual(['No case passed or failed: no case was selected.']);
});

test('one case that passed or was waived is a judgement', async () => {
  expect(await verdictOn([passed, observed, end])).toMatchObject({ code: 0, look: 'good', title: 'Passed' });
  expect(await verdictOn([outcome({ id: 'a/b', status: 'waived' }), inapplicable, end])).toMatchObject({
    code: 0,
    title: 'Passed',
    reasons: ['No case failed; 1 case waived.'],
  });
});
