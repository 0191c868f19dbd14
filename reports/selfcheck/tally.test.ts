import { expect, test } from 'vitest';
import type { FaultResult, RuleResult } from '../../engine/selfcheck-results.ts';
import { foundShare, judgedIds, outOfScopeRows, talliesBy, tallyOf } from './tally.ts';

const fault = (id: string, more: Partial<FaultResult>): FaultResult => ({
  id,
  operator: 'answer/dropped',
  method: 'getblock',
  place: '',
  covers: [],
  sentence: { text: 'tx: the transactions', source: 'document 2, Block' },
  status: 'found',
  passed: [],
  durationMs: 1,
  ...more,
});

const free = { rule: 'added-field', reason: 'no sentence forbids a further field' };
const faults: FaultResult[] = [
  fault('1', { covers: ['f:getblock#verbosity=1:tx'] }),
  fault('2', { status: 'missed', covers: ['f:getblock#verbosity=1:tx', 'r:getblock/confirmations'] }),
  fault('3', { status: 'missed', exception: 'never seen in regtest', method: 'ping', covers: ['m:ping'] }),
  fault('4', { status: 'not-reached', operator: 'request/left-out', covers: ['p:getblock.verbosity:given'] }),
  fault('5', { status: 'untried', operator: 'request/left-out' }),
  fault('6', { outOfScope: free, status: 'found', covers: ['r:getblock/confirmations'] }),
  fault('7', { outOfScope: free, status: 'untried' }),
  fault('8', { operator: 'request/left-out' }),
];

const rules: RuleResult[] = [
  { id: 'r:getblock/hex', status: 'judged', fault: '1', case: 'rules/getblock/hex' },
  { id: 'r:getblock/tip', status: 'not-judged' },
  { id: 'r:getblock/never', status: 'not-reached' },
  { id: 'r:getblock/later', status: 'untried' },
];

test('faults out of scope are not part of a tally', () => {
  expect(tallyOf(faults)).toEqual({ found: 2, missed: 1, excepted: 1, notReached: 1, untried: 1 });
});

test('an exception counts as not found, a fault that was not reached does not count', () => {
  expect(foundShare(tallyOf(faults))).toBe(0.5);
  expect(foundShare(tallyOf([]))).toBeNull();
});

test('tallies by operator and by method are sorted by name', () => {
  expect(talliesBy('operator', faults)).toEqual([
    ['answer/dropped', { found: 1, missed: 1, excepted: 1, notReached: 0, untried: 0 }],
    ['request/left-out', { found: 1, missed: 0, excepted: 0, notReached: 1, untried: 1 }],
  ]);
  expect(talliesBy('method', faults).map(([name]) => name)).toEqual(['getblock', 'ping']);
});

test('an id is judged if some fault of it in scope was found', () => {
  const { judged, notJudged, notReached } = judgedIds({ faults, rules });
  expect(judged).toEqual(['f:getblock#verbosity=1:tx', 'r:getblock/hex']);
  expect(notJudged.map(({ id, faults: of }) => [id, of.map((fault) => fault.id)])).toEqual([
    ['m:ping', ['3']],
    ['r:getblock/confirmations', ['2']],
    ['r:getblock/tip', []],
  ]);
  expect(notReached).toEqual(['p:getblock.verbosity:given', 'r:getblock/never']);
});

test('faults out of scope are counted by rule', () => {
  expect(outOfScopeRows(faults)).toEqual([{ rule: 'added-field', faults: 2, found: 1 }]);
});
