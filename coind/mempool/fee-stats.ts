import type { State, Table } from '../state/types.ts';

/** How one horizon of the estimator looks back. */
export interface Horizon {
  readonly name: string;
  /** Blocks of one period. */
  readonly scale: number;
  readonly periods: number;
  /** What a block leaves of all counts before it. */
  readonly decay: number;
}

/** What is known of the transactions of one range of fee rates, as of block `at`; every block since makes it count less. */
interface BucketStats {
  readonly at: number;
  readonly count: number;
  readonly rateSum: number;
  /** By periods less one: how many were confirmed within so many. */
  readonly confirmed: readonly number[];
  /** By periods less one: how many left the pool unconfirmed after so many. */
  readonly failed: readonly number[];
}

const MIN_RATE = 1_000;
const MAX_RATE = 10_000_000;
const SPACING = 1.05;

/** Upper ends of the ranges, satoshis per 1000 vbytes. */
const upperEnds: readonly number[] = (() => {
  const ends: number[] = [];
  for (let rate = MIN_RATE; rate <= MAX_RATE; rate *= SPACING) ends.push(rate);
  return [...ends, Infinity];
})();

/** The range of a fee rate. */
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

/** A count of transactions that are still waiting, by range, of those that came at least so many blocks ago. */
export type WaitingCount = (bucket: number, minBlocks: number) => number;

/** One horizon's memory of how long transactions took by fee rate. Only ranges that were seen take room. */
export class FeeStats {
  readonly horizon: Horizon;
  readonly #buckets: Table<BucketStats>;
  /** Of a range that was not seen; most are not. */
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

  /** Transactions of one range that block `at` confirmed, after so many blocks each. */
  recordConfirmed(at: number, bucket: number, items: readonly { readonly blocks: number; readonly rate: number }[]): void {
    const stats = this.#asOf(bucket, at);
    const confirmed = [...stats.confirmed];
    let { rateSum } = stats;
    for (const { blocks, rate } of items) {
      for (let period = Math.ceil(blocks / this.horizon.scale); period <= confirmed.length; period += 1) confirmed[period - 1]! += 1;
      rateSum += rate;
    }
    this.#buckets.set(String(bucket), { ...stats, confirmed, rateSum, count: stats.count + items.length });
  }

  /** A transaction that left the pool without a block after so many blocks. */
  recordFailed(at: number, bucket: number, blocks: number): void {
    if (blocks < this.horizon.scale) return;
    const stats = this.#asOf(bucket, at);
    const periods = Math.floor(blocks / this.horizon.scale);
    this.#buckets.set(String(bucket), { ...stats, failed: stats.failed.map((count, index) => (index < periods ? count + 1 : count)) });
  }

  /**
   * Median fee rate of the cheapest ranges of which, within the target, at least `success` (a share) were confirmed,
   * looking from the dearest down; -1 where there is none. @param sufficient transactions a block that are enough to judge by
   */
  median(at: number, target: number, sufficient: number, success: number, waiting: WaitingCount): number {
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

  /** What a range counts for at block `at`: nothing where none of it was seen. */
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
