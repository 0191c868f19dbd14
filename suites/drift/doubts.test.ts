import { expect, test } from 'vitest';
import type { Case } from '../../engine/case.ts';
import { notTried } from '../../engine/run-case.ts';
import { specification } from '../../specs/model/specification.ts';
import { methodCases } from '../methods/method-cases.ts';
import { doubtsOf } from './doubts.ts';

const [first, second, third] = methodCases(specification) as [Case, Case, Case];

test('nodes that were lost, cases that were not run and those that were not reached are doubtful', () => {
  const died = { check: 'died', evidence: 'health' as const, source: 'the node’s process', message: 'the node ended (exit code 1)' };
  const checked = [
    { testCase: first, outcome: { ...notTried(first, 'skipped', 'no coins') }, calls: [] },
    { testCase: second, outcome: { ...notTried(second, 'skipped', 'no coins') }, calls: [] },
    { testCase: third, outcome: { ...notTried(third, 'skipped', ''), status: 'failed' as const, findings: [died] }, calls: [] },
  ];
  expect(doubtsOf({ found: new Map(), checked, unreached: 2 }, specification, 180_000)).toEqual([
    `nodes were lost in 1 of the first cases (${third.id}): the node ended (exit code 1)`,
    `2 of the first cases could not be run (${first.id}): no coins`,
    '2 of the first cases were not reached within 180 s.',
  ]);
});
