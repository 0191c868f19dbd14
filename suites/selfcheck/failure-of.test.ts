import { expect, test } from 'vitest';
import { finding } from '../../engine/testing/fakes.ts';
import type { Evidence, Outcome } from '../../engine/outcome.ts';
import { failureOf, hasPassed, waivedIn } from './failure-of.ts';

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

test('waived findings are known by check and path, all items of a list alike', () => {
  const finding = { check: 'presence', evidence: 'document', source: 's', message: 'm' } as const;
  const findings = [
    { ...finding, path: '[3].size', waiver: 'it is named vsize' },
    { ...finding, path: '[4].size', waiver: 'it is named vsize' },
    { ...finding, path: 'fee' },
  ];
  expect([...waivedIn({ findings })]).toEqual([['presence@[*].size', 'it is named vsize']]);
});
