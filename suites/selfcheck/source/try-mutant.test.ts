import { expect, test } from 'vitest';
import type { ActiveMutant } from '../../../fixtures/targets/node-messages.ts';
import { fakeCase } from '../../../engine/testing/fakes.ts';
import type { Outcome } from '../../../engine/outcome.ts';
import { tryMutant, tryTogether, type MutantRunner, type MutantTryResult } from './try-mutant.ts';

const testCase = { testCase: fakeCase('a/case'), durationMs: 10 };
const passed = { status: 'passed', findings: [], durationMs: 1 } as unknown as Outcome;
const inapplicable = { ...passed, status: 'inapplicable', reason: 'the masternode is not enabled' } as unknown as Outcome;
const failed = {
  ...passed,
  status: 'failed',
  findings: [{ check: 'equal', evidence: 'document', source: 'document 3', message: 'it differs' }],
} as unknown as Outcome;

/** A node on which the case fails with some mutants, and on which some keep it from reaching others. */
function nodeWith({
  found = [],
  hidden = {},
  blocking = '',
}: {
  found?: string[];
  hidden?: Record<string, string>;
  /** With it the case is inapplicable. */
  blocking?: string;
}): MutantRunner & { runs: string[] } {
  const runs: string[] = [];
  const run = (outcome: Outcome): Awaited<ReturnType<MutantRunner['run']>> => ({ outcome, isCut: false, applied: 0, calls: [] });
  return {
    runs,
    startsMutants: false,
    renew: () => undefined,
    run: () => Promise.resolve(run(passed)),
    runMutants: (_, mutants) => {
      const ids = mutants.map(({ id }) => id);
      runs.push(ids.join(''));
      const reached = ids.filter((id) => !ids.includes(hidden[id] ?? ''));
      return Promise.resolve({
        run: run(ids.includes(blocking) ? inapplicable : reached.some((id) => found.includes(id)) ? failed : passed),
        hits: new Map(reached.map((id) => [id, 1])),
      });
    },
  };
}

async function tried(node: MutantRunner, ids: string, isOver?: () => boolean): Promise<Record<string, string>> {
  const results: Record<string, string> = {};
  const mutants: ActiveMutant[] = [...ids].map((id) => ({ id }));
  const note = ({ id }: ActiveMutant, { type }: MutantTryResult): void => void (results[id] = (results[id] ?? '') + type);
  await tryTogether(node, testCase, mutants, { note, ...(isOver && { isOver }) });
  return results;
}

test('a case that passes with several mutants at once finds none of them', async () => {
  const node = nodeWith({});
  expect(await tried(node, 'abcd')).toEqual({ a: 'survived', b: 'survived', c: 'survived', d: 'survived' });
  expect(node.runs).toEqual(['abcd']);
});

test('of several mutants at once each that is found is told from the others', async () => {
  const node = nodeWith({ found: ['c', 'd'] });
  expect(await tried(node, 'abcdefgh')).toEqual({
    ...Object.fromEntries([...'abefgh'].map((id) => [id, 'survived'])),
    c: 'killed',
    d: 'killed',
  });
  expect(node.runs).toEqual(['abcdefgh', 'abcd', 'ab', 'cd', 'c', 'd', 'efgh']);
});

test('where the time is over no further part of the mutants is tried', async () => {
  const node = nodeWith({ found: ['d'] });
  expect(await tried(node, 'abcd', () => node.runs.length >= 2)).toEqual({ a: 'survived', b: 'survived' });
  expect(node.runs).toEqual(['abcd', 'ab']);
});

test('a mutant that another one hides is tried without it', async () => {
  const node = nodeWith({ found: ['b'], hidden: { b: 'a' } });
  expect(await tried(node, 'abc')).toEqual({ a: 'survived', b: 'killed', c: 'survived' });
});

test('a mutant with which the case is inapplicable hides no other one', async () => {
  const node = nodeWith({ found: ['c'], blocking: 'a' });
  expect(await tried(node, 'abcd')).toEqual({ a: 'skipped', b: 'survived', c: 'killed', d: 'survived' });
});

test('a mutant that the case does not reach again is tried once by itself', async () => {
  const node = nodeWith({ hidden: { a: 'a', b: 'b' } });
  expect(await tried(node, 'abc')).toEqual({ a: 'survived', b: 'survived', c: 'survived' });
  expect(node.runs).toEqual(['abc', 'ab', 'a', 'b']);
});

test('a case that fails without the mutant, too, finds it only on a new node', async () => {
  const node = nodeWith({ found: ['a'] });
  const log: string[] = [];
  const result = await tryMutant(
    {
      ...node,
      run: () => Promise.resolve({ outcome: failed, isCut: false, applied: 0, calls: [] }),
      renew: () => void log.push('renewed'),
    },
    testCase,
    { id: 'a' },
  );
  expect(result.type).toBe('killed');
  expect(log).toEqual(['renewed']);
  expect(node.runs).toEqual(['a', 'a']);
});

test.each([
  ['finds it then', failed, 'killed'],
  ['passes then: it had only to wait for longer', passed, 'survived'],
])('a case that fails because a wait was cut short is run again with more time, and %s', async (_, atLast, expected) => {
  const limits: (number | undefined)[] = [];
  const node: MutantRunner = {
    ...nodeWith({}),
    runMutants: (_case, _mutants, { longestWaitMs } = {}) => {
      limits.push(longestWaitMs);
      const isCut = longestWaitMs === 8_000;
      return Promise.resolve({ run: { outcome: isCut ? failed : atLast, isCut, applied: 0, calls: [] }, hits: new Map([['a', 1]]) });
    },
  };
  expect((await tryMutant(node, { ...testCase, durationMs: 4_000 }, { id: 'a' })).type).toBe(expected);
  expect(limits).toEqual([8_000, 16_000]);
});

test('what passes only since an endless loop was ended is run again without that', async () => {
  const limits: (number | undefined)[][] = [];
  const node: MutantRunner = {
    ...nodeWith({}),
    runMutants: (_case, mutants) => {
      limits.push(mutants.map(({ limit }) => limit));
      const isEndless = mutants.some(({ id, limit }) => id === 'b' && limit === undefined);
      const run = { outcome: isEndless ? failed : passed, isCut: false, applied: 0, calls: [] };
      return Promise.resolve({ run, hits: new Map(mutants.map(({ id }) => [id, id === 'b' ? 11 : 1])) });
    },
  };
  expect((await tryMutant(node, testCase, { id: 'b', limit: 10 })).type).toBe('killed');
  expect(limits).toEqual([[10], [undefined]]);

  limits.length = 0;
  const results: Record<string, string> = {};
  const note = ({ id }: ActiveMutant, { type }: MutantTryResult): void => void (results[id] = type);
  await tryTogether(
    node,
    testCase,
    [
      { id: 'a', limit: 10 },
      { id: 'b', limit: 10 },
    ],
    { note },
  );
  expect(results).toEqual({ a: 'survived', b: 'killed' });
  expect(limits).toEqual([[10, 10], [undefined]]);
});
