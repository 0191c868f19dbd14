import type { Clock } from '../clock.ts';

const CYCLE_SECONDS = 86_400;

/** The target for uploads, and how much of it is left. With a target of 0 there is none. */
export interface UploadTarget {
  readonly timeframeSeconds: number;
  readonly targetBytes: number;
  readonly reached: boolean;
  /** Whether blocks older than a week are still sent. */
  readonly servesHistoricalBlocks: boolean;
  readonly bytesLeft: number;
  readonly secondsLeft: number;
}

/** The largest block, for which some of the target is kept, and the pause between two of them. */
const BLOCK_BYTES = 4_000_000;
const BLOCK_SECONDS = 600;

/** Counts all bytes of all peers, and those sent in the present cycle of a day. */
export class Traffic {
  received = 0;
  sent = 0;
  readonly #clock: Clock;
  readonly #targetBytes: number;
  #cycleStart: number | undefined;
  #sentInCycle = 0;

  /** @param targetBytes for each day; 0: none */
  constructor(clock: Clock, targetBytes: number) {
    this.#clock = clock;
    this.#targetBytes = targetBytes;
  }

  addSent(bytes: number): void {
    this.sent += bytes;
    const now = this.#clock.seconds();
    if (this.#cycleStart === undefined || this.#cycleStart + CYCLE_SECONDS < now) {
      this.#cycleStart = now;
      this.#sentInCycle = 0;
    }
    this.#sentInCycle += bytes;
  }

  get uploadTarget(): UploadTarget {
    const targetBytes = this.#targetBytes;
    const bytesLeft = Math.max(0, targetBytes - this.#sentInCycle);
    const secondsLeft = targetBytes === 0 ? 0 : this.#secondsLeft();
    const buffer = (secondsLeft / BLOCK_SECONDS) * BLOCK_BYTES;
    return {
      timeframeSeconds: CYCLE_SECONDS,
      targetBytes,
      reached: targetBytes > 0 && bytesLeft === 0,
      // New blocks come first: so much of the target is kept for them.
      servesHistoricalBlocks: targetBytes === 0 || bytesLeft > Math.min(buffer, targetBytes),
      bytesLeft,
      secondsLeft,
    };
  }

  #secondsLeft(): number {
    if (this.#cycleStart === undefined) return CYCLE_SECONDS;
    return Math.max(0, Math.min(CYCLE_SECONDS, this.#cycleStart + CYCLE_SECONDS - this.#clock.seconds()));
  }
}
