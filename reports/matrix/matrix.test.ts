import { describe, expect, test } from 'vitest';
import { resultsValidator } from '../results-validator.ts';
import { outcome, start } from '../testing/sample-journal.ts';
import schema from './matrix.schema.json' with { type: 'json' };
import type { MatrixResults, MatrixRow } from './results.ts';
import { met, sampleMatrix, sampleRun, standard } from './testing/sample-matrix.ts';

const rowIn = ({ rows }: MatrixResults, id: string): MatrixRow => {
  const found = rows.find((row) => row.id === id);
  if (!found) throw new Error(`no row ${id} in ${rows.map((row) => row.id).join(', ')}`);
  return found;
};
const statesIn = (results: MatrixResults, id: string): readonly unknown[] => rowIn(results, id).states;

describe('a finding is in the row of what differs', () => {
  const placed = async (...[id, difference, more]: Parameters<typeof met>): Promise<string[]> => {
    const { findings } = await sampleMatrix([{ label: 'a', lines: sampleRun([met(id, difference, more)]) }]);
    return findings.map(({ row }) => row);
  };

  test('a field, in its variant or in the only one; of a field within, the nearest one', async () => {
    const field = { method: 'getblock', variant: 'verbosity=1', check: 'type' };
    expect(await placed('methods/getblock/a', { ...field, path: 'tx' })).toEqual(['f:getblock#verbosity=1:tx']);
    expect(await placed('methods/getblock/a', { ...field, path: 'tx[].vin[].txid' })).toEqual(['f:getblock#verbosity=1:tx[].vin[]']);
    expect(await placed('methods/getblock/a', { method: 'getbalance', path: 'amount', check: 'type' })).toEqual([
      'f:getbalance#default:amount',
    ]);
    expect(await placed('methods/getblock/a', { ...field, path: 'other' })).toEqual(['m:getblock']);
  });

  test('a value, else its argument, else the method', async () => {
    const call = { method: 'getblock', check: 'refused', found: 'error -8' };
    expect(await placed('methods/getblock/a', { ...call, argument: 'verbosity', value: '1' })).toEqual(['e:getblock.verbosity=1']);
    expect(await placed('methods/getblock/a', { ...call, argument: 'verbosity', value: 'string' })).toEqual(['p:getblock.verbosity']);
    expect(await placed('methods/getblock/a', { ...call, argument: '*' })).toEqual(['m:getblock']);
    expect(await placed('methods/getblock/a', { method: 'getblock', check: 'missing-method' })).toEqual(['m:getblock']);
  });

  test('a rule, also of a subcommand; a row of the tables; a relation; the service', async () => {
    const wrong = { check: 'holds' };
    expect(await placed('rules/getblock/confirmations', { ...wrong, method: 'getblock', rule: 'getblock/confirmations' })).toEqual([
      'r:getblock/confirmations',
    ]);
    expect(await placed('states/wallet', { ...wrong, rule: 'locked' }, { method: null })).toEqual(['s:locked', 'c:wallet']);
    expect(await placed('invariants/chain-tip/hash', { ...wrong, method: 'getblock', rule: 'chain-tip/hash' })).toEqual([
      'c:chain-tip/hash',
    ]);
    expect(await placed('methods/x', { check: 'died' }, { method: null })).toEqual(['n:service']);
    expect(await placed('methods/getblock/internal', undefined, { internal: true })).toEqual(['m:getblock']);
  });

  test('several cases with one difference are one finding; what concerns the target file is none', async () => {
    const difference = { method: 'getblock', variant: 'verbosity=1', path: 'tx', check: 'type' };
    const lines = sampleRun([
      met('methods/getblock/a', difference),
      met('methods/getblock/b', difference),
      met('target-file/stale-waiver-1', undefined, { method: null }),
    ]);
    const { findings } = await sampleMatrix([{ label: 'a', lines }]);
    expect(findings).toEqual([
      {
        row: 'f:getblock#verbosity=1:tx',
        column: 0,
        status: 'failed',
        check: 'type',
        evidence: 'document',
        severity: 'breaking',
        source: 'document 2, Block (getblock)',
        message: 'methods/getblock/a is wrong',
        difference,
        case: 'methods/getblock/a',
        cases: 2,
        request: '{"method":"getblock","params":["00ff",1]}',
        response: '{"result":{"tx":7}}',
        replay: 'npx --no-install pyx run --case methods/getblock/a --seed 42',
      },
    ]);
  });
});

