import { mayHavePeers } from '../fixtures/targets/profiles.ts';
import type { ProfileName } from '../fixtures/targets/types.ts';

/**
 * The places for nodes that may run at once. A session takes those for all of its nodes before it starts the first, so that no job
 * holds one while it waits for another. First come, first served.
 */
export class NodeSlots {
  readonly #capacity: number;
  /** Profiles whose nodes run alone: a session with one takes all places. */
  readonly #alone: readonly ProfileName[];
  #free: number;
  readonly #waiting: { readonly count: number; readonly go: () => void }[] = [];

  constructor(capacity: number, alone: readonly ProfileName[] = []) {
    this.#capacity = capacity;
    this.#alone = alone;
    this.#free = capacity;
  }

  /** Waits for the places of a session with nodes of this profile. Returns their number, for `release`. */
  async take(profile: ProfileName): Promise<number> {
    // With a single place, a node and its peer must run nevertheless.
    const count = this.#alone.includes(profile) ? this.#capacity : Math.min(this.#capacity, nodesOf(profile));
    if (this.#waiting.length === 0 && this.#free >= count) this.#free -= count;
    else await new Promise<void>((go) => this.#waiting.push({ count, go }));
    return count;
  }

  release(count: number): void {
    this.#free += count;
    for (let next = this.#waiting[0]; next && this.#free >= next.count; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.count;
      next.go();
    }
  }
}

/** Number of nodes of a session: one, and its peer. */
function nodesOf(profile: ProfileName): number {
  return mayHavePeers(profile) ? 2 : 1;
}
