import { expect, test } from 'vitest';
import type { Status } from '../engine/outcome.ts';
import { changesBetween, type PastCase } from './earlier-run.ts';

const run = (cases: Readonly<Record<string, Status>>) => ({
  cases: new Map(
    Object.entries(cases).map(([id, status]): [string, PastCase] => [
      id,
      { status, message: `${id} ${status}`, severity: id === 'added' ? 'breaking' : 'minor' },
    ]),
  ),
});

test('a case that failed is new (the most serious first), fixed, still failing, or was not run', () => {
  const before = run({
    same: 'failed',
    repaired: 'failed',
    waived: 'failed',
    skipped: 'failed',
    gone: 'failed',
    good: 'passed',
    turned: 'passed',
  });
  const after = run({
    same: 'failed',
    repaired: 'passed',
    waived: 'waived',
    skipped: 'skipped',
    good: 'passed',
    turned: 'failed',
    added: 'failed',
  });
  const { added, fixed, stillFailing, notRun } = changesBetween(before, after);
  expect(added).toEqual([
    { id: 'added', severity: 'breaking', message: 'added failed' },
    { id: 'turned', severity: 'minor', message: 'turned failed' },
  ]);
  expect(fixed.map(({ id }) => id)).toEqual(['repaired', 'waived']);
  expect(fixed[0]?.message).toBe('repaired failed');
  expect(stillFailing.map(({ id }) => id)).toEqual(['same']);
  expect(notRun.map(({ id }) => id)).toEqual(['skipped', 'gone']);
});
