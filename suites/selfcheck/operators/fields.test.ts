import { describe, expect, test } from 'vitest';
import { alteredResult } from '../testing/planted.ts';

/** A fault, and the exact result that it makes of a result. `-` stands for a result that it must leave. */
type Row = readonly [fault: string, params: string, result: string, altered: string];

const rows: readonly Row[] = [
  // members
  ['answer/dropped/getblock#verbosity=1:nTx', '["00"]', '{"nTx":2,"size":9}', '{"size":9}'],
  [
    'answer/dropped/getblock#verbosity=2:tx[].vout[].n',
    '["00",2]',
    '{"tx":[{"vout":[{"n":0,"value":1.00}]}]}',
    '{"tx":[{"vout":[{"value":1.00}]}]}',
  ],
  ['answer/dropped/getblock#verbosity=1:nTx', '["00",2]', '{"nTx":2,"size":9}', '-'],
  ['answer/dropped/getblock#verbosity=1:nTx', '["00"]', '{"size":9}', '-'],
  ['answer/renamed/getmempoolinfo#default:usage', '[]', '{"size":1,"usage":2}', '{"size":1,"usage_":2}'],
  ['answer/nulled/getblockcount#default', '[]', '7', 'null'],
  ['answer/nulled/gettxout#default', '["00",0]', 'null', '-'],
  ['answer/retyped/getblockcount#default', '[]', '7', '"7"'],
  ['answer/retyped/getbalance#default', '[]', '0.50000000', '"0.50000000"'],
  ['answer/retyped/listwallets#default', '[]', '["a","b"]', '{"0":"a","1":"b"}'],
  ['answer/retyped/getblockchaininfo#default:chain', '[]', '{"chain":"regtest"}', '{"chain":["regtest"]}'],
  ['answer/retyped/getmempoolentry#default:fees', '["00"]', '{"fees":{"base":0.1}}', '{"fees":[0.1]}'],
  ['answer/added-to/listlockunspent#default:[]', '[]', '[{"txid":"aa","vout":0}]', '[{"txid":"aa","vout":0,"undocumented":true}]'],
  // numbers
  ['answer/plus-one/getblockcount#default', '[]', '9', '10'],
  ['answer/plus-one/getblockcount#default', '[]', '9007199254740991', '9007199254740992'],
  ['answer/plus-one/getdifficulty#default', '[]', '4.656542373906925e-10', '1.0000000004656542373906925'],
  ['answer/minus-one/getblockcount#default', '[]', '0', '-1'],
  ['answer/minus-one/getdifficulty#default', '[]', '0.25', '-0.75'],
  ['answer/minus-one/getblock#verbosity=1:confirmations', '["00"]', '{"confirmations":1}', '{"confirmations":0}'],
  ['answer/plus-satoshi/getbalance#default', '[]', '20999999.99999999', '21000000.00000000'],
  [
    'answer/plus-satoshi/listunspent#default:[].amount',
    '[]',
    '[{"amount":1.00000000},{"amount":2}]',
    '[{"amount":1.00000001},{"amount":2.00000001}]',
  ],
  ['answer/minus-satoshi/gettransaction#default:fee', '["00"]', '{"fee":-0.00000001}', '{"fee":-0.00000002}'],
  ['answer/minus-satoshi/getnetworkinfo#default:relayfee', '[]', '{"relayfee":0.00001000}', '{"relayfee":0.00000999}'],
  ['answer/negated/gettransaction#default:amount', '["00"]', '{"amount":-1.50000000}', '{"amount":1.50000000}'],
  ['answer/negated/getblockcount#default', '[]', '5', '-5'],
  ['answer/negated/getbalance#default', '[]', '0.00000000', '-'],
  // texts
  ['answer/cut/getbestblockhash#default', '[]', '"abcd"', '"abc"'],
  ['answer/cut/createwallet#default:warning', '["w"]', '{"name":"w","warning":""}', '-'],
  ['answer/case-changed/getnewaddress#default', '[]', '"bcrt1qx"', '"BCRT1QX"'],
  ['answer/case-changed/getnewaddress#default', '[]', '"BCRT1QX"', '"bcrt1qx"'],
  ['answer/case-changed/getbestblockhash#default', '[]', '"00ab"', '"00AB"'],
  ['answer/case-changed/getblock#verbosity=1:bits', '["00"]', '{"bits":"207fffff"}', '-'],
  ['answer/character-changed/getbestblockhash#default', '[]', '"f0ab"', '"00ab"'],
  ['answer/character-changed/getbestblockhash#default', '[]', '"F0AB"', '"00AB"'],
  ['answer/character-changed/getnewaddress#default', '[]', '"zcrt1"', '"acrt1"'],
  ['answer/character-changed/getaddressinfo#default:hdkeypath', '["x"]', '{"hdkeypath":"m/0\'/9"}', '{"hdkeypath":"n/0\'/9"}'],
  // choices
  ['answer/flipped/getblockchaininfo#default:pruned', '[]', '{"pruned":false}', '{"pruned":true}'],
  ['answer/outside-set/getblockchaininfo#default:chain', '[]', '{"chain":"regtest"}', '{"chain":"regtest-other"}'],
  ['answer/other-of-set/getblockchaininfo#default:chain', '[]', '{"chain":"regtest"}', '{"chain":"main"}'],
  [
    'answer/other-of-set/listtransactions#default:[].category',
    '[]',
    '[{"category":"send"},{"category":"odd"}]',
    '[{"category":"receive"},{"category":"odd"}]',
  ],
  // mixed up
  [
    'answer/one-of-several/listunspent#default:[].amount',
    '[]',
    '[{"amount":1.00000000},{"amount":1.00000000},{"amount":2}]',
    '[{"amount":2},{"amount":1.00000000},{"amount":2}]',
  ],
  ['answer/one-of-several/listunspent#default:[].amount', '[]', '[{"amount":1},{"amount":1}]', '-'],
  ['answer/one-of-several/listwallets#default:[]', '[]', '["a","b"]', '["b","b"]'],
  ['answer/swapped/getblock#verbosity=1:nTx', '["00"]', '{"hash":"aa","nTx":2,"size":9}', '{"hash":"aa","nTx":9,"size":2}'],
  ['answer/swapped/getblock#verbosity=1:size', '["00"]', '{"nTx":2,"hash":"aa","size":9}', '{"nTx":9,"hash":"aa","size":2}'],
  ['answer/swapped/getblock#verbosity=1:nTx', '["00"]', '{"nTx":2,"size":2,"hash":"aa"}', '-'],
  [
    'answer/swapped/getmempoolentry#default:fees.base',
    '["00"]',
    '{"fees":{"base":0.10,"modified":0.20}}',
    '{"fees":{"base":0.20,"modified":0.10}}',
  ],
  // lists
  ['answer/list-cut/listwallets#default', '[]', '["a","b"]', '["a"]'],
  ['answer/list-cut/listwallets#default', '[]', '[]', '-'],
  ['answer/list-cut/getrawmempool#verbose=true', '[true]', '{"aa":{"size":1},"bb":{"size":2}}', '{"aa":{"size":1}}'],
  ['answer/list-doubled/listwallets#default', '[]', '["a","b"]', '["a","b","b"]'],
  ['answer/list-reversed/getblock#verbosity=1:tx', '["00"]', '{"tx":["aa","bb"]}', '{"tx":["bb","aa"]}'],
  ['answer/list-reversed/getblock#verbosity=1:tx', '["00"]', '{"tx":["aa"]}', '-'],
  ['answer/list-emptied/getrawmempool#verbose=true', '[true]', '{"aa":{"size":1}}', '{}'],
  ['answer/list-emptied/gettransaction#default:details', '["00"]', '{"details":[{"vout":0}],"hex":"00"}', '{"details":[],"hex":"00"}'],
  ['answer/list-emptied/listwallets#default', '[]', '[]', '-'],
];

describe('a fault of a field', () => {
  test.each(rows)('%s makes of %s %s: %s', async (fault, params, result, altered) => {
    const got = await alteredResult(fault, params, result);
    // A value that the operator leaves is returned as it came, which the client does not count as applied.
    if (altered === '-') expect(['unchanged', result]).toContain(got);
    else expect(got).toBe(altered);
  });
});
