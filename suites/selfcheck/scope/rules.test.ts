import { describe, expect, test } from 'vitest';
import { specification } from '../../../specs/model/specification.ts';
import { faultsOf } from '../faults.ts';
import { scopeRules } from './rules.ts';

const ruleOf = new Map(faultsOf(specification, new Map()).map(({ id, outOfScope }) => [id, outOfScope?.rule ?? 'in scope']));

/** Faults that a rule removes, and faults close to them that it must leave. */
const examples: readonly (readonly [rule: string, removed: readonly string[], left: readonly string[]])[] = [
  ['added-field', ['answer/added-to/getblockchaininfo#default'], ['answer/dropped/getblockchaininfo#default:chain']],
  [
    'optional-field',
    ['answer/dropped/getaddressinfo#default:hdmasterkeyid', 'answer/renamed/getwalletinfo#default:hdmasterkeyid'],
    [
      'answer/nulled/getaddressinfo#default:hdmasterkeyid',
      'answer/dropped/getaddressinfo#default:hdkeypath',
      'answer/renamed/getmempoolentry#default:fee',
      'answer/dropped/listunspent#default:[].redeemScript',
      'answer/dropped/getblock#verbosity=1:nextblockhash',
      'answer/cut/getaddressinfo#default:hdmasterkeyid',
    ],
  ],
  [
    'optional-tuple-item',
    ['answer/list-cut/listaddressgroupings#default:[][]'],
    ['answer/list-emptied/listaddressgroupings#default:[][]', 'answer/list-cut/listaddressgroupings#default:[]'],
  ],
  [
    'unstated-value',
    [
      'answer/plus-one/getnetworkinfo#default:version',
      'answer/cut/getnetworkinfo#default:warnings',
      'answer/plus-one/getpeerinfo#default:[].banscore',
      'answer/plus-one/gettxoutsetinfo#default:bogosize',
      'answer/list-emptied/getblockchaininfo#default:softforks',
      'answer/character-changed/testmempoolaccept#default:[].reject-reason',
      'answer/other-of-set/getnetworkinfo#default:networks[].name',
    ],
    [
      'answer/negated/gettxoutsetinfo#default:bogosize',
      'answer/retyped/getnetworkinfo#default:version',
      'answer/dropped/getnetworkinfo#default:version',
      'answer/plus-one/getnetworkinfo#default:connections',
      'answer/cut/getnetworkinfo#default:subversion',
      'answer/plus-one/getnettotals#default:totalbytessent',
      'answer/plus-one/getpeerinfo#default:[].pingtime',
      'answer/plus-one/getpeerinfo#default:[].version',
      'answer/plus-one/gettxoutsetinfo#default:txouts',
      'answer/other-of-set/getblockchaininfo#default:bip9_softforks{}.status',
      'answer/plus-one/getblockchaininfo#default:verificationprogress',
      'answer/stale/getnetworkinfo#default',
      'answer/outside-set/getnetworkinfo#default:networks[].name',
    ],
  ],
  [
    'open-form',
    ['answer/nulled/masternodelist#mode=full', 'answer/retyped/masternodelist#mode=info'],
    ['answer/nulled/masternodelist#mode=full:{}', 'answer/dropped/masternodelist#mode=full:{}.IP', 'answer/retyped/getblock#verbosity=0'],
  ],
  [
    'hex-case',
    [
      'answer/case-changed/getbestblockhash#default',
      'answer/case-changed/getblock#verbosity=0',
      'answer/case-changed/decodescript#default:asm',
    ],
    [
      'answer/case-changed/getnewaddress#default',
      'answer/case-changed/createpsbt#default',
      'answer/cut/decodescript#default:asm',
      'answer/case-changed/decodescript#default:type',
      'answer/character-changed/getbestblockhash#default',
    ],
  ],
  [
    'unordered-list',
    ['answer/list-reversed/listwallets#default', 'answer/list-reversed/listunspent#default'],
    [
      'answer/list-reversed/getblock#verbosity=1:tx',
      'answer/list-reversed/decoderawtransaction#default:vin',
      'answer/list-reversed/decodepsbt#default:inputs',
      'answer/list-reversed/getblockstats#all:feerate_percentiles',
      'answer/list-reversed/importmulti#default',
      'answer/list-reversed/listaddressgroupings#default:[][]',
      'answer/list-doubled/listwallets#default',
    ],
  ],
  ['unstated-argument', ['request/left-out/getbalance.dummy'], ['request/left-out/getbalance.minconf', 'request/filled-in/sendmany.dummy']],
  [
    'node-decides-default',
    ['request/default-changed/fundrawtransaction.options.feeRate'],
    [
      'request/default-changed/listunspent.query_options.maximumCount',
      'request/default-changed/fundrawtransaction.options.changePosition',
      'request/left-out/fundrawtransaction.options.feeRate',
    ],
  ],
  ['error-code', ['answer/error-code/getblock'], ['answer/error-into-success/getmempoolentry']],
  ['error-message', ['answer/error-message/getblock'], ['answer/error-message/getaddressbyaccount']],
  ['http-status', ['http/error-status/getblock', 'http/success-status/getblock'], ['http/unavailable/getblock', 'http/late/getblock']],
  [
    'unstated-refusal',
    [
      'answer/error-into-success/preciousblock',
      'answer/error-into-success/getblock',
      'answer/error-into-success/getdifficulty',
      'answer/error-into-success/scantxoutset',
      'answer/error-into-success/listwallets',
    ],
    [
      'answer/error-into-success/walletpassphrase',
      'answer/error-into-success/savemempool',
      'answer/error-into-success/importprunedfunds',
      'answer/error-into-success/importprivkey',
      'answer/error-into-success/getwalletinfo',
      'answer/error-into-success/sendrawtransaction',
      'answer/error-into-success/getrawtransaction',
      'answer/error-into-success/testmempoolaccept',
      'answer/error-into-success/disconnectnode',
      'answer/error-into-success/getmempoolentry',
    ],
  ],
  [
    'same-when-repeated',
    ['request/repeated/walletlock', 'request/repeated/settxfee'],
    ['request/repeated/sendtoaddress', 'request/repeated/sendmany', 'request/repeated/getnewaddress', 'request/swallowed/walletlock'],
  ],
  [
    'unstated-arguments',
    ['answer/success-into-error/move#default', 'request/wallet-exchanged/listaccounts', 'request/repeated/move'],
    ['answer/success-into-error/getblockcount#default', 'answer/error-into-success/move', 'request/swallowed/move'],
  ],
  [
    'no-wallet',
    ['request/wallet-exchanged/convertaddress'],
    ['request/wallet-exchanged/getbalance', 'request/wallet-exchanged/fundrawtransaction', 'request/wallet-exchanged/backupwallet'],
  ],
];

describe.each(examples)('%s', (rule, removed, left) => {
  test('removes what contradicts no sentence', () => {
    expect(removed.map((id) => [id, ruleOf.get(id)])).toEqual(removed.map((id) => [id, rule]));
  });

  test('leaves what some sentence speaks of', () => {
    expect(left.map((id) => [id, ruleOf.get(id)])).toEqual(left.map((id) => [id, 'in scope']));
  });
});

test('every rule has examples and an explanation', () => {
  expect(examples.map(([rule]) => rule).sort()).toEqual(scopeRules.map(({ id }) => id).sort());
  expect(scopeRules.filter(({ explanation }) => !/\.$/.test(explanation))).toEqual([]);
});
