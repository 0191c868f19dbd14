import { expect, test } from 'vitest';
import type { Finding, Outcome } from '../engine/outcome.ts';
import { FindingGroups, type FindingGroup } from './group-findings.ts';
import { withOtherSpellings } from './other-spelling.ts';

const finding = (message: string, part: Partial<Finding> = {}): Finding => ({
  check: 'holds',
  evidence: 'document',
  source: 'document 1, Wallet',
  message,
  ...part,
});

const refused = (method: string, error: string, part: Partial<Finding> = {}): Finding =>
  finding(`${method} was refused with ${error} where the documents describe a result`, { check: 'refused', ...part });

function outcome(id: string, method: string | null): Outcome {
  return { id, suite: id.split('/', 1)[0]!, method, kind: 'rule', status: 'failed', durationMs: 1, calls: 1, findings: [], hits: [] };
}

/** Groups of failed cases: the id of each, what it is about, and what it found. */
function groupsOf(...cases: readonly (readonly [id: string, method: string | null, ...findings: Finding[]])[]): FindingGroup[] {
  const groups = new FindingGroups();
  for (const [id, method, ...findings] of cases) groups.add(outcome(id, method), findings);
  return groups.sorted();
}

const told = (groups: readonly FindingGroup[]): unknown[] =>
  groups.map(({ headline, methods, cases }) => [headline, methods.join(' '), cases]);

test('a prerequisite belongs to the refusal that it quotes, whatever the cases are about', () => {
  const prerequisite = finding(
    'a prerequisite of the case could not be made: gobject prepare did not return a result: -1 JSON value is not a string as expected',
    { check: 'world', difference: { method: 'gobject prepare', check: 'world', found: 'error -1' } },
  );
  expect(
    told(
      groupsOf(
        ['rules/gobject-prepare/signs', 'gobject prepare', refused('gobject prepare', '-1 (JSON value is not a string as expected)')],
        ['methods/gobject-get/required-only', 'gobject get', prerequisite],
        ['rules/getgovernanceinfo/quorum', 'getgovernanceinfo', prerequisite],
      ),
    ),
  ).toEqual([['does not take the documented arguments: -1 (JSON value is not a string as expected)', 'gobject prepare', 3]]);
});

test('a method that does not take its arguments is one cause with each argument; an argument that alone is refused is its own', () => {
  const usage = '-1 (assetnew [address] [public value] [contract])';
  const given = (method: string, argument: string): Partial<Finding> => ({ difference: { method, check: 'refused', argument } });
  const cases = [
    [
      'methods/assetnew/with/notary_details',
      'assetnew',
      refused('assetnew', '-1 (JSON value is not a string as expected)', given('assetnew', 'notary_details')),
    ],
    [
      'methods/assetnew/form/a',
      'assetnew',
      refused('assetnew', '-1 (JSON value is not an integer as expected)', given('assetnew', 'notary_details.instant_transfers')),
    ],
    [
      'methods/listunspent/form/m',
      'listunspent',
      refused('listunspent', '-1 (JSON value is not an integer as expected)', given('listunspent', 'query_options.maximumCount')),
    ],
  ] as const;
  expect(told(groupsOf(...cases)).map((group) => (group as unknown[])[0])).toEqual([
    'does not take the documented notary_details: -1 (JSON value is not a string as expected)',
    'does not take the documented query_options: -1 (JSON value is not an integer as expected)',
  ]);
  expect(told(groupsOf(...cases, ['methods/assetnew/required-only', 'assetnew', refused('assetnew', usage)]))).toEqual([
    [`does not take the documented arguments: ${usage}`, 'assetnew', 3],
    ['does not take the documented query_options: -1 (JSON value is not an integer as expected)', 'listunspent', 1],
  ]);
});

test('a payment without an entry is one cause in each list; a list that is short for another reason is not', () => {
  const short = finding('the number of entries is 4, expected 9', { check: 'equals' });
  const cases = [
    [
      'invariants/wallet-lists/pages',
      'listtransactions',
      short,
      finding('the number of entries with count 1 and skip 4 is 0, expected 1', { check: 'equals' }),
    ],
    [
      'invariants/wallet-details/amounts',
      'gettransaction',
      finding('the list of amounts is ["a"], expected ["a","b","c… (189 characters)', { check: 'equals', path: 'details' }),
    ],
    ['rules/listtransactions/label', 'listtransactions', finding('the number of entries of a label is 1, expected 0', { check: 'equals' })],
    ['rules/listsinceblock/move', 'listsinceblock', finding('no entry is of category move after a transfer between accounts')],
  ] as const;
  const missing = [
    'rules/listsinceblock/entries',
    'listsinceblock',
    finding("the list has no entry of category receive for the wallet's transaction a"),
  ] as const;
  expect(groupsOf(...cases)).toHaveLength(4);
  expect(told(groupsOf(...cases, missing))).toEqual([
    ['the wallet does not list each payment of a transaction', 'listsinceblock listtransactions gettransaction', 3],
    ['the number of entries of a label is 1, expected 0', 'listtransactions', 1],
    ['there is no entry of category move', 'listsinceblock', 1],
  ]);
});

test('what a case finds later belongs to what it found first, unless the run shows it by itself', () => {
  const [first, later] = [
    finding('success is false, expected true', { check: 'equals', path: 'success' }),
    finding('nothing was imported'),
  ];
  expect(told(groupsOf(['rules/importmulti/a', 'importmulti', first, later]))).toEqual([
    ['success is false, expected true', 'importmulti', 1],
  ]);
  expect(told(groupsOf(['rules/importmulti/a', 'importmulti', first, later], ['rules/importmulti/b', 'importmulti', later]))).toEqual([
    ['nothing was imported', 'importmulti', 2],
    ['success is false, expected true', 'importmulti', 1],
  ]);
  // The cases of methods compare each field of an answer.
  const fields = [finding('a must be string', { check: 'type', path: 'a' }), finding('b must be string', { check: 'type', path: 'b' })];
  expect(groupsOf(['methods/getblock/a', 'getblock', ...fields])).toHaveLength(2);
});

