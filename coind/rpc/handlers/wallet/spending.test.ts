import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HDKey } from '@scure/bip32';
import { runNode, type RunningNode } from '../../../node.ts';
import type { MethodId } from '../../handler.ts';
import { RpcError } from '../../errors.ts';
import { nodeCalls } from '../testing/node-calls.ts';

/** Arguments for the calls; codes are those of litecoind 0.21 for the same calls. */
interface Fixtures {
  readonly [name: string]: string;
}

let node: RunningNode;
const { call } = nodeCalls(() => node);
let fixtures: Fixtures;
let coin: { readonly txid: string; readonly vout: number };

async function codeOf(method: MethodId, params: readonly unknown[]): Promise<number | 'answered'> {
  try {
    await node.call(method, params as never);
    return 'answered';
  } catch (error) {
    if (error instanceof RpcError) return error.code;
    throw error;
  }
}

beforeAll(async () => {
  node = await runNode();
  const bech32 = await call<string>('getnewaddress', ['', 'bech32']);
  await call('generatetoaddress', [105, bech32]);
  const legacy = await call<string>('getnewaddress', ['', 'legacy']);
  const wrapped = await call<string>('getnewaddress', ['', 'p2sh-segwit']);
  [coin] = (await call<(typeof coin)[]>('listunspent', [])) as [typeof coin];
  const inputs = [{ txid: coin.txid, vout: coin.vout }];
  const raw = await call<string>('createrawtransaction', [inputs, [{ [legacy]: 1 }]]);
  const { hex: signed } = await call<{ hex: string }>('signrawtransactionwithwallet', [raw]);
  fixtures = {
    bech32,
    legacy,
    wrapped,
    raw,
    signed,
    unfunded: await call<string>('createrawtransaction', [[], [{ [legacy]: 1 }]]),
    psbt: await call<string>('createpsbt', [inputs, [{ [legacy]: 1 }]]),
    otherPsbt: await call<string>('createpsbt', [inputs, [{ [legacy]: 2 }]]),
    wif: await call<string>('dumpprivkey', [legacy]),
    signature: await call<string>('signmessage', [legacy, 'x']),
  };
});

afterAll(() => node.stop());

const unknownTxid = 'ff'.repeat(32);
const foreignHash = `a914${'11'.repeat(20)}87`;

describe('refused calls', () => {
  const cases: readonly (readonly [MethodId, (t: Fixtures) => readonly unknown[], number | 'answered'])[] = [
    ['sendtoaddress', () => ['not-an-address', 1], -5],
    ['sendtoaddress', (t) => [t['bech32'], 0], -6],
    ['sendtoaddress', (t) => [t['bech32'], 5_000_000], -6],
    ['sendtoaddress', (t) => [t['bech32'], '0.00000001'], -6],
    ['sendtoaddress', (t) => [t['bech32'], 1, '', '', false, false, 0], -8],
    ['sendtoaddress', (t) => [t['bech32'], 1, '', '', false, false, 1009], -8],
    ['sendmany', (t) => ['not-an-address', { [t['bech32']!]: 1 }], -8],
    ['sendmany', () => ['', {}], -6],
    ['sendmany', () => ['', { 'not-an-address': 1 }], -5],
    ['settxfee', () => ['0.00000001'], -8],
    ['settxfee', () => ['0.2'], -8],
    ['bumpfee', () => [unknownTxid], -5],
    ['bumpfee', () => [unknownTxid, { confTarget: 2, totalFee: 10_000 }], -8],
    ['bumpfee', () => [unknownTxid, { totalFee: 0 }], -8],
    ['fundrawtransaction', () => ['zz'], -22],
    ['fundrawtransaction', (t) => [t['unfunded'], { changeAddress: 'not-an-address' }], -5],
    ['fundrawtransaction', (t) => [t['unfunded'], { changeAddress: t['bech32'], change_type: 'legacy' }], -8],
    ['fundrawtransaction', (t) => [t['unfunded'], { changePosition: 2 }], -8],
    ['fundrawtransaction', (t) => [t['unfunded'], { changePosition: -2 }], -8],
    ['fundrawtransaction', (t) => [t['unfunded'], { changePosition: -1 }], 'answered'],
    ['fundrawtransaction', (t) => [t['unfunded'], { subtractFeeFromOutputs: [1] }], -8],
    ['fundrawtransaction', (t) => [t['unfunded'], { subtractFeeFromOutputs: [0, 0] }], -8],
    ['fundrawtransaction', (t) => [t['unfunded'], { subtractFeeFromOutputs: [-1] }], -8],
    ['fundrawtransaction', (t) => [t['unfunded'], { feeRate: '0.0001', conf_target: 6 }], -8],
    ['fundrawtransaction', (t) => [t['unfunded'], { feeRate: '0.0001', estimate_mode: 'ECONOMICAL' }], -8],
    ['fundrawtransaction', (t) => [t['unfunded'], { feeRate: 1 }], -4],
    ['fundrawtransaction', () => ['02000000000000000000'], -8],
    ['walletcreatefundedpsbt', (t) => [[{ txid: unknownTxid, vout: 0 }], [{ [t['bech32']!]: 1 }]], -4],
    ['walletprocesspsbt', () => ['nothing'], -22],
    ['signrawtransactionwithwallet', () => [''], -22],
    ['signrawtransactionwithwallet', (t) => [t['unfunded']], -22],
    ['signrawtransactionwithwallet', (t) => [t['raw'], [{ ...coin, scriptPubKey: '51', amount: 1 }]], -22],
    ['signrawtransactionwithwallet', (t) => [t['raw'], [{ txid: unknownTxid, vout: -1, scriptPubKey: '51', amount: 1 }]], -22],
    ['signrawtransactionwithwallet', (t) => [t['raw'], [{ txid: unknownTxid, vout: 0, scriptPubKey: 'zz', amount: 1 }]], -8],
    ['signrawtransactionwithkey', (t) => [t['raw'], ['nothing']], -5],
    [
      'signrawtransactionwithkey',
      (t) => [t['raw'], [t['wif']], [{ txid: unknownTxid, vout: 0, scriptPubKey: foreignHash, amount: 1 }]],
      -8,
    ],
    [
      'signrawtransactionwithkey',
      (t) => [t['raw'], [t['wif']], [{ txid: unknownTxid, vout: 0, scriptPubKey: foreignHash, redeemScript: '51', amount: 1 }]],
      -8,
    ],
    ['combinerawtransaction', () => [[]], -22],
    ['combinerawtransaction', (t) => [[t['signed'], t['unfunded']]], -22],
    [
      'combinerawtransaction',
      () => [[`0200000001${unknownTxid}0000000000ffffffff0100e1f50500000000160014${'11'.repeat(20)}00000000`]],
      -25,
    ],
    ['createpsbt', (t) => [[{ ...coin, sequence: 0xffffffff }], [{ [t['bech32']!]: 1 }], 0, true], -8],
    ['converttopsbt', (t) => [t['signed']], -22],
    ['converttopsbt', (t) => [t['unfunded'], true, true], -22],
    ['decodepsbt', () => [''], -22],
    ['combinepsbt', () => [[]], -8],
    ['combinepsbt', (t) => [[t['psbt'], t['otherPsbt']]], -8],
    ['finalizepsbt', (t) => [t['psbt']], 'answered'],
    ['signmessage', () => ['not-an-address', 'x'], -3],
    ['signmessage', (t) => [t['bech32'], 'x'], -3],
    ['signmessage', () => ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'x'], -4],
    ['verifymessage', (t) => [t['legacy'], '!!', 'x'], -5],
    ['lockunspent', () => [false, [{ txid: unknownTxid, vout: 0 }]], -8],
    ['lockunspent', () => [false, [{ ...coin, vout: 99 }]], -8],
    ['lockunspent', () => [true, [{ txid: coin.txid, vout: coin.vout }]], -8],
    ['abandontransaction', () => [unknownTxid], -5],
    ['importprunedfunds', (t) => [t['signed'], '00'], -1],
    ['removeprunedfunds', () => [unknownTxid], -8],
    ['scantxoutset', () => ['start', ['nonsense']], -5],
    ['scantxoutset', () => ['start', [{ desc: 'raw(51)', range: -1 }]], -8],
    ['scantxoutset', () => ['start', [{ desc: 'raw(51)', range: 1_000_001 }]], -8],
  ];
  it.each(cases)('%s, case %#', async (method, params, expected) => {
    expect(await codeOf(method, params(fixtures))).toBe(expected);
  });
});

