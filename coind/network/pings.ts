import type { RandomSource } from '../random.ts';
import type { Clock } from '../clock.ts';
import { encodeU64 } from './messages.ts';
import type { MessageHandler, ProtocolPart } from './message-handler.ts';
import type { Peer } from './peer.ts';

const INTERVAL_TICKS = 120;
const TIMEOUT_TICKS = 1_200;
/** Resolution of the times. */
const MIN_SECONDS = 0.000_001;

interface PingState {
  /** Nonce of the unanswered ping; undefined without one. */
  nonce: bigint | undefined;
  sentMs: number; // monotonic
  ticks: number; // since the last ping
  lastSeconds?: number;
  minSeconds?: number;
}

/** Round-trip times of a peer, in seconds. */
export interface PingTimes {
  readonly last?: number;
  readonly min?: number;
  /** Time since an unanswered ping. */
  readonly waiting?: number;
}

const micro = (ms: number): number => Math.max(MIN_SECONDS, Math.round(ms * 1000) / 1_000_000);

/** Sends pings, and measures how long their answers take. */
export class Pings implements ProtocolPart {
  readonly handlers: Readonly<Record<string, MessageHandler>>;
  readonly #clock: Clock;
  readonly #random: RandomSource;
  readonly #states = new Map<Peer, PingState>();

  constructor(clock: Clock, random: RandomSource) {
    this.#clock = clock;
    this.#random = random;
    this.handlers = {
      ping: (peer, payload) => {
        // Before BIP 31 a ping has no nonce and no answer.
        if (payload.remaining >= 8) peer.send('pong', payload.bytes(8));
      },
      pong: (peer, payload) => this.#answered(peer, payload.remaining >= 8 ? payload.u64le() : undefined),
    };
  }

  joined(peer: Peer): void {
    this.#states.set(peer, { nonce: undefined, sentMs: 0, ticks: 0 });
    this.#send(peer);
  }

  left(peer: Peer): void {
    this.#states.delete(peer);
  }

  tick(): void {
    for (const [peer, state] of this.#states) {
      state.ticks += 1;
      if (state.nonce !== undefined && state.ticks > TIMEOUT_TICKS) peer.disconnect();
      else if (state.nonce === undefined && state.ticks >= INTERVAL_TICKS) this.#send(peer);
    }
  }

  /** Pings every peer. An unanswered ping is replaced. */
  all(): void {
    for (const peer of this.#states.keys()) this.#send(peer);
  }

  times(peer: Peer): PingTimes {
    const state = this.#states.get(peer);
    if (!state) return {};
    return {
      ...(state.lastSeconds !== undefined && { last: state.lastSeconds }),
      ...(state.minSeconds !== undefined && { min: state.minSeconds }),
      ...(state.nonce !== undefined && { waiting: micro(this.#clock.monotonic() - state.sentMs) }),
    };
  }

  #send(peer: Peer): void {
    const state = this.#states.get(peer)!;
    state.nonce = this.#random.bytes(8).readBigUInt64LE();
    state.sentMs = this.#clock.monotonic();
    state.ticks = 0;
    peer.send('ping', encodeU64(state.nonce));
  }

  #answered(peer: Peer, nonce: bigint | undefined): void {
    const state = this.#states.get(peer);
    if (!state || state.nonce === undefined || nonce !== state.nonce) return;
    state.nonce = undefined;
    state.lastSeconds = micro(this.#clock.monotonic() - state.sentMs);
    state.minSeconds = Math.min(state.minSeconds ?? Infinity, state.lastSeconds);
  }
}
