import type { Wire } from '../../../specs/model/wire.ts';
import type { Trial } from '../../../engine/trial.ts';
import { amountSat, sumSat } from '../amounts.ts';

/** What is read off a pool entry. */
export interface PoolEntry {
  readonly height: number;
  readonly time: number;
  readonly ancestorcount: number;
  readonly ancestorsize: number;
  readonly descendantcount: number;
  readonly descendantsize: number;
  readonly wtxid: string;
  readonly fees: { readonly base: Wire; readonly modified: Wire; readonly ancestor: Wire; readonly descendant: Wire };
  readonly depends: readonly string[];
  readonly spentby: readonly string[];
}

/** What is read off a transaction in the pool. */
export interface PoolTransaction {
  readonly txid: string;
  readonly hash: string;
  readonly vsize: number;
  readonly vin: readonly { readonly txid: string; readonly vout: number; readonly sequence: number }[];
}

export const poolEntry = (t: Trial, txid: string): Promise<PoolEntry> => t.result('getmempoolentry', { txid });
export const poolTransaction = (t: Trial, txid: string): Promise<PoolTransaction> => t.result<PoolTransaction>('getrawtransaction', { txid, verbose: true });
export const poolIds = (t: Trial): Promise<string[]> => t.result<string[]>('getrawmempool');
export const poolEntries = (t: Trial): Promise<Record<string, PoolEntry>> => t.result('getrawmempool', { verbose: true });

/** Sum of the virtual sizes of transactions in the pool. */
export async function vsizeOf(t: Trial, txids: readonly string[]): Promise<number> {
  let sum = 0;
  for (const txid of txids) sum += (await poolTransaction(t, txid)).vsize;
  return sum;
}

/** Sum of the fees of transactions in the pool, in satoshis, as they count when transactions are chosen for a block. */
export async function feesOf(t: Trial, txids: readonly string[]): Promise<bigint> {
  const fees: bigint[] = [];
  for (const txid of txids) fees.push(amountSat(t, (await poolEntry(t, txid)).fees.modified, 'fees.modified'));
  return sumSat(fees);
}
