import { expect, test } from 'vitest';
import { finding } from '../../engine/testing/fakes.ts';
import type { Evidence, Outcome } from '../../engine/types.ts';
import { failureOf, hasPassed } from './failure-of.ts';

const outcome = (status: Outcome['status'], findings: Outcome['findings'] = []): Outcome => ({
  id: 'fake/case',
  suite: 'fake',
  method: null,
  kind: 'relation',
  status,
  durationMs: 1,
  calls: 1,
  findings,
  hits: [],
});

test.each<Evidence>(['document', 'standard', 'health'])('a failure with the evidence %s counts', (evidence) => {
  expect(failureOf(outcome('failed', [finding({ evidence })]))).toMatchObject({ evidence });
});

test.each<Evidence>(['baseline', 'observation'])('a failure with the evidence %s does not count', (evidence) => {
  expect(failureOf(outcome('failed', [finding({ evidence })]))).toBeUndefined();
});

test('a waived finding does not count, a further one does', () => {
  const waived = finding({ waiver: 'known', message: 'known' });
  expect(failureOf(outcome('waived', [waived]))).toBeUndefined();
  expect(failureOf(outcome('failed', [waived, finding({ message: 'new' })]))?.message).toBe('new');
});

test('only a complete run without a failure has passed', () => {
  expect((['passed', 'observed', 'waived'] as const).map((status) => hasPassed(outcome(status)))).toEqual([true, true, true]);
  expect((['skipped', 'inapplicable'] as const).map((status) => hasPassed(outcome(status)))).toEqual([false, false]);
  expect(hasPassed(outcome('failed', [finding()]))).toBe(false);
});
