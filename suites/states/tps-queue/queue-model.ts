/**
 * The throughput test on one node, as far as the documents state it. Transactions are numbers. A run has one start time: the
 * documents do not say what a second one does.
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
  hasStarted: boolean;
}
