import type { Chain } from '../chain/types.ts';
import type { Clock } from '../clock.ts';
import type { Cell, State, Table } from '../state/types.ts';
import { bucketOf, FeeStats, type MedianQuestion, type WaitingCount } from './fee-stats.ts';
import type { PoolEntry } from './types.ts';

/** A mempool transaction whose time to confirmation is measured. */
interface Tracked {
  readonly height: number;
  readonly bucket: number;
  readonly rate: number; // satoshis per 1000 vbytes
}

interface Progress {
  /** Height of the last processed block. */
  readonly height: number;
  /** Height of the first block that confirmed a tracked transaction; 0 if there is none. */
  readonly firstHeight: number;
}

/** With an older tip the node is not synchronised, and confirmation times are not measured. */
const MAX_TIP_AGE_SECONDS = 3 * 60 * 60;
/** Average number of transactions a block that is sufficient for an estimate; more for the short horizon. */
const SUFFICIENT = 0.1;
const SUFFICIENT_SHORT = 0.5;
/** Required shares of transactions confirmed within half the target, the target, and twice the target. */
const HALF_SUCCESS = 0.6;
const SUCCESS = 0.85;
const DOUBLE_SUCCESS = 0.95;

/**
 * Records how many blocks transactions wait by feerate, over three horizons, and estimates feerates from this: the method
 * and its constants are the family's (since 0.15). The records are part of the node's state.
 */
export class FeeEstimator {
  readonly #chain: Chain;
  readonly #clock: Clock;
  readonly #short: FeeStats;
  readonly #medium: FeeStats;
  readonly #long: FeeStats;
  readonly #progress: Cell<Progress>;
  readonly #tracked: Table<Tracked>;

