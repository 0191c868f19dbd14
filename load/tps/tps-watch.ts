import type { OnUsage } from '../run/usage-sampler.ts';

/** Receives the figures of rounds while they go on. */
export interface TpsWatch {
  /** How many transactions of the round the receiver has that has fewest, and how many it is to get. */
  readonly onReceived?: ((received: number, expected: number) => void) | undefined;
  /** While they arrive, some times a second: how many each receiver has, so long after the start time. */
  readonly onCounts?: ((round: number, sinceUs: number, counts: ReadonlyMap<string, number>) => void) | undefined;
  /** Arrivals at a receiver after its round: microseconds after the start time, ascending. */
  readonly onArrivals?: ((round: number, receiver: string, timesUs: readonly number[]) => void) | undefined;
  readonly onUsage?: OnUsage | undefined;
}
