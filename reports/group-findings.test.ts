import { expect, test } from 'vitest';
import type { Finding, Outcome } from '../suites/engine/types.ts';
import { FindingGroups, failuresOf, generalPath } from './group-findings.ts';

const finding: Finding = { check: 'type', evidence: 'document', source: 'document 2, Block (getblock)', message: 'm' };
const outcome = (id: string, part: Partial<Outcome> = {}): Outcome => ({
  id, suite: 'methods', method: 'getblock', kind: 'enum', status: 'failed', durationMs: 1, calls: 1, findings: [], hits: [], ...part,
});

test.each([
  ['tx[0].vin[12].txid', 'tx[].vin[].txid'],
  ['0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206.fees.base', '{}.fees.base'],
  ['0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206-1', '{}'],
  ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080[3]', '{}[]'],
  ['127.0.0.1:8333.services', '{}.services'],
  ['softforks.segwit.bip9', 'softforks.segwit.bip9'],
  ['total_fee_per_virtual_byte', 'total_fee_per_virtual_byte'],
  ['["any name"].label', '{}.label'],
])('the path %s is generalised to %s', (path, expected) => {
  expect(generalPath(path)).toBe(expected);
});

test('findings of one check, method and place are one cause; a case counts once', () => {
  const groups = new FindingGroups();
  for (let n = 0; n < 8; n++) groups.add(outcome(`case-${n}`), [{ ...finding, path: `tx[${n}].fee` }, { ...finding, path: `tx[${n + 1}].fee` }]);
  groups.add(outcome('other'), [{ ...finding, check: 'presence', path: 'tx[0].fee' }]);
  groups.add(outcome('elsewhere', { method: null }), [{ ...finding, path: 'tx[0].fee' }]);
  const sorted = groups.sorted();
  expect(sorted.map(({ check, about, path, cases }) => [check, about, path, cases])).toEqual([
    ['type', 'getblock', 'tx[].fee', 8],
    ['presence', 'getblock', 'tx[].fee', 1],
    ['type', 'document 2, Block (getblock)', 'tx[].fee', 1],
  ]);
  expect(sorted[0]?.firstCases).toEqual(['case-0', 'case-1', 'case-2', 'case-3', 'case-4']);
});

test('a dead node is one cause whatever was called, and comes first', () => {
  const groups = new FindingGroups();
  groups.add(outcome('a'), [finding]);
  groups.add(outcome('b'), [finding]);
  for (const method of ['getblock', 'getbalance']) groups.add(outcome(method, { method }), [{ ...finding, check: 'refused', evidence: 'health', source: 'nobody listens' }]);
  expect(groups.sorted().map(({ key, cases }) => [key, cases])).toEqual([['refused · nobody listens', 2], ['type · getblock', 2]]);
});

test('samples are cut, and bounded however many causes there are', () => {
  const groups = new FindingGroups();
  for (let n = 0; n < 1_000; n++) {
    groups.add(outcome(`case-${n}`, { response: { result: 'x'.repeat(20_000) } }), [{ ...finding, check: `check-${n}` }]);
  }
  const samples = groups.sorted().flatMap((group) => group.samples);
  expect(groups.size).toBe(1_000);
  expect(samples).toHaveLength(400);
  for (const { response } of samples) expect(response!.length).toBeLessThan(6_100);
});

test('observations and waived findings are no failures; a fault of Pyx without a finding is', () => {
  expect(failuresOf(outcome('a', { findings: [finding, { ...finding, evidence: 'observation' }, { ...finding, waiver: 'known' }] }))).toEqual([finding]);
  expect(failuresOf(outcome('b', { internal: true, reason: 'TypeError' }))).toMatchObject([{ check: 'internal', message: 'TypeError' }]);
});