describe('lockunspent', () => {
  it('locks all outputs of a list or none', async () => {
    const outpoint = { txid: coin.txid, vout: coin.vout };
    expect(await codeOf('lockunspent', [false, [outpoint, { txid: unknownTxid, vout: 0 }]])).toBe(-8);
    expect(await codeOf('lockunspent', [false, [outpoint, outpoint]])).toBe(-8);
    expect(await call('listlockunspent', [])).toEqual([]);
    expect(await call('lockunspent', [false, [outpoint]])).toBe(true);
    expect(await call('listlockunspent', [])).toEqual([outpoint]);
    expect(await codeOf('lockunspent', [true, [outpoint, outpoint]])).toBe(-8);
    expect(await call('lockunspent', [true])).toBe(true);
    expect(await call('listlockunspent', [])).toEqual([]);
  });
});

describe('scantxoutset', () => {
  const key = HDKey.fromMasterSeed(Buffer.alloc(32, 5), { public: 0x043587cf, private: 0x04358394 });
  const objects = [{ desc: `pkh(${key.publicExtendedKey}/*)`, range: 2_000 }];

  it('yields to other calls, and only one runs at a time', async () => {
    const scan = call('scantxoutset', ['start', objects]);
    const { progress } = await call<{ progress: number }>('scantxoutset', ['status', []]);
    expect(progress).toBeGreaterThanOrEqual(0);
    expect(progress).toBeLessThan(100);
    expect(await codeOf('scantxoutset', ['start', objects])).toBe(-8);
    expect(await scan).toEqual({ unspents: [], total_amount: 0 });
    expect(await call('scantxoutset', ['status', []])).toBeNull();
  });

  it('can be aborted, without a partial result', async () => {
    const scan = codeOf('scantxoutset', ['start', objects]);
    expect(await call('scantxoutset', ['abort', []])).toBe(true);
    expect(await scan).toBe(-1);
    expect(await call('scantxoutset', ['abort', []])).toBe(false);
  });

  it('finds each output once, also if it is searched several times', async () => {
    const once = await call<{ unspents: unknown[] }>('scantxoutset', ['start', [`addr(${fixtures['bech32']})`]]);
    expect(once.unspents).toHaveLength(105);
    expect(await call('scantxoutset', ['start', [`addr(${fixtures['bech32']})`, { desc: `addr(${fixtures['bech32']})` }]])).toEqual(once);
  });
});
