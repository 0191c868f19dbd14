import { describe, expect, test } from 'vitest';
import { stringify } from '../../../client/wire-json.ts';
import type { MethodId } from '../../../specs/model/generated/wire.d.ts';
import { alterationOf, errorReply, forwarded, noNode, observedCall, observedOf, resultReply, seen } from '../testing/planted.ts';

type Row = readonly [fault: string, params: string, forwarded: string];

const hash = (digit: string): string => digit.repeat(64);
const observed = observedOf(
  observedCall('getblock', `["${hash('a')}"]`, '{}'),
  observedCall('getblockheader', `["${hash('b')}"]`, '{}'),
  observedCall('listunspent', '[1,5]', '[]'),
  observedCall('listunspent', '[0,9999999,[],true,{"minimumAmount":0.5}]', '[]'),
  observedCall('sendtoaddress', '["addr",1.25]', '"00"'),
  observedCall('sendtoaddress', '["addr",2]', '"00"'),
  observedCall('lockunspent', '[false,[{"txid":"aa","vout":3}]]', 'true'),
  observedCall('sendmany', '["",{"addr":1}]', '"00"'),
);

const rows: readonly Row[] = [
  // left out
  ['request/left-out/getblock.verbosity', '["00",0]', '["00"]'],
  ['request/left-out/getblock.verbosity', '["00",1]', 'unchanged'],
  ['request/left-out/getblock.verbosity', '["00"]', 'unchanged'],
  ['request/left-out/listunspent.minconf', '[6,9,[]]', '[1,9,[]]'],
  ['request/left-out/listunspent.addresses', '[1,9,["a"],false]', '[1,9,null,false]'],
  ['request/left-out/listunspent.addresses', '[1,9,["a"]]', '[1,9]'],
  [
    'request/left-out/listunspent.query_options.minimumAmount',
    '[1,9,[],true,{"minimumAmount":"0.5","maximumCount":3}]',
    '[1,9,[],true,{"maximumCount":3}]',
  ],
  [
    'request/left-out/createpsbt.inputs[].sequence',
    '[[{"txid":"aa","vout":0,"sequence":7},{"txid":"bb","vout":1}],[]]',
    '[[{"txid":"aa","vout":0},{"txid":"bb","vout":1}],[]]',
  ],
  // default changed
  ['request/default-changed/getblockheader.verbose', '["00"]', '["00",false]'],
  ['request/default-changed/getblockheader.verbose', '["00",true]', 'unchanged'],
  ['request/default-changed/listunspent.maxconf', '[]', '[1,5]'],
  ['request/default-changed/listunspent.query_options.minimumAmount', '[1]', '[1,9999999,null,true,{"minimumAmount":0.5}]'],
  [
    'request/default-changed/listunspent.query_options.minimumAmount',
    '[1,9,[],true,{"maximumCount":3}]',
    '[1,9,[],true,{"maximumCount":3,"minimumAmount":0.5}]',
  ],
  ['request/default-changed/bumpfee.options.replaceable', '["00"]', '["00",{"replaceable":false}]'],
  ['request/default-changed/getnewaddress.address_type', '["label"]', '["label","legacy"]'],
  // replaced
  ['request/replaced/getblock.blockhash', `["${hash('a')}",0]`, `["${hash('b')}",0]`],
  ['request/replaced/getblock.blockhash', `["${hash('b')}"]`, `["${hash('a')}"]`],
  ['request/replaced/sendtoaddress.amount', '["addr","1.25"]', '["addr",2]'],
  ['request/replaced/createrawtransaction.locktime', '[[],[],500]', '[[],[],501]'],
  ['request/replaced/createrawtransaction.locktime', '[[],[],4294967295]', '[[],[],4294967294]'],
  ['request/replaced/getblockheader.verbose', '["00",false]', '["00",true]'],
  ['request/replaced/sendtoaddress.comment', '["addr",1,"tea"]', '["addr",1,"tea (other)"]'],
  // a value of a closed set
  ['request/enum-exchanged/getblock.verbosity=1', '["00",1]', '["00",2]'],
  ['request/enum-exchanged/getblock.verbosity=2', '["00",2]', '["00",0]'],
  ['request/enum-exchanged/getblock.verbosity=2', '["00",1]', 'unchanged'],
  ['request/enum-exchanged/setban.command=add', '["192.0.2.1","add",60]', '["192.0.2.1","remove",60]'],
  // an item of a list
  ['request/item-dropped/listunspent.addresses', '[1,9,["a","b"]]', '[1,9,["a"]]'],
  ['request/item-dropped/listunspent.addresses', '[1,9,[]]', 'unchanged'],
  ['request/item-dropped/sendmany.amounts', '["",{"a":1.00000000,"b":2}]', '["",{"a":1.00000000}]'],
];

describe('a fault of an argument', () => {
  test.each(rows)('%s makes of %s: %s', async (fault, params, expected) => {
    expect(await forwarded(fault, params, observed)).toBe(expected);
  });
});

test('uses one possible default after the other where the documents name no literal one', async () => {
  const { forward } = alterationOf('request/default-changed/getrawchangeaddress.address_type');
  const types = new Set<unknown>();
  for (let call = 0; call < 8; call++) types.add((await forward?.(seen('getrawchangeaddress'), noNode))?.params[0]);
  expect([...types].sort()).toEqual(['bech32', 'legacy', 'p2sh-segwit']);
});

describe('a missing required argument', () => {
  /** The call that the node receives, if it accepts calls that contain the text; `unchanged` if none is accepted. */
  const filled = async (id: string, params: string, accepted: string): Promise<string> => {
    const { instead, only } = alterationOf(id, observed);
    let received = 'unchanged';
    await instead?.(seen(only as MethodId, params), async (_, given) => {
      const text = stringify([...given]);
      if (!text.includes(accepted)) return errorReply(-5, 'not found');
      received = text;
      return resultReply(true);
    });
    return received;
  };

  test.each([
    ['request/filled-in/getblock.blockhash', '[]', '', `["${hash('a')}"]`],
    ['request/filled-in/getblock.blockhash', '[]', 'bb', `["${hash('b')}"]`],
    ['request/filled-in/getblock.blockhash', '[]', 'cc', 'unchanged'],
    ['request/filled-in/getblock.blockhash', '["00"]', '', 'unchanged'],
    ['request/filled-in/sendtoaddress.address', '[]', '', '["addr",1.25]'],
    ['request/filled-in/sendtoaddress.amount', '["addr"]', '', '["addr",1.25]'],
    ['request/filled-in/sendtoaddress.amount', '[]', '', 'unchanged'],
    ['request/filled-in/sendmany.dummy', '[]', '', '["",{"addr":1}]'],
    ['request/filled-in/sendmany.amounts', '[]', '', 'unchanged'],
    [
      'request/filled-in/lockunspent.transactions[].vout',
      '[false,[{"txid":"aa"},{"txid":"bb","vout":1}]]',
      '',
      '[false,[{"txid":"aa","vout":3},{"txid":"bb","vout":1}]]',
    ],
  ])('%s makes of %s, where the node accepts "%s": %s', async (fault, params, accepted, expected) => {
    expect(await filled(fault, params, accepted)).toBe(expected);
  });
});
