import type { Acceptance, Coin } from '../chain/types.ts';
import type { Outpoint, Transaction } from '../primitives/types.ts';

/** A transaction in the pool. Replaced, never changed. Sums count the transaction itself. */
export interface PoolEntry {
  readonly transaction: Transaction;
  readonly txid: string;
  readonly wtxid: string;
  readonly feeSat: bigint;
  /** With what `prioritisetransaction` has added. */
  readonly modifiedFeeSat: bigint;
  readonly vsize: number;
  readonly weight: number;
  readonly sigOpCost: number;
  /** Epoch seconds. */
  readonly time: number;
  /** Of the tip when it came. */
  readonly height: number;
  readonly spendsCoinbase: boolean;
  /** In the pool, direct ones only. */
  readonly parents: readonly string[];
  readonly children: readonly string[];
  readonly ancestorCount: number;
  readonly ancestorVsize: number;
  readonly ancestorFeesSat: bigint; // modified
  readonly descendantCount: number;
  readonly descendantVsize: number;
  readonly descendantFeesSat: bigint; // modified
}

export type RemovalReason = 'block' | 'conflict' | 'replaced' | 'expiry' | 'size-limit' | 'reorg';

export interface PoolEvents {
  added(entry: PoolEntry): void;
  removed(entry: PoolEntry, reason: RemovalReason): void;
}

export interface AcceptOptions {
  /** Refuse a fee above this, in satoshis. */
  readonly maxFeeSat?: bigint;
  /** Say what would come of it, and change nothing. */
  readonly test?: boolean;
  /** Skip limits of chains and fee minimums: for what a reorganisation set free. */
  readonly fromReorg?: boolean;
}

/** The memory pool. All of it is synchronous. */
export interface Mempool {
  readonly size: number;
  /** Sum of virtual sizes. */
  readonly bytes: number;
  /** Estimated bytes of memory. */
  readonly usage: number;
  readonly maxBytes: number;
  /** Satoshis per 1000 vbytes. */
  readonly minFeeRate: bigint;
  readonly minRelayFeeRate: bigint;
  readonly incrementalFeeRate: bigint;
  /** Grows with every change. */
  readonly changes: number;
  /** Whether the dump of the last run has been read to its end: only then may another be written. */
  readonly loaded: boolean;
  get(txid: string): PoolEntry | undefined;
  has(txid: string): boolean;
  entries(): IterableIterator<PoolEntry>;
  /** All, parents before children. */
  ancestors(txid: string): PoolEntry[]; // without itself
  descendants(txid: string): PoolEntry[]; // without itself
  /** Which transaction of the pool spends it. */
  spender(outpoint: Outpoint): string | undefined;
  /** As seen by a new transaction: of the chain or of the pool, and not spent in the pool. */
  coin(outpoint: Outpoint): Coin | undefined;
  /** Signals replacement by itself or by an unconfirmed ancestor, BIP 125. */
  isReplaceable(txid: string): boolean;
  accept(transaction: Transaction, options?: AcceptOptions): Acceptance;
  remove(txid: string, reason: RemovalReason): void;
  /** Adds to the fee that mining and eviction reckon with. */
  prioritise(txid: string, deltaSat: bigint): void;
  prioritised(txid: string): bigint;
  /** Fee rate that is thought to confirm within so many blocks, in satoshis per 1000 vbytes; undefined while too little is known. */
  estimateFeeRate(blocks: number, conservative: boolean): { readonly feeRate: bigint; readonly blocks: number } | undefined;
  /** The pool as a file, and back. `load` throws `StoreError` for a file that is damaged. */
  dump(path: string): void;
  load(path: string): number;
  on(events: Partial<PoolEvents>): void;
}
