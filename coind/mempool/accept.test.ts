import { NETWORK, OutScript, p2wpkh, Transaction as SignedTransaction } from '@scure/btc-signer';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, it } from 'vitest';
import { decodeTransaction } from '../script/decode-transaction.ts';
import type { Transaction } from '../primitives/types.ts';
import { buildScript } from '../script/script.ts';
import { makePool, OPEN_SCRIPT, refusal, spend } from './testing/test-pool.ts';

const privateKey = Buffer.alloc(32, 5);
const payment = p2wpkh(secp256k1.getPublicKey(privateKey, true), NETWORK);
const missing = { txid: 'ee'.repeat(32), vout: 0 };

/** A P2WPKH payment created and signed by another library. */
function signed(funding: { txid: string; vout: number }, inSat: bigint, outSat: bigint): Transaction {
  const tx = new SignedTransaction();
  tx.addInput({ txid: funding.txid, index: funding.vout, witnessUtxo: { script: payment.script, amount: inSat } });
  tx.addOutput({ script: OutScript.encode({ type: 'wpkh', hash: Buffer.alloc(20, 1) }), amount: outSat });
  tx.sign(privateKey);
  tx.finalize();
  return decodeTransaction(Buffer.from(tx.extract()))!;
}

describe('acceptance', () => {
  it('accepts a signed payment, and records its fee, size and links', () => {
    const { mempool, chain, clock } = makePool();
    const funding = chain.fund(100_000n, { scriptPubKey: Buffer.from(payment.script) });
    const transaction = signed(funding, 100_000n, 99_000n);
    expect(mempool.accept(transaction)).toEqual({ ok: true });
    expect(mempool.get(transaction.txid)).toMatchObject({
      feeSat: 1_000n,
      modifiedFeeSat: 1_000n,
      vsize: transaction.vsize,
      sigOpCost: 1,
      time: clock.now,
      height: 150,
      spendsCoinbase: false,
      parents: [],
      children: [],
      ancestorCount: 1,
      descendantCount: 1,
      ancestorFeesSat: 1_000n,
      descendantVsize: transaction.vsize,
    });
    expect([mempool.size, mempool.bytes]).toEqual([1, transaction.vsize]);
    expect(mempool.coin(funding)).toBeUndefined();
    expect(mempool.spender(funding)).toBe(transaction.txid);
    expect(mempool.coin({ txid: transaction.txid, vout: 0 })).toMatchObject({ valueSat: 99_000n, coinbase: false });
    expect(refusal(mempool, transaction)).toBe('txn-already-in-mempool');
  });

  it('distinguishes an invalid witness, which old rules would accept, from a transaction invalid in any block', () => {
    const { mempool, chain } = makePool();
    const funding = chain.fund(100_000n, { scriptPubKey: Buffer.from(payment.script) });
    const other = chain.fund(100_001n, { scriptPubKey: Buffer.from(payment.script) });
    const transaction = signed(funding, 100_000n, 99_000n);
    const stolen = spend([{ ...other, scriptSig: Buffer.alloc(0), witness: transaction.inputs[0]!.witness }], [99_000n]);
    expect(refusal(mempool, stolen)).toBe('non-mandatory-script-verify-flag (Signature must be zero for failed CHECK(MULTI)SIG operation)');
    const empty = spend([{ ...chain.fund(9_999_999n), scriptSig: buildScript([0x00]) }], [9_000_000n]);
    expect(refusal(mempool, empty)).toMatch(/^mandatory-script-verify-flag-failed \(/);
    expect(mempool.size).toBe(0);
  });

  it.each<[string, (pool: ReturnType<typeof makePool>) => Transaction]>([
    ['bad-txns-vin-empty', () => spend([], [1_000_000n])],
    ['bad-txns-vout-empty', ({ chain }) => spend([chain.fund(1_000_000n)], [])],
    ['coinbase', () => spend([{ txid: '00'.repeat(32), vout: 0xffffffff, scriptSig: Buffer.alloc(10) }], [1_000_000n])],
    ['version', ({ chain }) => spend([chain.fund(1_000_000n)], [900_000n], { version: 7 })],
    [
      'tx-size-small',
      ({ chain }) =>
        spend([{ ...chain.fund(1_000_000n), scriptSig: Buffer.alloc(0) }], [{ valueSat: 0n, scriptPubKey: Buffer.from([0x6a]) }]),
    ],
    ['non-final', ({ chain }) => spend([{ ...chain.fund(1_000_000n), sequence: 0 }], [900_000n], { locktime: 151 })],
    ['bad-txns-inputs-missingorspent', () => spend([missing], [1_000_000n])],
    ['non-BIP68-final', ({ chain }) => spend([{ ...chain.fund(1_000_000n, { height: 149 }), sequence: 3 }], [900_000n])],
    ['non-BIP68-final', ({ chain }) => spend([{ ...chain.fund(1_000_000n, { height: 100 }), sequence: 0x00400001 }], [900_000n])],
    ['bad-txns-premature-spend-of-coinbase', ({ chain }) => spend([chain.fund(1_000_000n, { coinbase: true, height: 52 })], [900_000n])],
    ['bad-txns-in-belowout', ({ chain }) => spend([chain.fund(1_000_000n)], [1_000_001n])],
    ['bad-txns-nonstandard-inputs', ({ chain }) => spend([chain.fund(1_000_000n, { scriptPubKey: Buffer.from([0x51]) })], [900_000n])],
    ['bad-witness-nonstandard', ({ chain }) => spend([{ ...chain.fund(1_000_000n), witness: [Buffer.from([1])] }], [900_000n])],
    ['min relay fee not met', ({ chain }) => spend([chain.fund(1_000_000n)], [999_990n])],
  ])('refuses: %s', (reason, make) => {
    const pool = makePool();
    expect(refusal(pool.mempool, make(pool))).toBe(reason);
    expect(pool.mempool.size).toBe(0);
    expect(pool.mempool.changes).toBe(0);
  });

  it('accepts just mature coins, just expired locks and the minimum fee', () => {
    const { mempool, chain } = makePool();
    expect(refusal(mempool, spend([chain.fund(1_000_000n, { coinbase: true, height: 51 })], [900_000n]))).toBeUndefined();
    expect(refusal(mempool, spend([{ ...chain.fund(1_000_000n, { height: 149 }), sequence: 2 }], [900_000n]))).toBeUndefined();
    expect(refusal(mempool, spend([{ ...chain.fund(1_000_000n), sequence: 0 }], [900_000n], { locktime: 150 }))).toBeUndefined();
    const cheapest = spend([chain.fund(1_000_000n)], [900_000n]);
    expect(refusal(mempool, spend([chain.fund(1_000_001n)], [1_000_001n - BigInt(cheapest.vsize)]))).toBeUndefined();
    expect(refusal(mempool, spend([chain.fund(1_000_002n)], [1_000_003n - BigInt(cheapest.vsize)]))).toBe('min relay fee not met');
  });

  it('reports transactions that are confirmed already', () => {
    const { mempool, chain } = makePool();
    const transaction = spend([chain.fund(1_000_000n)], [900_000n]);
    chain.mine([transaction]);
    expect(refusal(mempool, transaction)).toBe('txn-already-known');
  });

  it('changes nothing with the test option', () => {
    const { mempool, chain } = makePool();
    const transaction = spend([chain.fund(1_000_000n)], [900_000n]);
    expect(mempool.accept(transaction, { test: true })).toEqual({ ok: true });
    expect(mempool.accept(transaction, { maxFeeSat: 99_999n })).toMatchObject({ ok: false, reason: 'max-fee-exceeded' });
    expect([mempool.size, mempool.changes]).toEqual([0, 0]);
    expect(mempool.accept(transaction, { maxFeeSat: 100_000n })).toEqual({ ok: true });
  });

  it('uses prioritised fees', () => {
    const { mempool, chain } = makePool();
    const free = spend([chain.fund(1_000_000n)], [1_000_000n]);
    expect(refusal(mempool, free)).toBe('min relay fee not met');
    mempool.prioritise(free.txid, 5_000n);
    expect(refusal(mempool, free)).toBeUndefined();
    const child = spend([{ txid: free.txid, vout: 0 }], [990_000n]);
    expect(refusal(mempool, child)).toBeUndefined();
    mempool.prioritise(free.txid, -2_000n);
    expect(mempool.get(free.txid)).toMatchObject({
      feeSat: 0n,
      modifiedFeeSat: 3_000n,
      descendantFeesSat: 13_000n,
      ancestorFeesSat: 3_000n,
    });
    expect(mempool.get(child.txid)).toMatchObject({ modifiedFeeSat: 10_000n, ancestorFeesSat: 13_000n });
    expect(mempool.prioritised(free.txid)).toBe(3_000n);
    chain.mine([free]);
    expect(mempool.prioritised(free.txid)).toBe(0n);
  });

  it('makes its outputs spendable at once, unless they are spent or do not exist', () => {
    const { mempool, chain } = makePool();
    const parent = spend([chain.fund(1_000_000n)], [400_000n, { valueSat: 400_000n, scriptPubKey: OPEN_SCRIPT }]);
    expect(refusal(mempool, parent)).toBeUndefined();
    expect(refusal(mempool, spend([{ txid: parent.txid, vout: 2 }], [100_000n]))).toBe('bad-txns-inputs-missingorspent');
    expect(refusal(mempool, spend([{ txid: parent.txid, vout: 1, sequence: 1 }], [100_000n]))).toBe('non-BIP68-final');
    expect(refusal(mempool, spend([{ txid: parent.txid, vout: 1, sequence: 0 }], [100_000n]))).toBeUndefined();
    expect(refusal(mempool, spend([{ txid: parent.txid, vout: 0 }], [100_000n]))).toBeUndefined();
    expect(mempool.get(parent.txid)!.children).toHaveLength(2);
  });
});