test('each state of a row is told apart, and what a column lost and gained', async () => {
  const field = { method: 'getblock', variant: 'verbosity=1', path: 'tx', check: 'type' };
  const absent = {
    ...standard,
    untestable: { 'm:gobject count': 'It has no governance.', 'r:gobject-count/all': 'It has no governance.' },
  };
  const results = await sampleMatrix([
    { label: '1', lines: sampleRun() },
    { label: '2', lines: sampleRun([met('methods/getblock/a', field)]) },
    {
      label: '3',
      lines: sampleRun([met('methods/getblock/a', field, { status: 'waived', finding: { waiver: 'so it is' } })], { universe: absent }),
    },
    { label: '4', lines: sampleRun([met('methods/getblock/a', field, { status: 'unstable' })]) },
    { label: 'down', error: { code: 2, reasons: ['no such file'], details: [] } },
    { label: '5', lines: sampleRun() },
  ]);
  const tx = rowIn(results, 'f:getblock#verbosity=1:tx');
  expect(tx.states).toEqual(['passed', 'failed', 'waived', 'unstable', null, 'passed']);
  expect(tx.changes).toEqual([null, 'lost', 'changed', 'changed', null, 'changed']);
  expect(statesIn(results, 'm:getblock')).toEqual(tx.states);
  const governed = rowIn(results, 'm:gobject count');
  expect([governed.states, governed.changes, governed.reason, governed.family]).toEqual([
    ['passed', 'passed', 'inapplicable', 'passed', null, 'passed'],
    [null, null, 'lost', 'gained', null, null],
    'It has no governance.',
    'governance',
  ]);
  expect(rowIn(results, 'r:gobject-count/all')).toMatchObject({ method: 'gobject count', name: 'all', kind: 'rule' });
  expect(results.columns.map(({ support }) => support)).toEqual([
    { methods: 3, total: 3 },
    { methods: 2, total: 3 },
    { methods: 1, total: 3 },
    { methods: 2, total: 3 },
    { methods: 0, total: 0 },
    { methods: 3, total: 3 },
  ]);
  expect(results.totals).toMatchObject({ lost: 0, explained: 0, gained: 0 });
});

test('what a run did not try is not lost, nor what its standard does not have', async () => {
  const { getbalance: _, ...families } = standard.families;
  const lacking = {
    ...standard,
    methods: ['m:getblock', 'm:gobject count'],
    resultFields: ['f:getblock#verbosity=1:tx', 'f:getblock#verbosity=1:tx[].vin[]'],
    families,
  };
  const part = { ...standard, methods: ['m:getblock'], rules: [], resultFields: [] };
  const results = await sampleMatrix([
    { label: 'all', lines: sampleRun() },
    { label: 'other', lines: sampleRun([], { universe: lacking, seed: 7, pyx: '0.1.9' }) },
    { label: 'part', lines: sampleRun([], { universe: part, wholeRun: false }) },
  ]);
  expect(statesIn(results, 'm:getbalance')).toEqual(['passed', 'outside', 'untried']);
  expect(statesIn(results, 'f:getbalance#default:amount')).toEqual(['passed', 'outside', 'untried']);
  expect(results.totals).toMatchObject({ lost: 0, differing: 0 });
  expect(results.remarks).toEqual([
    'The runs have different seeds (42 of all, part; 7 of other): values and calls that a seed draws differ.',
    'The runs were made by different versions of Pyx (0.1.0 of all, part; 0.1.9 of other).',
    'The runs are by different standards: that of other lacks 2 rows of the others. What a standard lacks is not lost.',
    'part: a part of the cases was selected; what it leaves out is not tried.',
  ]);
});

test('a relation that fails by another method is failed, and its own method is not', async () => {
  const refused = met(
    'invariants/chain-tip/hash',
    { method: 'getbalance', check: 'refused', rule: 'chain-tip/hash', found: 'error -32601' },
    { method: 'getblock', kind: 'relation' },
  );
  const passed = outcome({ id: 'invariants/chain-tip/hash', status: 'passed', kind: 'relation' });
  const results = await sampleMatrix([
    { label: 'a', lines: sampleRun([passed]) },
    { label: 'b', lines: sampleRun([refused]) },
  ]);
  expect(rowIn(results, 'c:chain-tip/hash')).toMatchObject({ kind: 'relation', method: 'getblock', states: ['passed', 'failed'], age: 1 });
  expect(statesIn(results, 'm:getblock')).toEqual(['passed', 'passed']);
});

test('a field that no document names is shown where a release sends it', async () => {
  const sends = met(
    'methods/getblock/a',
    { method: 'getblock', path: 'extra', check: 'undocumented-field' },
    { status: 'observed', finding: { check: 'undocumented-field', evidence: 'observation', observed: 'extra' } },
  );
  const results = await sampleMatrix([
    { label: 'a', lines: sampleRun() },
    { label: 'b', lines: sampleRun([sends]) },
  ]);
  expect(results.rows.find(({ kind }) => kind === 'undocumented')).toMatchObject({
    id: 'u:getblock#:extra',
    name: 'extra',
    states: ['inapplicable', 'observed'],
    changes: [null, 'changed'],
  });
  expect(statesIn(results, 'm:getblock')).toEqual(['passed', 'passed']);
  expect(results.totals.lost).toBe(0);
});

test('the results have the form of their schema', async () => {
  const validate = resultsValidator(schema);
  const results = await sampleMatrix([
    { label: 'a', lines: sampleRun() },
    { label: 'b', lines: sampleRun([met('methods/getblock/a', { method: 'getblock', check: 'refused' })], { ownStandard: true }) },
    { label: 'killed', lines: [{ ...start, universe: standard }] },
    { label: 'c', error: { code: 130, reasons: ['interrupted.'], details: [] } },
  ]);
  expect(validate(JSON.parse(JSON.stringify(results))), JSON.stringify(validate.errors)).toBe(true);
});
