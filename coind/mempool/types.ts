import type { Acceptance, Coin } from '../chain/types.ts';
import type { Outpoint, Transaction } from '../primitives/types.ts';

/** A transaction in the mempool. Immutable. Sums include the transaction itself. */
export interface PoolEntry {
  readonly transaction: Transaction;
  readonly txid: string;
  readonly wtxid: string;
  readonly feeSat: bigint;
  /** Including changes by `prioritisetransaction`, satoshis. */
  readonly modifiedFeeSat: bigint;
  readonly vsize: number;
  readonly weight: number;
  readonly sigOpCost: number;
  /** Epoch seconds. */
  readonly time: number;
  /** Height of the tip when it arrived. */
  readonly height: number;
  readonly spendsCoinbase: boolean;
  /** Direct parents and children in the mempool. */
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
  /** Return the result without changing anything. */
  readonly test?: boolean;
}

/** The mempool. All methods are synchronous. */
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
  /** Increases with every change. */
  readonly changes: number;
  /** Whether the dump of the last run has been read completely: only then it may be overwritten. */
  readonly loaded: boolean;
  get(txid: string): PoolEntry | undefined;
  has(txid: string): boolean;
  entries(): IterableIterator<PoolEntry>;
  /** All, parents before children. */
  ancestors(txid: string): PoolEntry[]; // without itself
  descendants(txid: string): PoolEntry[]; // without itself
  /** Txid of the mempool transaction that spends an outpoint. */
  spender(outpoint: Outpoint): string | undefined;
  /** A coin that a new transaction could spend: of the chain or the mempool, and not spent in the mempool. */
  coin(outpoint: Outpoint): Coin | undefined;
  /** Whether it or an unconfirmed ancestor signals replacement, BIP 125. */
  isReplaceable(txid: string): boolean;
  accept(transaction: Transaction, options?: AcceptOptions): Acceptance;
  remove(txid: string, reason: RemovalReason): void;
  /** Changes the modified fee, which mining and eviction use. */
  prioritise(txid: string, deltaSat: bigint): void;
  prioritised(txid: string): bigint;
  /** Estimated feerate to confirm within `blocks`, in satoshis per 1000 vbytes; undefined with too little data. */
  estimateFeeRate(blocks: number, conservative: boolean): { readonly feeRate: bigint; readonly blocks: number } | undefined;
  /** Writes mempool.dat. */
  dump(path: string): void;
  /** Reads mempool.dat; yields after each transaction. Returns how many were accepted. Throws `StoreError` for a damaged file. */
  load(path: string): Generator<void, number>;
  on(events: Partial<PoolEvents>): void;
  /**
   * Checks all mints and owner's operations on assets again, in the order of their arrival, and removes those that can no
   * longer be confirmed. A new tip does so too; to be called when headers of the external chain were replaced.
   */
  renewClaims(): void;
}
