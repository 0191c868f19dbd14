import { expect, test } from 'vitest';
import type { Status } from '../engine/types.ts';
import { changesBetween } from './earlier-run.ts';

const run = (cases: Readonly<Record<string, Status>>) => ({
  cases: new Map(Object.entries(cases).map(([id, status]) => [id, { status, message: `${id} ${status}` }])),
});

test('a case that failed is new, fixed, still failing, or was not run', () => {
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
    { id: 'turned', message: 'turned failed' },
    { id: 'added', message: 'added failed' },
  ]);
  expect(fixed.map(({ id }) => id)).toEqual(['repaired', 'waived']);
  expect(fixed[0]?.message).toBe('repaired failed');
  expect(stillFailing.map(({ id }) => id)).toEqual(['same']);
  expect(notRun.map(({ id }) => id)).toEqual(['skipped', 'gone']);
});
