import { expect, test } from 'vitest';
import type { BadEnd } from '../fixtures/targets/types.ts';
import { badEndOutcomes } from './bad-ends.ts';
import { FakeTarget } from './testing/fakes.ts';

const killed = (node: string): BadEnd => ({ node, profile: 'peers', how: 'killed', problem: `${node} did not end` });

/** A target some of whose nodes did not end; a further one ends well, unless `again`. */
function target(ends: readonly BadEnd[], again = false): FakeTarget & { readonly badEnds: BadEnd[] } {
  const fake = new FakeTarget();
  const badEnds = [...ends];
  const start = fake.start.bind(fake);
  return Object.assign(fake, {
    badEnds,
    start: async (...args: Parameters<FakeTarget['start']>) => {
      const node = await start(...args);
      node.stop = async () => void (again && badEnds.push(killed('fresh')));
      return node;
    },
  });
}

test('nodes that had to be killed are a failure if one that no case has used has to be, too', async () => {
  const [outcome, ...more] = await badEndOutcomes(target([killed('a'), killed('b')], true), new Set());
  expect(more).toEqual([]);
  expect(outcome).toMatchObject({
    id: 'node/not-ended',
    status: 'failed',
    findings: [
      { check: 'not-ended', evidence: 'health', message: 'a did not end; b did not end; again without any case: fresh did not end' },
    ],
  });
});

test('else they may have been slow on a busy machine', async () => {
  const [outcome] = await badEndOutcomes(target([killed('a')]), new Set());
  expect(outcome).toMatchObject({ status: 'observed', findings: [{ evidence: 'observation' }] });
});

test('a node that died while no case was at work on it is a failure', async () => {
  const died: BadEnd = { node: 'd', profile: 'default', how: 'died', problem: 'd ended by itself' };
  const outcomes = await badEndOutcomes(target([died]), new Set());
  expect(outcomes).toMatchObject([
    { id: 'node/died', status: 'failed', findings: [{ check: 'died', evidence: 'health', message: 'd ended by itself' }] },
  ]);
  expect(outcomes[0]?.findings[0]).not.toHaveProperty('difference');
  expect(await badEndOutcomes(target([died]), new Set(['d']))).toEqual([]);
});

test('processes that remain are a failure; a node that a case has reported as lost is not told again', async () => {
  const left: BadEnd = { node: 'c', profile: 'default', how: 'left', problem: 'c left a process' };
  expect(await badEndOutcomes(target([killed('a'), left]), new Set(['a']))).toMatchObject([
    { id: 'node/processes-left', status: 'failed', findings: [{ message: 'c left a process' }] },
  ]);
  expect(await badEndOutcomes(target([]), new Set())).toEqual([]);
});
