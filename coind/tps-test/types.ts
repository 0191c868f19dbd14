import type { Freezable } from '../state/types.ts';
import type { Transaction } from '../primitives/types.ts';

/** A transaction of a call that is not in the queue. */
export interface RefusedItem {
  /** In the list of the call. */
  readonly index: number;
  /** Undefined where it is no transaction. */
  readonly txid: string | undefined;
  readonly reason: string;
}

/** A transaction that reached the memory pool during a test. */
export interface Received {
  readonly txid: string;
  /** Epoch microseconds. */
  readonly timeUs: number;
}

/** What is known of the test. Times are epoch microseconds, 0 for none. */
export interface TpsTestInfo {
  readonly enabled: boolean;
  /** As it was given last. */
  readonly startTimeUs: number;
  /** When all that was to be sent had been handed to the connections. */
  readonly handedOverUs: number;
  /** Of a node that had nothing to send: what entered the pool after the start time. */
  readonly received: readonly Received[];
  /** Of a node that sends: what the pool refused at the start time. */
  readonly refused: readonly { readonly txid: string; readonly reason: string }[];
}

/**
 * The throughput test of a node (document 3, Platform-specific coin methods): transactions are queued, and sent to all
 * peers at a time that was agreed upon. The queue is in memory alone. A transmission that was running at a snapshot is not
 * continued after a restore.
 */
export interface TpsTest extends Freezable {
  /** Disabling empties the queue and forgets times and transactions. Enabling twice changes nothing. */
  setEnabled(enabled: boolean): void;
  /**
   * Queues transactions and sets when the queue is sent. Returns what could not be queued; where that is all of them
   * nothing else is done either. Throws `TpsTestError` where the test is not enabled.
   * @param startTimeUs epoch microseconds, soon where it is past; 0: not before a call with another one
   * @param transactions undefined stands for text that is no transaction
   */
  add(startTimeUs: number, transactions: readonly (Transaction | undefined)[]): RefusedItem[];
  info(): TpsTestInfo;
  /** Ends it; what is queued is never sent. */
  stop(): void;
}
