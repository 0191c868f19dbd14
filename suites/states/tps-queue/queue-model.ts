/**
 * The throughput test on one node, as far as the documents state it. Transactions are numbers. A start time is set once for a round,
 * which ends when all that was queued has been sent: the documents do not say what a second start time does before that.
 */
export interface QueueModel {
  enabled: boolean;
  /** Not queued yet. */
  unused: number[];
  /** In the queue, and not sent. */
  queued: number[];
  /** In the queue when the test was disabled. After it is enabled again, the documents do not say whether they still are. */
  held: number[];
  /** Microseconds since 1970; undefined if no start time was set, or it was waited for. */
  startUs: number | undefined;
  /** Whether the start time of the round was set. */
  hasStarted: boolean;
}
