import type { ArrivalSource } from '../results.ts';

export interface Arrival {
  readonly txid: string;
  /** Epoch microseconds, of the clock that `ArrivalWatch.source` says. */
  readonly timeUs: number;
}

/** Sees transactions reach one receiver, from its making until `finish`. */
export interface ArrivalWatch {
  readonly source: ArrivalSource;
  /** Why it is polled, as a part of a sentence; undefined for what is not polled. */
  readonly polledBecause?: string | undefined;
  /** Share of the time since it began in which the receiver answered polls; 0 for what is not polled. */
  readonly pollingShare: number;
  /** Half the mean distance between two polls, and the mean time of a poll; 0 for what is not polled. */
  readonly pollingErrorUs: number;
  /** Transactions that have arrived so far. */
  count(): Promise<number>;
  /** All arrivals since the start time. Closes the watch. */
  finish(): Promise<readonly Arrival[]>;
  /** Why arrivals may be missing from what it saw. */
  readonly warnings: readonly string[];
  /** Ends it without a result. Safe to call twice. */
  close(): void;
}
