import type { Clock } from '../clock.ts';

const CYCLE_SECONDS = 86_400;

/** The upload target and how much of it is left. A target of 0 means no limit. */
export interface UploadTarget {
  readonly timeframeSeconds: number;
  readonly targetBytes: number;
  readonly reached: boolean;
  /** Whether blocks older than a week are still sent. */
  readonly servesHistoricalBlocks: boolean;
  readonly bytesLeft: number;
  readonly secondsLeft: number;
}

/** Size and interval of the largest blocks, for which part of the target is reserved. */
const BLOCK_BYTES = 4_000_000;
const BLOCK_SECONDS = 600;

/** Counts the bytes of all peers, and the bytes sent in the present cycle of one day. */
export class Traffic {
  received = 0;
  sent = 0;
  readonly #clock: Clock;
  readonly #targetBytes: number;
  #cycleStart: number | undefined;
  #sentInCycle = 0;

  /** @param targetBytes for each day; 0: no limit */
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
      // The buffer is reserved for new blocks.
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
