import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runNode, type RunningNode } from '../../../node.ts';
import { hash160 } from '../../../primitives/hash.ts';
import { addressOf } from '../../../script/addresses.ts';
import { p2sh } from '../../../script/standard.ts';
import { nodeCalls } from '../testing/node-calls.ts';

let node: RunningNode;
const { call, refusal } = nodeCalls(() => node);

beforeAll(async () => {
  node = await runNode();
  await call('generatetoaddress', [110, await call<string>('getnewaddress')]);
});

afterAll(() => node.stop());

/** A confirmed payment to a new address of the wallet. */
async function paid(amount: number, label = ''): Promise<{ address: string; txid: string }> {
  const address = await call<string>('getnewaddress', [label, 'bech32']);
  const txid = await call<string>('sendtoaddress', [address, amount]);
  await call('generatetoaddress', [1, await call<string>('getnewaddress')]);
  return { address, txid };
}

describe('addressbalance', () => {
  test('is the sum of the unspent outputs in blocks, of any address', async () => {
    // The wallet may spend what its own addresses have.
    const foreign = 'mkhSj3scjAQyn7WRfunoRFFAvr2M7Vywmc';
    expect(await call('addressbalance', [foreign])).toEqual([0]);
    for (const [amount, before, after] of [
      [1.5, 0, 1.5],
      [0.25, 1.5, 1.75],
    ]) {
      await call('sendtoaddress', [foreign, amount]);
      expect(await call('addressbalance', [foreign])).toEqual([before]);
      await call('generatetoaddress', [1, await call<string>('getnewaddress')]);
      expect(await call('addressbalance', [foreign])).toEqual([after]);
    }
    expect(await refusal('addressbalance', ['nobody'])).toBe('-5 Invalid address');
  });
});

describe('coinlistreceivedbyaddress', () => {
  test('lists paid addresses with labels and confirmed amounts', async () => {
    const { address } = await paid(0.75, 'shop');
    const unpaid = await call<string>('getnewaddress', ['unpaid']);
    const items = await call<{ address: string }[]>('coinlistreceivedbyaddress');
    expect(items.filter((item) => item.address === address)).toEqual([{ address, amount: 0.75, label: 'shop' }]);
    expect(items.filter((item) => item.address === unpaid)).toEqual([]);
  });
});

describe('coinaddscript', () => {
  test('makes outputs of the script spendable', async () => {
    const { pubkey } = await call<{ pubkey: string }>('getaddressinfo', [await call<string>('getnewaddress', ['', 'legacy'])]);
    const script = Buffer.from(`5121${pubkey}51ae`, 'hex');
    const address = addressOf(p2sh(hash160(script)), node.context.params)!;
    expect(await call('getaddressinfo', [address])).toMatchObject({ ismine: false });
    expect(await call('coinaddscript', [script.toString('hex')])).toEqual({ result: 'success' });
    expect(await call('getaddressinfo', [address])).toMatchObject({ ismine: true, hex: script.toString('hex') });
    expect(await refusal('coinaddscript', ['xx'])).toMatch(/^-8 redeemscript must be hexadecimal string/);
    expect(await refusal('coinaddscript', ['00'.repeat(521)])).toMatch(/^-5 redeemscript has 521 bytes, expected at most 520/);
  });
});

describe('coindecoderawtransaction', () => {
  test('shows an ordinary transaction as decoderawtransaction does, without service data', async () => {
    const { txid } = await paid(1);
    const { hex } = await call<{ hex: string }>('gettransaction', [txid]);
    expect(await call('coindecoderawtransaction', [hex])).toEqual({ transaction: await call('decoderawtransaction', [hex]) });
  });

  test('refuses malformed service data and what is no transaction', async () => {
    const burn = (version: string, script: string): string =>
      `${version}01${'ab'.repeat(32)}0000000000ffffffff010000000000000000${(script.length / 2).toString(16).padStart(2, '0')}${script}00000000`;
    expect(await call('coindecoderawtransaction', [burn('81000000', '6a')])).toMatchObject({ service: { type: 'coinburn', vout: 0 } });
    expect(await call('coindecoderawtransaction', [burn('80000000', `6a14${'cd'.repeat(20)}`)])).toMatchObject({
      service: { type: 'coinburntobridge', recipient: 'cd'.repeat(20) },
    });
    expect(await refusal('coindecoderawtransaction', [burn('82000000', '6a')])).toMatch(
      /^-22 The service data of the transaction cannot be read/,
    );
    expect(await refusal('coindecoderawtransaction', ['00'])).toMatch(/^-22 TX decode failed/);
  });
});

describe('cointxfund', () => {
  const littleEndian = (sat: bigint): string => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(sat);
    return bytes.toString('hex');
  };
  /** Burns coins, without any input. */
  const unfunded = (sat: bigint): string => `810000000001${littleEndian(sat)}016a00000000`;

  test('spends coins of the address first, and others of the wallet where these do not suffice', async () => {
    const { address, txid } = await paid(1);
    const small = await call<{ hex: string; fee: number; changepos: number }>('cointxfund', [unfunded(50_000_000n), address]);
    const { vin, vout } = await call<{ vin: { txid: string }[]; vout: { value: number }[] }>('decoderawtransaction', [small.hex]);
    expect(vin.map((input) => input.txid)).toEqual([txid]);
    expect(vout.map(({ value }) => value)).toEqual([0.5, expect.closeTo(0.5 - small.fee, 8)]);
    expect(small.changepos).toBe(1);
    const large = await call<{ hex: string }>('cointxfund', [unfunded(150_000_000n), address]);
    const inputs = (await call<{ vin: { txid: string }[] }>('decoderawtransaction', [large.hex])).vin;
    expect(inputs.length).toBeGreaterThan(1);
    expect(inputs[0]!.txid).toBe(txid);
    const { hex, complete } = await call<{ hex: string; complete: boolean }>('signrawtransactionwithwallet', [large.hex]);
    expect(complete).toBe(true);
    const sent = await call<string>('sendrawtransaction', [hex]);
    await call('generatetoaddress', [1, await call<string>('getnewaddress')]);
    expect(await call('gettransaction', [sent])).toMatchObject({ confirmations: 1 });
  });

  test('spends the output of the address that is named', async () => {
    const { address, txid } = await paid(1);
    await call('sendtoaddress', [address, 2]);
    await call('generatetoaddress', [1, await call<string>('getnewaddress')]);
    const funded = async (index: number): Promise<string[]> => {
      const { hex } = await call<{ hex: string }>('cointxfund', [unfunded(1_000_000n), address, index]);
      return (await call<{ vin: { txid: string }[] }>('decoderawtransaction', [hex])).vin.map((input) => input.txid);
    };
    expect(await funded(0)).toEqual([txid]);
    expect(await funded(1)).not.toEqual([txid]);
    expect(await refusal('cointxfund', [unfunded(1_000_000n), address, 2])).toMatch(/^-6 Output 2 of the address does not exist: it has 2/);
    expect(await refusal('cointxfund', [unfunded(1_000_000n), address, -1])).toMatch(/^-6 Output -1/);
    expect(await refusal('cointxfund', [unfunded(1_000_000n), 'nobody'])).toBe('-5 Invalid address');
    expect(await refusal('cointxfund', ['00', address])).toMatch(/^-22/);
  });
});
