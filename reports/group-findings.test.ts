import { expect, test } from 'vitest';
import type { Finding, Outcome } from '../engine/outcome.ts';
import { FindingGroups, placeOf } from './group-findings.ts';

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

test('findings of one field in several methods are one cause; a case counts once', () => {
  const groups = new FindingGroups();
  for (let n = 0; n < 8; n++)
    groups.add(outcome(`case-${n}`), [
      { ...finding, path: `tx[${n}].fee` },
      { ...finding, path: `tx[${n + 1}].fee` },
    ]);
  groups.add(outcome('other'), [{ ...finding, check: 'presence', path: 'tx[0].fee' }]);
  groups.add(outcome('elsewhere', { method: 'getmempoolentry' }), [{ ...finding, path: 'fee' }]);
  const sorted = groups.sorted();
  expect(sorted.map(({ check, methods, paths, cases }) => [check, methods, paths, cases])).toEqual([
    ['presence', ['getblock'], ['tx[].fee'], 1],
    ['type', ['getblock', 'getmempoolentry'], ['tx[].fee', 'fee'], 9],
  ]);
  expect(sorted[1]?.firstCases).toEqual(['case-0', 'case-1', 'case-2', 'case-3', 'case-4']);
});

test('the location of a cause is its first methods and the number of others, or its source', () => {
  expect(placeOf({ methods: ['a', 'b'], source: 's' })).toBe('a, b');
  expect(placeOf({ methods: ['a', 'b', 'c', 'd'], source: 's' })).toBe('a, b, c and 1 more method');
  expect(placeOf({ methods: [], source: 's' })).toBe('s');
});

test('a node that cannot be reached is one cause for all methods, and comes first', () => {
  const groups = new FindingGroups();
  groups.add(outcome('a'), [finding]);
  groups.add(outcome('b'), [finding]);
  for (const method of ['getblock', 'getbalance'])
    groups.add(outcome(method, { method }), [{ ...finding, check: 'refused', evidence: 'health', source: 'nothing listens' }]);
  expect(groups.sorted().map(({ key, cases }) => [key, cases])).toEqual([
    ['refused · nothing listens', 2],
    ['type · getblock · m', 2],
  ]);
});

test('samples are cut, and limited in number for many causes', () => {
  const groups = new FindingGroups();
  for (let n = 0; n < 1_000; n++) {
    groups.add(outcome(`case-${n}`, { response: { result: 'x'.repeat(20_000) } }), [{ ...finding, check: `check-${n}` }]);
  }
  const samples = groups.sorted().flatMap((group) => group.samples);
  expect(groups.sorted()).toHaveLength(1_000);
  expect(samples).toHaveLength(400);
  for (const { response } of samples) expect(response!.length).toBeLessThan(6_100);
});

test('a node that words every error differently does not fill the memory', () => {
  const groups = new FindingGroups();
  for (let n = 0; n < 6_000; n++)
    groups.add(outcome(`case-${n}`), [{ ...finding, check: 'refused', message: `refused ${String.fromCharCode(0x4e00 + n)}` }]);
  const sorted = groups.sorted();
  expect(sorted).toHaveLength(5_001);
  expect(sorted.find(({ headline }) => headline === 'other causes')?.cases).toBe(1_000);
});

test('causes with the same words and place are told apart by their first cases', () => {
  const groups = new FindingGroups();
  const runs = { ...finding, message: 'the node still runs' };
  groups.add(outcome('rules/encryptwallet/shutdown'), [{ ...runs, check: 'ends' }]);
  groups.add(outcome('states/encrypt-wallet'), [{ ...runs, check: 'stops' }]);
  groups.add(outcome('elsewhere', { method: 'stop' }), [runs]);
  expect(groups.sorted().map(({ headline, methods }) => [headline, ...methods])).toEqual([
    ['the node still runs (rules/encryptwallet/shutdown)', 'getblock'],
    ['the node still runs (states/encrypt-wallet)', 'getblock'],
    ['the node still runs', 'stop'],
  ]);
});
