import type { StartOptions } from '../../../fixtures/targets/types.ts';
import type { PreparedKind } from '../../transactions/types.ts';
import { transactionVsize } from '../../transactions/plan.ts';

export const TPS_TEST: StartOptions = ['-tpstest'];
/** Nodes announce transactions to inbound peers at random moments seconds apart, unless they are on this list. */
export const RELAY_AT_ONCE: StartOptions = ['-whitelist=0.0.0.0/0'];
/** Megabytes that a memory pool may take; nodes count a transaction as more than its bytes. */
const MIN_POOL_MB = 300;
const POOL_BYTES_PER_VBYTE = 4;
const POOL_BYTES_PER_TRANSACTION = 2_000;

/** Transactions in the pool at once, and the virtual size of them all. */
export interface PoolNeed {
  readonly transactions: number;
  readonly vbytes: number;
}

/** What the transactions of one round need. */
export const poolNeed = (transactions: number, kind: PreparedKind, outputsPerTx: number): PoolNeed => ({
  transactions,
  vbytes: transactions * transactionVsize(kind, outputsPerTx),
});

/** The option for a pool that holds so much. */
export function poolOption({ transactions, vbytes }: PoolNeed): string {
  const megabytes = (vbytes * POOL_BYTES_PER_VBYTE + transactions * POOL_BYTES_PER_TRANSACTION) / 1e6;
  return `-maxmempool=${Math.ceil(Math.max(MIN_POOL_MB, megabytes))}`;
}
