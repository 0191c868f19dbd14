import type { Outcome } from '../engine/types.ts';

/** An outcome with the moment its journal line was written, in milliseconds since the run began. */
export type TimedOutcome = Outcome & { readonly atMs: number };

/** One document in the making: given every outcome once, in the journal's order, then closed. */
export interface Sink {
  outcome(outcome: TimedOutcome): void;
  close(): void | Promise<void>;
}
