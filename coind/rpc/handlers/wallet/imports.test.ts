import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as btc from '@scure/btc-signer';
import { toWif } from '../../../crypto/keys.ts';
import { regtest } from '../../../regtest.ts';
import { runNode, type RunningNode } from '../../../node.ts';
import { addressOf } from '../../../script/addresses.ts';
import type { Amount, ReadJson } from '../../json/json-text.ts';
import { curve } from '../../../crypto/testing/curve.ts';

const SECRET = Buffer.alloc(32, 0x42);
const PUBLIC = curve.publicKey(SECRET, true);
const WIF = toWif(SECRET, true, regtest);
const PKH = Buffer.from(btc.p2pkh(PUBLIC).script);
const address = (script: Uint8Array): string => addressOf(Buffer.from(script), regtest)!;

let node: RunningNode;
const call = <T>(method: Parameters<RunningNode['call']>[0], ...params: ReadJson[]): Promise<T> =>
  node.call(method, params, { wallet: 'w' }) as Promise<T>;
const balance = async (watchOnly: boolean): Promise<bigint> => (await call<Amount>('getbalance', '*', 0, watchOnly)).sat;

beforeEach(async () => {
  node = await runNode();
  await node.call('createwallet', ['w']);
  await node.call('generatetoaddress', [3, address(PKH)]);
  await node.call('generatetoaddress', [100, address(btc.p2wpkh(Buffer.from(curve.publicKey(Buffer.alloc(32, 1), true))).script)]);
});

afterEach(() => node.stop());

describe('imports', () => {
  it('make watch-only addresses spendable', async () => {
    await call('importaddress', address(PKH), 'seen', false);
    expect(await balance(true)).toBe(0n);
    await call('rescanblockchain');
    expect([await balance(false), await balance(true)]).toEqual([0n, 15_000_000_000n]);
    expect(await call('listunspent')).toMatchObject([1, 2, 3].map(() => ({ spendable: false, solvable: false, label: 'seen' })));
    expect(await call('getaddressinfo', address(PKH))).toMatchObject({ timestamp: 1, labels: [{ name: 'seen', purpose: 'receive' }] });
    await call('importprivkey', WIF);
    expect(await balance(false)).toBe(15_000_000_000n);
    expect(await call('getaddressinfo', address(PKH))).toMatchObject({ ismine: true, iswatchonly: false, label: 'seen' });
    expect(await call('dumpprivkey', address(PKH))).toBe(WIF);
    await expect(call('importaddress', address(PKH))).rejects.toMatchObject({ code: -4 });
  });

  it('find payments to all forms of a key', async () => {
    const forms = [btc.p2pkh(PUBLIC), btc.p2wpkh(PUBLIC), btc.p2sh(btc.p2wpkh(PUBLIC))].map(({ script }) => address(script));
    await call('importpubkey', PUBLIC.toString('hex'), 'k');
    expect(Object.keys(await call('getaddressesbylabel', 'k')).sort()).toEqual(forms.toSorted());
    for (const form of forms) expect(await call('getaddressinfo', form)).toMatchObject({ ismine: false, iswatchonly: true });
    expect(await call('listunspent')).toMatchObject([1, 2, 3].map(() => ({ spendable: false, solvable: true })));
  });

  it('answer each request separately, and import the valid ones', async () => {
    const timestamp = 0;
    const multisig = btc.p2ms(1, [PUBLIC]);
    const p2sh = address(btc.p2sh(multisig).script);
    const foreign = address(btc.p2pkh(curve.publicKey(Buffer.alloc(32, 5), true)).script);
    const requests = [
      { scriptPubKey: { address: address(PKH) }, timestamp, keys: [WIF] },
      { scriptPubKey: { address: address(PKH) }, timestamp, watchonly: true, keys: [WIF] },
      { scriptPubKey: { address: address(PKH) }, timestamp, internal: true, label: 'no' },
      { scriptPubKey: { address: 'not-an-address' }, timestamp },
      { scriptPubKey: 'zz', timestamp },
      { scriptPubKey: { address: foreign }, timestamp, redeemscript: '51' },
      { scriptPubKey: { address: p2sh }, timestamp, redeemscript: '51' },
      { scriptPubKey: { address: p2sh }, timestamp, redeemscript: Buffer.from(multisig.script).toString('hex') },
      { scriptPubKey: { address: foreign }, timestamp, keys: [WIF] },
      { scriptPubKey: '6a', timestamp },
      { scriptPubKey: '51', timestamp, internal: true },
    ];
    const results = await call<{ success: boolean; error?: { code: number } }[]>('importmulti', requests as unknown as ReadJson);
    expect(results.map(({ success, error }) => (success ? 0 : error?.code))).toEqual([0, -8, -8, -5, -5, -8, -5, 0, -5, -8, 0]);
    expect(await balance(false)).toBe(15_000_000_000n);
    // Made of a key of the first request.
    expect(await call('getaddressinfo', p2sh)).toMatchObject({ ismine: true, script: 'multisig', sigsrequired: 1 });
  });

  it('refuse keys in a locked wallet, and in one without private keys', async () => {
    await node.call('createwallet', ['none', true]);
    await expect(node.call('importprivkey', [WIF], { wallet: 'none' })).rejects.toMatchObject({ code: -4 });
    await expect(node.call('getnewaddress', [], { wallet: 'none' })).rejects.toMatchObject({ code: -4 });
    node.context.wallets.get('w')!.encrypt('x');
    await expect(call('importprivkey', WIF)).rejects.toMatchObject({ code: -13 });
    expect(await call('importmulti', [{ scriptPubKey: { address: address(PKH) }, timestamp: 'now', keys: [WIF] }])).toMatchObject([
      { success: false, error: { code: -13 } },
    ]);
  });
});
