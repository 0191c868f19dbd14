import type { Outcome } from '../engine/outcome.ts';

/** An outcome with the time of its journal line, in milliseconds since the start of the run. */
export type TimedOutcome = Outcome & { readonly atMs: number };

/** A report that is being written: receives every outcome once, in journal order, and is then closed. */
export interface Sink {
  outcome(outcome: TimedOutcome): void;
  close(): void | Promise<void>;
}
