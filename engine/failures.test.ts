import { expect, test } from 'vitest';
import { causesIn, failuresOf, isDecisive, severityOfFailure } from './failures.ts';
import type { Finding, Outcome, Status } from './outcome.ts';

const finding: Finding = { check: 'type', evidence: 'document', source: 'document 2, Block (getblock)', message: 'm' };
const outcome = (id: string, part: Partial<Outcome> = {}): Outcome => ({
  id,
  suite: 'methods',
  method: 'getblock',
  kind: 'enum',
  status: 'failed',
  durationMs: 1,
  calls: 1,
  findings: [],
  hits: [],
  ...part,
});

test('a node that dies and breaks its connection is one cause', () => {
  const health = { ...finding, evidence: 'health' } as const;
  const death = { ...health, check: 'died' };
  expect(causesIn([{ ...health, check: 'reset' }, death, finding])).toEqual([death, finding]);
  expect(causesIn([{ ...health, check: 'reset' }, finding])).toHaveLength(2);
});

test('observations and waived findings are not failures; an internal error without a finding is', () => {
  expect(
    failuresOf(outcome('a', { findings: [finding, { ...finding, evidence: 'observation' }, { ...finding, waiver: 'known' }] })),
  ).toEqual([finding]);
  expect(failuresOf(outcome('b', { internal: true, reason: 'TypeError' }))).toMatchObject([{ check: 'internal', message: 'TypeError' }]);
});

test('a case decides the exit code by its status, and if it failed by its most serious finding', () => {
  const policy = { failOn: 'minor', inconclusive: 'fail' } as const;
  const decisive = (status: Status): boolean => isDecisive(outcome('a', { status, findings: [finding] }), policy);
  const statuses: readonly Status[] = ['passed', 'failed', 'unstable', 'observed', 'waived', 'skipped', 'inapplicable'];
  expect(statuses.filter(decisive)).toEqual(['failed', 'unstable', 'skipped']);
  expect(isDecisive(outcome('a', { status: 'unstable' }), { ...policy, inconclusive: 'pass' })).toBe(false);
  const minor = outcome('b', { findings: [{ ...finding, check: 'value' }] });
  expect(severityOfFailure(minor)).toBe('minor');
  expect([isDecisive(minor, policy), isDecisive(minor, { ...policy, failOn: 'breaking' })]).toEqual([true, false]);
  expect(isDecisive(outcome('c', { findings: [...minor.findings, finding] }), { ...policy, failOn: 'breaking' })).toBe(true);
  expect(isDecisive(outcome('d', { internal: true, reason: 'TypeError' }), { ...policy, failOn: 'breaking' })).toBe(true);
});
