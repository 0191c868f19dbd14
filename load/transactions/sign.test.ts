import { hex } from '@scure/base';
import { OutScript, Transaction } from '@scure/btc-signer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openCurve } from './curve.ts';
import { keysOf, type Key } from './keys.ts';
import { outputsTo, preparedOutpoint, preparedTxid, Signer, txidBytes, type Coin } from './sign.ts';
import { maxVsize } from './sizes.ts';

const { ring } = keysOf(1, openCurve());

const keys = fc.constantFrom(...ring);
const coins: fc.Arbitrary<Coin> = fc.record({
  txid: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes)),
  vout: fc.nat(0xfffffffe),
  valueSat: fc.bigInt(2n ** 40n, 21_000_000n * 10n ** 8n),
  key: keys,
});
/** Six are less than any coin. */
const payments = fc.record({ key: keys, valueSat: fc.bigInt(1n, 2n ** 37n) });

const scriptOf = ({ publicKeyHash }: Key): Uint8Array => OutScript.encode({ type: 'wpkh', hash: publicKeyHash });

/** The same transaction by an independent library. */
function byLibrary(
  spent: readonly Coin[],
  paid: readonly { readonly key: Key; readonly valueSat: bigint }[],
  { version, script }: { readonly version: number; readonly script?: Uint8Array } = { version: 2 },
): Transaction {
  const transaction = new Transaction({ version, lockTime: 0, allowUnknownOutputs: true, allowUnknownVersion: true });
  for (const { txid, vout, valueSat, key } of spent) {
    transaction.addInput({
      txid: Buffer.from(txid).reverse(), // as shown
      index: vout,
      sequence: 0xffffffff,
      witnessUtxo: { script: scriptOf(key), amount: valueSat },
    });
  }
  for (const { key, valueSat } of paid) transaction.addOutput({ script: scriptOf(key), amount: valueSat });
  if (script !== undefined) transaction.addOutput({ script, amount: 0n });
  for (const [index, { key }] of spent.entries()) transaction.signIdx(key.secret, index);
  transaction.finalize();
  return transaction;
}

describe.each(['secp256k1', 'noble'] as const)('signed with %s', (name) => {
  const signer = new Signer(openCurve(name));

  test('a transaction is that of an independent library, byte by byte, and so is its id', () => {
    const check = (spent: Coin[], paid: { key: Key; valueSat: bigint }[]): void => {
      const expected = byLibrary(spent, paid);
      const signed = signer.sign(spent, outputsTo(paid));
      expect(signed.bytes.toString('hex')).toBe(expected.hex);
      expect(txidBytes(signed).reverse().toString('hex')).toBe(expected.id);
      const { vsize } = expected;
      expect(vsize).toBeLessThanOrEqual(maxVsize(spent.length, paid.length));
      expect(vsize).toBeGreaterThanOrEqual(maxVsize(spent.length, paid.length) - spent.length);
    };
    // An outpoint twice is refused by the library.
    const distinct = fc.uniqueArray(coins, { minLength: 1, maxLength: 4, selector: ({ txid, vout }) => `${txid.toString('hex')}${vout}` });
    fc.assert(fc.property(distinct, fc.array(payments, { minLength: 1, maxLength: 6 }), check), { numRuns: 60 });
  });
});

test.each([1, 250, 252, 253, 3216])('a transaction of %d outputs is that of an independent library', (count) => {
  const coin = { txid: Buffer.alloc(32, 7), vout: count, valueSat: 10n ** 12n, key: ring[0]! };
  const paid = Array.from({ length: count }, (_, index) => ({ key: ring[index % ring.length]!, valueSat: 3_000n }));
  const expected = byLibrary([coin], paid);
  const text = new Signer(openCurve()).sign([coin], outputsTo(paid)).bytes.toString('hex');
  expect(text).toBe(hex.encode(expected.toBytes(true, true)));
  expect(preparedTxid(text)).toBe(expected.id);
});

test.each([0, 75, 76, 255, 256, 3_000])('a transaction with %d bytes of data is that of an independent library', (length) => {
  const coin = { txid: Buffer.alloc(32, 7), vout: 1, valueSat: 10n ** 12n, key: ring[0]! };
  const script = Buffer.from([0x6a, ...Buffer.alloc(length, 0x51)]);
  const paid = [{ key: ring[1]!, valueSat: 3_000n }];
  const expected = byLibrary([coin], paid, { version: 135, script });
  const signed = new Signer(openCurve(), 135).sign([coin], outputsTo(paid, script));
  const text = signed.bytes.toString('hex');
  expect(text).toBe(expected.hex);
  expect(preparedTxid(text)).toBe(expected.id);
  expect(preparedOutpoint(text)).toEqual({ txid: '07'.repeat(32), vout: 1 });
  expect(maxVsize(1, 1, script.length) - expected.vsize).toBeOneOf([0, 1]);
});

test('each seed has keys of its own, and always the same', () => {
  const curve = openCurve();
  const secrets = (seed: number): string[] => {
    const { funding, ring: others } = keysOf(seed, curve);
    return [funding, ...others].map(({ secret }) => secret.toString('hex'));
  };
  expect(secrets(1)).toEqual(secrets(1));
  expect(new Set([...secrets(1), ...secrets(2)]).size).toBe(2 * secrets(1).length);
});
