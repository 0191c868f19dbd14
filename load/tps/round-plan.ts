import type { NetworkPlan } from './disturbances/network-plan.ts';
import type { NetworkLinks, TpsNode } from './network/types.ts';
import type { Via } from './results.ts';
import type { TpsWatch } from './tps-watch.ts';

/** What every round of a test has in common. */
export interface RoundPlan {
  readonly nodes: readonly TpsNode[];
  readonly links: NetworkLinks | undefined;
  readonly via: Via;
  /** Signed transactions in hex; each round takes the next ones. */
  readonly file: AsyncIterator<string>;
  readonly outputsPerTx: number;
  /** Of one round. */
  readonly transactions: number;
  readonly batches: readonly number[];
  readonly startInMs: number;
  /** From the start time until what has not arrived counts as lost; also of one call. */
  readonly timeoutMs: number;
  /** To each sender. */
  readonly connections: number;
  /** What blocks pay to. */
  readonly address: string;
  /** Faults that happen in the round; undefined without any. */
  readonly faults?: NetworkPlan | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (what: string, done: number, total: number) => void;
  readonly watch?: TpsWatch | undefined;
}
