import type { ProfileName } from '../../fixtures/targets/types.ts';
import type { IngredientName } from '../../fixtures/world/types.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import type { Wire } from '../../specs/model/wire.ts';

/** One kind of call within a mix. */
export interface MixEntry {
  readonly method: MethodId;
  /** Share of the calls, relative to the other entries. */
  readonly weight: number;
  /** Arguments with a fixed value; the other required ones come from the world. */
  readonly args: { readonly [param: string]: Wire };
  readonly optional: readonly string[];
  /** Sets of arguments that are sent in turn. */
  readonly pool: number;
  /** Each call submits transactions that were signed before the run. */
  readonly prepared: boolean;
  /** Prepared transactions in a call. */
  readonly batch: number;
}

/** A call that is made once, outside the load. */
export type SingleCall = Pick<MixEntry, 'method' | 'args'>;

/** A stretch of the open model: the rate changes linearly to `ratePerS`. */
export interface Stage {
  readonly durationMs: number;
  readonly ratePerS: number;
}

export type LoadModel =
  | { readonly type: 'open'; readonly arrivals: 'poisson' | 'constant'; readonly stages: readonly Stage[]; readonly startRatePerS: number }
  | { readonly type: 'closed' };

/** What is put on the chain before the load. */
export interface WorldFill {
  readonly blocks: number;
  readonly transactionsPerBlock: number;
  readonly poolTransactions: number;
}

/** A scenario with every default filled in: what `results.json` repeats. */
export interface Scenario {
  readonly name: string;
  readonly summary: string;
  /** Where it was read from; undefined where it was made from `--method`. */
  readonly file?: string | undefined;
  readonly profile: ProfileName;
  readonly fill: WorldFill;
  /** Ingredients of the world that are made before the load. */
  readonly needs: readonly IngredientName[];
  /** Calls before and after each measurement. */
  readonly before: readonly SingleCall[];
  readonly after: readonly SingleCall[];
  readonly mix: readonly MixEntry[];
  readonly model: LoadModel;
  readonly connections: number;
  /** Connections are used for one call after another. False: each call is made over one of its own. */
  readonly keepAlive: boolean;
  /** Without the warm-up. */
  readonly durationMs: number;
  readonly warmUpMs: number;
  readonly timeoutMs: number;
  /** Largest share of the answers that are checked against the specification. */
  readonly check: number;
  /** As they are written: `p99 < 50ms`. */
  readonly thresholds: readonly string[];
}
