import { hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { openCurve } from '../../transactions/curve.ts';
import { preparedOutpoint, preparedTxid } from '../../transactions/sign.ts';
import { transactionSigner } from '../../transactions/transaction-signer.ts';
import type { PreparedFile, PreparedHeader } from '../../transactions/types.ts';
import { conflictingPair, spareTransactions } from './conflicting-pair.ts';

const header = { seed: 3, curve: openCurve().name, outputsPerTx: 2, outputSat: 3_000, feeSat: 400, transactions: 5 } as PreparedHeader;
const txid = Buffer.alloc(32, 9);

/** Five transactions as they are prepared. */
const prepared = String(
  transactionSigner(
    { seed: 3, curve: header.curve, outputsPerTx: 2, outputSat: 3_000n, coinSat: 6_400n },
    () => false,
  )({
    txid,
    firstVout: 10,
    first: 0,
    count: 5,
  }),
)
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { tx: string }).tx);

const file: PreparedFile = {
  header,
  blocks: () => (async function* () {})(),
  transactions: () =>
    (async function* () {
      yield* prepared;
    })(),
};

test('the last transactions of a file are no round’s', async () => {
  expect(await spareTransactions(file, 2)).toEqual([
    { index: 3, hex: prepared[3] },
    { index: 4, hex: prepared[4] },
  ]);
  expect(await spareTransactions(file, 0)).toEqual([]);
});

test('the other transaction spends the same coin by a signature of the same key, and pays less', () => {
  const { first, second, txids } = conflictingPair(header, { index: 3, hex: prepared[3]! });
  expect(preparedOutpoint(second)).toEqual(preparedOutpoint(first));
  expect(txids).toEqual([preparedTxid(first), preparedTxid(second)]);
  expect(txids[0]).not.toBe(txids[1]);
  const [a, b] = [first, second].map((text) => Transaction.fromRaw(hex.decode(text)));
  expect([0, 1].map((output) => a!.getOutput(output).amount)).toEqual([3_000n, 3_000n]);
  expect([0, 1].map((output) => b!.getOutput(output).amount)).toEqual([2_999n, 2_999n]);
  const publicKeyOf = (transaction: Transaction): Uint8Array | undefined => transaction.getInput(0).finalScriptWitness?.[1];
  expect(publicKeyOf(b!)).toEqual(publicKeyOf(a!));
  expect(publicKeyOf(a!)).toHaveLength(33);
});
