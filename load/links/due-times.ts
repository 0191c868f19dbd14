import type { Random } from '../../fixtures/world/random.ts';

/** What one direction of a link does to data. */
export interface DirectionShaping {
  readonly latencyMs: number;
  readonly jitterMs: number;
  /** Bits per second; undefined without a limit. */
  readonly bandwidth: number | undefined;
}

const BITS_PER_BYTE = 8;
const MS_PER_S = 1_000;
/** Of a packet of Ethernet, less the headers of IP and TCP. */
const PACKET_BYTES = 1_448;
const MIN_WAITING_BYTES = 4 * 1_024 * 1_024;
const MAX_WAITING_BYTES = 64 * 1_024 * 1_024;

/**
 * When data that enters one direction of a link leaves it: after what is before it has passed at the bandwidth, and it itself, and
 * after the latency. Nothing overtakes.
 */
export class DueTimes {
  readonly #random: Random;
  #shaping: DirectionShaping;
  /** Until then the line is busy with what entered before. */
  #busyUntilMs = -Infinity;
  #lastMs = -Infinity;

  constructor(random: Random, shaping: DirectionShaping) {
    this.#random = random;
    this.#shaping = shaping;
  }

  /** For what enters from now on. */
  set shaping(shaping: DirectionShaping) {
    this.#shaping = shaping;
    this.#busyUntilMs = -Infinity;
  }

  /** Of data in parts: a part leaves when all of it has passed, so that large ones would hold back what is at their beginning. */
  get partBytes(): number {
    const { bandwidth } = this.#shaping;
    return bandwidth === undefined ? Infinity : Math.max(PACKET_BYTES, Math.floor(bandwidth / BITS_PER_BYTE / MS_PER_S));
  }

  /** How much may be on its way before the sender has to wait: what the line holds, and not less than a common buffer. */
  get maxWaitingBytes(): number {
    const { latencyMs, jitterMs, bandwidth = 0 } = this.#shaping;
    const held = ((latencyMs + jitterMs) / MS_PER_S) * (bandwidth / BITS_PER_BYTE);
    return Math.min(MAX_WAITING_BYTES, Math.max(MIN_WAITING_BYTES, held));
  }

  /** @param nowMs when the bytes enter @returns when they leave, on the same clock */
  of(bytes: number, nowMs: number): number {
    const { latencyMs, jitterMs, bandwidth } = this.#shaping;
    let passedMs = nowMs;
    if (bandwidth !== undefined) {
      passedMs = Math.max(nowMs, this.#busyUntilMs) + (bytes * BITS_PER_BYTE * MS_PER_S) / bandwidth;
      this.#busyUntilMs = passedMs;
    }
    const drawnMs = jitterMs === 0 ? 0 : jitterMs * (this.#random.next() / 2 ** 31 - 1);
    this.#lastMs = Math.max(this.#lastMs, passedMs + latencyMs + drawnMs);
    return this.#lastMs;
  }
}