test('a refusal that only cases about another method meet follows from the only cause of that method', () => {
  const decode = refused('sendrawtransaction', '-22 (TX decode failed)');
  const fee = finding('the transaction pays a fee of -5 satoshis, expected more than 0');
  const cases = [
    ['rules/coinburn/provable', 'coinburn', decode],
    ['rules/coinburn/fees-on-top', 'coinburn', fee, decode],
  ] as const;
  expect(told(groupsOf(...cases))).toEqual([[fee.message, 'coinburn sendrawtransaction', 2]]);
  expect(groupsOf(...cases, ['rules/sendrawtransaction/a', 'sendrawtransaction', decode])).toHaveLength(2);
  expect(groupsOf(...cases, ['rules/coinburn/b', 'coinburn', finding('coinburn burns twice')])).toHaveLength(3);
});

test('fields that are missing in the same answers are one cause, which accepts each of them', () => {
  const missing = (field: string): Finding =>
    finding(`${field} is missing, expected in every result by the documents`, {
      check: 'presence',
      path: `tx[0].${field}`,
      difference: { method: 'getblock', path: `tx[].${field}`, check: 'presence', found: 'missing' },
    });
  const groups = groupsOf(
    ['methods/getblock/a', 'getblock', missing('blockhash'), missing('time')],
    ['methods/getblock/b', 'getblock', missing('blockhash'), missing('time')],
  );
  expect(told(groups)).toEqual([['blockhash and time are missing', 'getblock', 2]]);
  expect(groups[0]?.differences.map(({ path }) => path)).toEqual(['tx[].blockhash', 'tx[].time']);
  expect(
    groupsOf(
      ['methods/getblock/a', 'getblock', missing('blockhash'), missing('time')],
      ['methods/getblock/b', 'getblock', missing('time')],
    ),
  ).toHaveLength(2);
});

test('a missing field does not follow from another one that is missing in several methods', () => {
  const missing = (field: string): Finding => finding(`${field} is missing, expected "a"`, { check: 'equals', path: `embedded.${field}` });
  const cases = [['rules/getaddressinfo/same', 'getaddressinfo', missing('label'), missing('labels')]] as const;
  expect(told(groupsOf(...cases))).toHaveLength(1);
  expect(told(groupsOf(...cases, ['methods/listunspent/a', 'listunspent', missing('label')]))).toEqual([
    ['label is missing', 'getaddressinfo listunspent', 2],
    ['labels is missing', 'getaddressinfo', 1],
  ]);
});

test('a node that ended itself for one reason is one cause, whatever was called; a crash is one with its call', () => {
  const died = (how: string, rest = ''): Finding =>
    finding(`the node ended (${how})${rest}; its last lines: x`, { check: 'died', evidence: 'health', source: 'the node’s process' });
  const log = '; its log says: Error: only one daemon is running';
  expect(
    told(
      groupsOf(
        ['methods/voteraw/a', 'voteraw', died('exit code 1', ` after voteraw was answered${log}`)],
        ['rules/masternode-winner/next', 'masternode winner', died('exit code 1', ` while setmocktime was in flight${log}`)],
      ),
    ),
  ).toEqual([[`the node ended (exit code 1) after voteraw was answered${log}`, 'voteraw masternode winner', 2]]);
  expect(groupsOf(['a/b/c', 'voteraw', died('exit code 1')], ['a/b/d', 'masternodelist', died('exit code 1')])).toHaveLength(1);
  const crash = (call: string): Finding => died('signal SIGSEGV', ` while ${call} was in flight`);
  expect(groupsOf(['a/b/c', 'getblock', crash('getblock')], ['a/b/d', 'decodepsbt', crash('decodepsbt')])).toHaveLength(2);
  expect(
    groupsOf(
      ['envelope/size/a', null, crash('a request of 9 bytes ("[[[")')],
      ['envelope/size/b', null, crash('a request of 8 bytes ("{[[")')],
    ),
  ).toHaveLength(1);
});

test('a field that the node spells in other letter case names its spelling', () => {
  const [missing] = groupsOf([
    'invariants/psbt/a',
    'decodepsbt',
    finding('the final scriptSig is missing, expected "1600"', { check: 'equals', path: 'inputs[2].final_scriptsig' }),
  ]);
  const extra = (path: string): FindingGroup[] =>
    groupsOf([
      'methods/decodepsbt/a',
      'decodepsbt',
      finding('not in the documents', { check: 'undocumented-field', evidence: 'observation', path }),
    ]);
  const headline = (path: string): unknown => withOtherSpellings([missing!], extra(path))[0]?.headline;
  expect(headline('inputs[0].final_scriptSig')).toBe('final_scriptsig is spelt final_scriptSig');
  expect(headline('outputs[0].final_scriptSig')).toBe('final_scriptsig is missing');
});

test('groups are the same however often they are asked for', () => {
  const groups = new FindingGroups();
  const [first, later] = [finding('success is false'), finding('nothing was imported')];
  groups.add(outcome('rules/importmulti/a', 'importmulti'), [first, later]);
  groups.add(outcome('rules/importmulti/b', 'importmulti'), [later]);
  expect(groups.sorted()).toEqual(groups.sorted());
});
