import type { IngestionFigures, ReleaseFigures } from '../results.ts';

/** How the transactions of a round reach the network: one way for each `Via`. */
export interface Release {
  /** Gives the transactions to the senders, or makes their calls. */
  prepare(): Promise<readonly IngestionFigures[]>;
  /** Fixes the start time. Returns it in epoch microseconds, and why the round does not count, or null. */
  schedule(): Promise<{ readonly startTimeUs: number; readonly uncounted: string | null }>;
  /** Resolves when all transactions are known to be sent or refused. */
  sent(): Promise<void>;
  /** Notes what senders have refused since the start time. */
  noteRefusals(): Promise<void>;
  /** When each sender sent, as far as it is known; to be asked after the arrivals. */
  figures(): Promise<readonly ReleaseFigures[]>;
  /** Leaves the nodes as they were. */
  end(): Promise<void>;
}
