import { hexToBytes } from '@noble/hashes/utils.js';
import { p2ms, p2pk, p2pkh, p2sh, p2wpkh, p2wsh, SigHash, Transaction as ScureTransaction } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import { makeTransaction } from '../primitives/transaction.ts';
import { decodeTransaction } from './decode-transaction.ts';
import type { TxOutput, TxParts } from '../primitives/types.ts';
import { signTransaction, type SignedTransaction } from '../wallet/spend/sign-transaction.ts';
import { MemoryProvider } from './memory-provider.ts';
import { readOps } from './script.ts';
import { SighashCache } from './sighash.ts';
import { combineInputs, withUnlocks } from './signer.ts';
import { curve } from '../crypto/testing/curve.ts';

const keys = [1, 2, 3].map((n) => new Uint8Array(32).fill(n));
const [first, second, third] = keys.map((key) => curve.publicKey(key, true)) as [Buffer, Buffer, Buffer];
const multi = p2ms(2, [first, second, third]);

interface Payment {
  readonly script: Uint8Array;
  readonly redeemScript?: Uint8Array;
  readonly witnessScript?: Uint8Array;
}

const payments: { readonly [type: string]: { readonly payment: Payment; readonly signers: readonly number[] } } = {
  'P2SH P2PK': { payment: p2sh(p2pk(first)), signers: [0] },
  P2PKH: { payment: p2pkh(first), signers: [0] },
  P2WPKH: { payment: p2wpkh(first), signers: [0] },
  'P2SH-P2WPKH': { payment: p2sh(p2wpkh(first)), signers: [0] },
  'P2SH multisig': { payment: p2sh(multi), signers: [0, 2] },
  'P2WSH multisig': { payment: p2wsh(multi), signers: [0, 2] },
  'P2SH-P2WSH multisig': { payment: p2sh(p2wsh(multi)), signers: [0, 2] },
  'P2WSH P2PKH': { payment: p2wsh(p2pkh(second)), signers: [1] },
};

const AMOUNT = 123_456_789n;
const parts: TxParts = {
  version: 2,
  inputs: [0, 1].map((vout) => ({ txid: 'ab'.repeat(32), vout, scriptSig: Buffer.alloc(0), sequence: 0xfffffff0 + vout, witness: [] })),
  outputs: [10_000n, 20_000n].map((valueSat, n) => ({ valueSat, scriptPubKey: Buffer.from(p2wpkh(n === 0 ? second : third).script) })),
  locktime: 77,
};

function providerOf(signers: readonly number[], payment: Payment): MemoryProvider {
  const provider = new MemoryProvider(curve);
  for (const signer of signers) provider.addKey(keys[signer]!, true);
  for (const script of [payment.redeemScript, payment.witnessScript]) if (script) provider.addScript(Buffer.from(script));
  return provider;
}

const coinOf = (payment: Payment) => (): TxOutput => ({ valueSat: AMOUNT, scriptPubKey: Buffer.from(payment.script) });

function signed(payment: Payment, signers: readonly number[], sighashType: number, from: TxParts = parts): SignedTransaction {
  return signTransaction(from, coinOf(payment), { provider: providerOf(signers, payment), sighashType, curve });
}

/** The same, signed by the library. */
function signedByLibrary(from: TxParts, payment: Payment, signers: readonly number[], sighashType: number): string {
  const transaction = new ScureTransaction({ version: from.version, lockTime: from.locktime, allowLegacyWitnessUtxo: true });
  for (const { txid, vout, sequence } of from.inputs) {
    const { redeemScript, witnessScript } = payment;
    transaction.addInput({
      txid: hexToBytes(txid),
      index: vout,
      sequence,
      sighashType,
      witnessUtxo: { script: payment.script, amount: AMOUNT },
      ...(redeemScript && { redeemScript }),
      ...(witnessScript && { witnessScript }),
    });
  }
  for (const { valueSat, scriptPubKey } of from.outputs) transaction.addOutput({ script: scriptPubKey, amount: valueSat });
  for (const signer of signers) for (const index of from.inputs.keys()) transaction.signIdx(keys[signer]!, index, [sighashType]);
  transaction.finalize();
  return transaction.hex;
}

/**
 * A transaction whose signatures all have low R at the first attempt, and the library's result: for later attempts the
 * library uses other entropy than nodes.
 */
function sample(payment: Payment, signers: readonly number[], sighashType: number): { readonly from: TxParts; readonly hex: string } {
  // With four signatures such a transaction is rare.
  const inputs = signers.length > 1 ? parts.inputs.slice(0, 1) : parts.inputs;
  for (let locktime = 0; ; locktime++) {
    const from = { ...parts, inputs, locktime };
    const hex = signedByLibrary(from, payment, signers, sighashType);
    if (!/304\d022100/.test(hex)) return { from, hex };
  }
}

const hexOf = (transaction: TxParts): string => makeTransaction(transaction).bytes.toString('hex');