  constructor(deps: { readonly state: State; readonly chain: Chain; readonly clock: Clock }) {
    const { state, chain, clock } = deps;
    this.#chain = chain;
    this.#clock = clock;
    this.#short = new FeeStats(state, { name: 'short', scale: 1, periods: 12, decay: 0.962 });
    this.#medium = new FeeStats(state, { name: 'medium', scale: 2, periods: 24, decay: 0.9952 });
    this.#long = new FeeStats(state, { name: 'long', scale: 24, periods: 42, decay: 0.99931 });
    this.#tracked = state.table('fees.tracked');
    this.#progress = state.cell<Progress>(
      'fees.progress',
      { height: 0, firstHeight: 0 },
      {
        encode: (value) => Buffer.from(JSON.stringify(value)),
        decode: (bytes) => JSON.parse(bytes.toString()) as Progress,
      },
    );
  }

  /** Handles an added entry. It is tracked only if it could be mined at once and the node is synchronised. */
  added(entry: PoolEntry): void {
    if (entry.parents.length > 0 || entry.height !== this.#progress.get().height || !this.#isCurrent()) return;
    const rate = Number((entry.feeSat * 1000n) / BigInt(entry.vsize));
    this.#tracked.set(entry.txid, { height: entry.height, bucket: bucketOf(rate), rate });
  }

  /** Handles an entry that was removed for another reason than a block. */
  removed(txid: string): void {
    const tracked = this.#tracked.get(txid);
    if (tracked === undefined) return;
    this.#tracked.delete(txid);
    const { height } = this.#progress.get();
    for (const stats of this.#horizons()) stats.recordFailed(height, tracked.bucket, height - tracked.height);
  }

  /** Handles a block that contains these entries; must be called before they are removed. */
  blockConnected(height: number, txids: readonly string[]): void {
    const before = this.#progress.get();
    // Blocks of a reorganisation are not counted again.
    if (height <= before.height) return;
    const byBucket = new Map<number, { blocks: number; rate: number }[]>();
    for (const txid of txids) {
      const tracked = this.#tracked.get(txid);
      if (tracked === undefined) continue;
      this.#tracked.delete(txid);
      const item = { blocks: height - tracked.height, rate: tracked.rate };
      const items = byBucket.get(tracked.bucket);
      if (items === undefined) byBucket.set(tracked.bucket, [item]);
      else items.push(item);
    }
    for (const [bucket, items] of byBucket) for (const stats of this.#horizons()) stats.recordConfirmed(height, bucket, items);
    this.#progress.set({ height, firstHeight: before.firstHeight === 0 && byBucket.size > 0 ? height : before.firstHeight });
  }

  /** Estimate in satoshis per 1000 vbytes for a target in blocks, and the target to which it applies. */
  estimate(blocks: number, conservative: boolean): { readonly feeRate: bigint; readonly blocks: number } | undefined {
    if (blocks <= 0 || blocks > this.#long.maxConfirms) return undefined;
    const { height, firstHeight } = this.#progress.get();
    const span = firstHeight === 0 ? 0 : height - firstHeight;
    // No estimate for more than half of the observed blocks, nor for the next block.
    const target = Math.min(Math.max(blocks, 2), this.#long.maxConfirms, Math.floor(span / 2));
    if (target <= 1) return undefined;
    const waiting = this.#waiting(height);
    let rate = Math.max(
      this.#combined(height, { target: Math.floor(target / 2), success: HALF_SUCCESS, checkShorter: true }, waiting),
      this.#combined(height, { target, success: SUCCESS, checkShorter: true }, waiting),
      this.#combined(height, { target: 2 * target, success: DOUBLE_SUCCESS, checkShorter: !conservative }, waiting),
    );
    if (conservative || rate === -1) rate = Math.max(rate, this.#longTerm(height, 2 * target, waiting));
    return rate < 0 ? undefined : { feeRate: BigInt(Math.round(rate)), blocks: target };
  }

  /** The estimate of the shortest horizon that reaches the target, or a lower one of a shorter horizon at its far end. */
  #combined(
    height: number,
    { target, success, checkShorter }: Pick<MedianQuestion, 'target' | 'success'> & { readonly checkShorter: boolean },
    waiting: WaitingCount,
  ): number {
    if (target < 1 || target > this.#long.maxConfirms) return -1;
    const ask = (stats: FeeStats, blocks: number): number =>
      stats.median(height, { target: blocks, sufficient: stats === this.#short ? SUFFICIENT_SHORT : SUFFICIENT, success }, waiting);
    const horizons = this.#horizons();
    const reaching = horizons.findIndex((stats) => target <= stats.maxConfirms);
    let rate = ask(horizons[reaching]!, target);
    if (!checkShorter) return rate;
    for (const shorter of horizons.slice(0, reaching).reverse()) {
      const other = ask(shorter, shorter.maxConfirms);
      if (other > 0 && (rate === -1 || other < rate)) rate = other;
    }
    return rate;
  }

  /** The maximum of the medium and long horizons, so that a quiet period has little effect. */
  #longTerm(height: number, target: number, waiting: WaitingCount): number {
    let rate = -1;
    if (target <= this.#short.maxConfirms)
      rate = this.#medium.median(height, { target, sufficient: SUFFICIENT, success: DOUBLE_SUCCESS }, waiting);
    if (target <= this.#medium.maxConfirms)
      rate = Math.max(rate, this.#long.median(height, { target, sufficient: SUFFICIENT, success: DOUBLE_SUCCESS }, waiting));
    return rate;
  }

  #waiting(height: number): WaitingCount {
    const ages = new Map<number, number[]>(); // by bucket, in blocks
    for (const { bucket, height: since } of this.#tracked.values()) {
      const known = ages.get(bucket);
      if (known === undefined) ages.set(bucket, [height - since]);
      else known.push(height - since);
    }
    return (bucket, minBlocks) => (ages.get(bucket) ?? []).filter((age) => age >= minBlocks).length;
  }

  #horizons(): FeeStats[] {
    return [this.#short, this.#medium, this.#long];
  }

  #isCurrent(): boolean {
    const { tip, bestHeader } = this.#chain;
    return tip.header.time >= this.#clock.seconds() - MAX_TIP_AGE_SECONDS && tip.height >= bestHeader.height - 1;
  }
}
