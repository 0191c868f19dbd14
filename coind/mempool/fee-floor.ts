import type { Clock } from '../clock.ts';
import type { Cell, State } from '../state/types.ts';

interface Floor {
  /** Satoshis per 1000 vbytes; with a fraction, since it decays. */
  readonly rate: number;
  readonly updatedAt: number; // epoch seconds
  /** Whether a block has been connected since it last rose: only then it decays. */
  readonly blockSince: boolean;
}

const HALF_LIFE_SECONDS = 12 * 60 * 60;
const UPDATE_SECONDS = 10;

/**
 * Minimum feerate of a mempool that had to evict transactions, so that similar ones are not accepted and evicted again.
 * It halves in 12 hours, faster while the mempool is less than half full, and drops to 0 below half the increment.
 */
export class FeeFloor {
  readonly #cell: Cell<Floor>;
  readonly #clock: Clock;
  readonly #maxBytes: number;
  readonly #incrementalFeeRate: bigint;

  constructor(deps: { readonly state: State; readonly clock: Clock; readonly maxBytes: number; readonly incrementalFeeRate: bigint }) {
    this.#cell = deps.state.cell<Floor>('mempool.fee-floor', { rate: 0, updatedAt: 0, blockSince: true });
    this.#clock = deps.clock;
    this.#maxBytes = deps.maxBytes;
    this.#incrementalFeeRate = deps.incrementalFeeRate;
  }

  /** Applies the decay, and returns satoshis per 1000 vbytes or 0. @param usage current memory usage of the mempool, bytes */
  rate(usage: number): bigint {
    const { rate, updatedAt, blockSince } = this.#cell.get();
    if (rate === 0) return 0n;
    if (!blockSince) return BigInt(Math.round(rate));
    const now = this.#clock.seconds();
    if (now <= updatedAt + UPDATE_SECONDS) return this.#atLeastIncrement(rate);
    const halfLife =
      usage < this.#maxBytes / 4 ? HALF_LIFE_SECONDS / 4 : usage < this.#maxBytes / 2 ? HALF_LIFE_SECONDS / 2 : HALF_LIFE_SECONDS;
    const decayed = rate / 2 ** ((now - updatedAt) / halfLife);
    const gone = decayed < Number(this.#incrementalFeeRate) / 2;
    this.#cell.set({ rate: gone ? 0 : decayed, updatedAt: now, blockSince });
    return gone ? 0n : this.#atLeastIncrement(decayed);
  }

  /** Handles an eviction. @param feeRate of the evicted entry with its descendants */
  evicted(feeRate: bigint): void {
    const floor = Number(feeRate + this.#incrementalFeeRate);
    const known = this.#cell.get();
    if (floor > known.rate) this.#cell.set({ ...known, rate: floor, blockSince: false });
  }

  blockConnected(): void {
    if (this.#cell.get().rate !== 0) this.#cell.set({ ...this.#cell.get(), updatedAt: this.#clock.seconds(), blockSince: true });
  }

  #atLeastIncrement(rate: number): bigint {
    const rounded = BigInt(Math.round(rate));
    return rounded > this.#incrementalFeeRate ? rounded : this.#incrementalFeeRate;
  }
}