describe('signInput', () => {
  const types = {
    ALL: SigHash.ALL,
    NONE: SigHash.NONE,
    SINGLE: SigHash.SINGLE,
    'ALL|ANYONECANPAY': SigHash.ALL_ANYONECANPAY,
    'SINGLE|ANYONECANPAY': SigHash.SINGLE_ANYONECANPAY,
  };
  for (const [name, { payment, signers }] of Object.entries(payments)) {
    it.each(Object.entries(types))(`signs ${name} with %s as @scure/btc-signer does, byte by byte`, (_, type) => {
      const { from, hex } = sample(payment, signers, type);
      const { transaction, unsigned } = signed(payment, signers, type, from);
      expect(unsigned).toEqual([]);
      expect(hexOf(transaction)).toBe(hex);
    });
  }

  it('signs bare public keys and multisig, which the library does not', () => {
    for (const [payment, items] of [
      [p2pk(first), 1],
      [multi, 3],
    ] as const) {
      const { transaction, unsigned } = signed(payment, [0, 2], SigHash.ALL);
      expect(unsigned).toEqual([]);
      expect(transaction.inputs.map(({ scriptSig, witness }) => [readOps(scriptSig).ops.length, witness.length])).toEqual([
        [items, 0],
        [items, 0],
      ]);
    }
  });

  it('grinds for a low R', () => {
    for (let locktime = 0; locktime < 40; locktime++) {
      const { transaction } = signed(payments['P2WPKH']!.payment, [0], SigHash.ALL, { ...parts, locktime });
      for (const { witness } of transaction.inputs) expect(witness[0]!.length).toBeLessThanOrEqual(71);
    }
  });

  it('keeps existing signatures', () => {
    const { transaction } = signed(payments['P2PKH']!.payment, [0], SigHash.ALL);
    const again = signTransaction(transaction, coinOf(payments['P2PKH']!.payment), {
      provider: new MemoryProvider(curve),
      sighashType: SigHash.ALL,
      curve,
    });
    expect(again.unsigned).toEqual([]);
    expect(hexOf(again.transaction)).toBe(hexOf(transaction));
  });

  it('does not sign without the key, with an uncompressed key for a witness, or for SINGLE without an output', () => {
    for (const { payment } of Object.values(payments)) {
      const { transaction, unsigned } = signed(payment, [], SigHash.ALL);
      expect(unsigned).toHaveLength(2);
      expect(
        transaction.inputs.every(({ witness }) =>
          witness.every((item) => item.length === 0 || item.equals(Buffer.from(payment.witnessScript ?? []))),
        ),
      ).toBe(true);
    }
    const uncompressed = new MemoryProvider(curve);
    uncompressed.addKey(keys[0]!, false);
    const publicKey = curve.publicKey(keys[0]!, false);
    const witness = signTransaction(
      parts,
      coinOf(p2wsh({ type: 'pk', script: Buffer.from(`41${publicKey.toString('hex')}ac`, 'hex') } as never)),
      { provider: uncompressed, sighashType: 1, curve },
    );
    expect(witness.unsigned).toHaveLength(2);
    const single = signed(payments['P2PKH']!.payment, [0], SigHash.SINGLE, { ...parts, outputs: parts.outputs.slice(0, 1) });
    expect(single.unsigned.map(({ input }) => input.vout)).toEqual([1]);
  });

  it('reports why an input is not signed', () => {
    const reason = (result: SignedTransaction): string | undefined => result.unsigned[0]?.reason;
    expect(reason(signed(payments['P2PKH']!.payment, [], 1))).toBe('Unable to sign input, invalid stack size (possibly missing key)');
    expect(reason(signed(payments['P2SH multisig']!.payment, [0], 1))).toBe(
      'CHECK(MULTI)SIG failing with non-zero signature (possibly need more signatures)',
    );
    expect(reason(signTransaction(parts, () => undefined, { provider: new MemoryProvider(curve), sighashType: 1, curve }))).toBe(
      'Input not found or already spent',
    );
  });
});

describe('several signers', () => {
  const shared = Object.entries(payments).filter(([, { signers }]) => signers.length > 1);

  it.each(shared)('%s: one signs after the other, in any order', (_, { payment }) => {
    const { from, hex } = sample(payment, [0, 2], SigHash.ALL);
    for (const [signer, cosigner] of [
      [0, 2],
      [2, 0],
    ] as const) {
      const half = signed(payment, [signer], SigHash.ALL, from);
      expect(half.unsigned).toHaveLength(1);
      const read = decodeTransaction(makeTransaction(half.transaction).bytes)!;
      expect(hexOf(signed(payment, [cosigner], SigHash.ALL, read).transaction)).toBe(hex);
    }
  });

  it.each(shared)('%s: partial signatures are combined', (_, { payment }) => {
    const { from, hex: whole } = sample(payment, [0, 2], SigHash.ALL);
    const halves = [0, 2].map((signer) => signed(payment, [signer], SigHash.ALL, from).transaction);
    const cache = new SighashCache(from);
    const coin = coinOf(payment)();
    const combine = (copies: readonly TxParts[]): TxParts => ({
      ...from,
      inputs: from.inputs.map((input, index) =>
        withUnlocks(
          input,
          combineInputs(
            { transaction: from, index, coin, cache, curve },
            copies.map(({ inputs }) => inputs[index]!),
          ),
        ),
      ),
    });
    expect(hexOf(combine(halves))).toBe(whole);
    expect(hexOf(combine([...halves].reverse()))).toBe(whole);
    expect(hexOf(combine([from, halves[0]!]))).toBe(hexOf(halves[0]!));
    // Only the two required signatures of three are used.
    expect(hexOf(combine([decodeTransaction(Buffer.from(whole, 'hex'))!, halves[0]!]))).toBe(whole);
  });

  it('omits a signature of another transaction', () => {
    const { payment } = payments['P2SH multisig']!;
    const foreign = signed(payment, [0], SigHash.ALL, { ...parts, locktime: 78 }).transaction;
    const { transaction, unsigned } = signed(payment, [2], SigHash.ALL, { ...parts, inputs: foreign.inputs });
    expect(unsigned).toHaveLength(2);
    expect(hexOf(transaction)).toBe(hexOf(signed(payment, [2], SigHash.ALL).transaction));
  });
});
