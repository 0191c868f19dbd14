import type { State, Table } from '../state/types.ts';

/** Parameters of one horizon of the estimator. */
export interface Horizon {
  readonly name: string;
  /** Length of a period, blocks. */
  readonly scale: number;
  readonly periods: number;
  /** Factor by which each block reduces all earlier counts. */
  readonly decay: number;
}

/** Counts for the transactions of one feerate range, as of block `at`; every later block reduces them. */
interface BucketStats {
  readonly at: number;
  readonly count: number;
  readonly rateSum: number;
  /** At index n: number of transactions confirmed within n + 1 periods. */
  readonly confirmed: readonly number[];
  /** At index n: number of transactions that left the mempool unconfirmed after n + 1 periods. */
  readonly failed: readonly number[];
}

const MIN_RATE = 1_000;
const MAX_RATE = 10_000_000;
const SPACING = 1.05;

/** Upper bounds of the ranges, satoshis per 1000 vbytes. */
const upperEnds: readonly number[] = (() => {
  const ends: number[] = [];
  for (let rate = MIN_RATE; rate <= MAX_RATE; rate *= SPACING) ends.push(rate);
  return [...ends, Infinity];
})();

/** Index of the range of a feerate. */
export function bucketOf(rate: number): number {
  let low = 0;
  let high = upperEnds.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (upperEnds[middle]! < rate) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Counts unconfirmed transactions of a range that arrived at least a given number of blocks ago. */
export type WaitingCount = (bucket: number, minBlocks: number) => number;

/** What a feerate must have achieved. */
export interface MedianQuestion {
  /** Blocks within which transactions were confirmed. */
  readonly target: number;
  /** Average number of transactions a block that is enough to judge by. */
  readonly sufficient: number;
  /** Share of the transactions that were confirmed in time. */
  readonly success: number;
}

/** Confirmation times by feerate over one horizon. Only ranges that occurred are stored. */
export class FeeStats {
  readonly horizon: Horizon;
  readonly #buckets: Table<BucketStats>;
  /** Shared by all ranges that did not occur. */
  readonly #zeros: readonly number[];

  constructor(state: State, horizon: Horizon) {
    this.horizon = horizon;
    this.#zeros = Array.from({ length: horizon.periods }, () => 0);
    this.#buckets = state.table(`fees.${horizon.name}`, {
      encode: (value) => Buffer.from(JSON.stringify(value)),
      decode: (bytes) => JSON.parse(bytes.toString()) as BucketStats,
    });
  }

  get maxConfirms(): number {
    return this.horizon.scale * this.horizon.periods;
  }

  /** Adds transactions of one range that block `at` confirmed, with the number of blocks that each waited. */
  recordConfirmed(at: number, bucket: number, items: readonly { readonly blocks: number; readonly rate: number }[]): void {
    const stats = this.#asOf(bucket, at);
    const inPeriod = stats.confirmed.map(() => 0);
    let { rateSum } = stats;
    for (const { blocks, rate } of items) {
      const period = Math.ceil(blocks / this.horizon.scale);
      if (period <= inPeriod.length) inPeriod[period - 1]! += 1;
      rateSum += rate;
    }
    let upToPeriod = 0;
    const confirmed = stats.confirmed.map((count, index) => count + (upToPeriod += inPeriod[index]!));
    this.#buckets.set(String(bucket), { ...stats, confirmed, rateSum, count: stats.count + items.length });
  }

  /** Adds a transaction that left the mempool unconfirmed, with the number of blocks that it waited. */
  recordFailed(at: number, bucket: number, blocks: number): void {
    if (blocks < this.horizon.scale) return;
    const stats = this.#asOf(bucket, at);
    const periods = Math.floor(blocks / this.horizon.scale);
    this.#buckets.set(String(bucket), { ...stats, failed: stats.failed.map((count, index) => (index < periods ? count + 1 : count)) });
  }

  /**
   * Median feerate of the cheapest ranges of which at least the share `success` was confirmed within the target, searched
   * from the highest feerate down; -1 if there is none.
   */
  median(at: number, { target, sufficient, success }: MedianQuestion, waiting: WaitingCount): number {
    const { scale, decay } = this.horizon;
    const period = Math.ceil(target / scale);
    const enough = sufficient / (1 - decay);
    const all = upperEnds.map((_, bucket) => this.#asOf(bucket, at));
    let confirmed = 0;
    let total = 0;
    let failed = 0;
    let open = 0;
    let top = all.length - 1;
    let found: { readonly low: number; readonly high: number } | undefined;
    for (let bucket = all.length - 1; bucket >= 0; bucket -= 1) {
      const stats = all[bucket]!;
      confirmed += stats.confirmed[period - 1]!;
      total += stats.count;
      failed += stats.failed[period - 1]!;
      open += waiting(bucket, target);
      if (total < enough || confirmed / (total + failed + open) < success) continue;
      found = { low: bucket, high: top };
      confirmed = total = failed = open = 0;
      top = bucket - 1;
    }
    if (found === undefined) return -1;
    const range = all.slice(found.low, found.high + 1);
    let half = range.reduce((sum, stats) => sum + stats.count, 0) / 2;
    if (half === 0) return -1;
    for (const stats of range) {
      if (stats.count >= half) return stats.rateSum / stats.count;
      half -= stats.count;
    }
    return -1;
  }

  /** The counts of a range at block `at`; zeros for a range that did not occur. */
  #asOf(bucket: number, at: number): BucketStats {
    const stats = this.#buckets.get(String(bucket));
    if (stats === undefined) return { at, count: 0, rateSum: 0, confirmed: this.#zeros, failed: this.#zeros };
    if (stats.at === at) return stats;
    const factor = this.horizon.decay ** (at - stats.at);
    const decayed = (count: number): number => count * factor;
    return {
      at,
      count: decayed(stats.count),
      rateSum: decayed(stats.rateSum),
      confirmed: stats.confirmed.map(decayed),
      failed: stats.failed.map(decayed),
    };
  }
}
