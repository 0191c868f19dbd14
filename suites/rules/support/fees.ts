import { formatSat } from '../../../client/wire-json.ts';
import type { SpendableOutput } from '../../../fixtures/world/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import { isCoinbase, parseTransaction, totalOut, txidOf, vsizeOf, weightOf, type RawTransaction } from '../../../oracles/transaction.ts';
import { rawBlock } from './raw-block.ts';
import { understood } from './understood.ts';

export interface PaidTransaction {
  readonly txid: string;
  readonly feeSat: bigint;
  readonly vsize: number;
  /** Weight over four (BIP 141), not rounded: nodes of this family take rates by it too. */
  readonly exactVsize: number;
}

/** A transaction taken apart from its serialized form. Needs the transaction in the pool, or an index of all. */
export async function rawTransaction(t: Trial, txid: string): Promise<RawTransaction> {
  const hex = await t.result<string>('getrawtransaction', { txid, verbose: false });
  const transaction = understood(t, `transaction ${txid}`, () => parseTransaction(hex));
  t.equal(txidOf(transaction), txid, 'the id of the transaction that was asked for', { evidence: 'standard', source: 'BIP 141' });
  return transaction;
}

/** Fee in satoshis: what the outputs that it spends hold, less what its own outputs hold. */
export async function feeOf(t: Trial, transaction: RawTransaction): Promise<bigint> {
  let spent = 0n;
  for (const { txid, vout } of transaction.inputs) spent += (await rawTransaction(t, txid)).outputs[vout]?.valueSat ?? 0n;
  return spent - totalOut(transaction);
}

/** What the transactions of a block pay (all but the coinbase), and what its coinbase gives out, in satoshis. */
export async function blockFees(t: Trial, blockhash: string): Promise<{ paid: PaidTransaction[]; coinbaseSat: bigint; outSat: bigint }> {
  const { transactions } = await rawBlock(t, blockhash);
  const paid: PaidTransaction[] = [];
  let coinbaseSat = 0n;
  let outSat = 0n;
  for (const transaction of transactions) {
    if (isCoinbase(transaction)) {
      coinbaseSat = totalOut(transaction);
      continue;
    }
    outSat += totalOut(transaction);
    paid.push({ txid: txidOf(transaction), feeSat: await feeOf(t, transaction), vsize: vsizeOf(transaction), exactVsize: weightOf(transaction) / 4 });
  }
  return { paid, coinbaseSat, outSat };
}

/** Sends a coin of the wallet to somebody else, less the fee. Gives the id of the transaction in the pool. */
export async function payWithFee(t: Trial, feeSat: bigint, coin?: SpendableOutput): Promise<string> {
  const { world } = t;
  const { txid, vout, amountSat } = coin ?? (await world.fresh('spendable'));
  const { addresses } = await world.use('foreignKey');
  const hexstring = await world.result<string>('createrawtransaction', {
    inputs: [{ txid, vout }], outputs: [{ [addresses.bech32]: formatSat(amountSat - feeSat) }],
  });
  const { hex } = await world.result<{ hex: string }>('signrawtransactionwithwallet', { hexstring });
  return world.result<string>('sendrawtransaction', { hexstring: hex });
}
