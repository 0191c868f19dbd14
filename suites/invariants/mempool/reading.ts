import type { MempoolEntries, MempoolEntry, MempoolTxids, VerboseTransaction } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';

export const poolEntry = (t: Trial, txid: string): Promise<MempoolEntry> => t.result('getmempoolentry', { txid });
export const poolTransaction = (t: Trial, txid: string): Promise<VerboseTransaction> =>
  t.result('getrawtransaction', { txid, verbose: true });
export const poolIds = (t: Trial): Promise<MempoolTxids> => t.result('getrawmempool');
export const poolEntries = (t: Trial): Promise<MempoolEntries> => t.result('getrawmempool', { verbose: true });

/** Sum of the virtual sizes of transactions in the pool. */
export async function vsizeOf(t: Trial, txids: readonly string[]): Promise<number> {
  let sum = 0;
  for (const txid of txids) sum += (await poolTransaction(t, txid)).vsize;
  return sum;
}

/** Sum of the modified fees of transactions in the pool, in satoshis. */
export async function feesOf(t: Trial, txids: readonly string[]): Promise<bigint> {
  const fees: bigint[] = [];
  for (const txid of txids) fees.push(amountSat(t, (await poolEntry(t, txid)).fees.modified, 'fees.modified'));
  return sumSat(fees);
}
