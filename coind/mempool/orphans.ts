import type { RandomSource } from '../random.ts';
import type { Clock } from '../clock.ts';
import type { Block, Transaction } from '../primitives/types.ts';
import { outpointKey } from '../primitives/outpoint.ts';

/** A transaction with missing parents, and the peer that sent it. */
export interface Orphan {
  readonly transaction: Transaction;
  readonly peerId: number;
}

/** Transactions with unknown parents, kept for a limited time in case the parents arrive. In memory only. */
export interface Orphans {
  readonly size: number;
  has(txid: string): boolean;
  get(txid: string): Orphan | undefined;
  /** Returns false if it is a duplicate or too large. May evict others at random. */
  add(transaction: Transaction, peerId: number): boolean;
  /** Orphans that spend an output of the transaction, in order of arrival, to be submitted again. */
  childrenOf(transaction: Transaction): readonly Orphan[];
  remove(txid: string): void;
  /** Removes the orphans that a peer sent; returns their number. */
  removePeer(peerId: number): number;
  /** Removes orphans that the block contains or conflicts with. */
  blockConnected(block: Block): void;
}

/** Limits of the family: 100 orphans, none above the standard weight, none for longer than 20 minutes. */
const MAX_ORPHANS = 100;
const MAX_ORPHAN_WEIGHT = 400_000;
const EXPIRY_SECONDS = 20 * 60;
/** The sweep for expired ones runs at most this often. */
const SWEEP_SECONDS = 5 * 60;

interface Held extends Orphan {
  readonly expiresAt: number;
}

interface OrphansDeps {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly maxOrphans?: number;
}

export function createOrphans(deps: OrphansDeps): Orphans {
  return new OrphanPool(deps);
}

class OrphanPool implements Orphans {
  readonly #clock: Clock;
  readonly #random: RandomSource;
  readonly #maxOrphans: number;
  readonly #held = new Map<string, Held>();
  /** Orphans that spend an outpoint. */
  readonly #spenders = new Map<string, Set<string>>();
  #nextSweep = 0;

  constructor({ clock, random, maxOrphans = MAX_ORPHANS }: OrphansDeps) {
    this.#clock = clock;
    this.#random = random;
    this.#maxOrphans = maxOrphans;
  }

  get size(): number {
    return this.#held.size;
  }

  has(txid: string): boolean {
    return this.#held.has(txid);
  }

  get(txid: string): Orphan | undefined {
    return this.#held.get(txid);
  }

  add(transaction: Transaction, peerId: number): boolean {
    if (this.#held.has(transaction.txid) || transaction.weight > MAX_ORPHAN_WEIGHT) return false;
    this.#held.set(transaction.txid, { transaction, peerId, expiresAt: this.#clock.seconds() + EXPIRY_SECONDS });
    for (const input of transaction.inputs) {
      const key = outpointKey(input);
      const set = this.#spenders.get(key);
      if (set === undefined) this.#spenders.set(key, new Set([transaction.txid]));
      else set.add(transaction.txid);
    }
    this.#evictExcess();
    return true;
  }

  childrenOf({ txid, outputs }: Transaction): readonly Orphan[] {
    if (this.#held.size === 0) return [];
    const found = new Set<string>();
    for (let vout = 0; vout < outputs.length; vout += 1)
      for (const child of this.#spenders.get(outpointKey({ txid, vout })) ?? []) found.add(child);
    return [...found].map((child) => this.#held.get(child)!);
  }

  remove(txid: string): void {
    const orphan = this.#held.get(txid);
    if (orphan === undefined) return;
    this.#held.delete(txid);
    for (const input of orphan.transaction.inputs) {
      const key = outpointKey(input);
      const set = this.#spenders.get(key);
      set?.delete(txid);
      if (set?.size === 0) this.#spenders.delete(key);
    }
  }

  removePeer(peerId: number): number {
    const gone = [...this.#held].filter(([, orphan]) => orphan.peerId === peerId);
    for (const [txid] of gone) this.remove(txid);
    return gone.length;
  }

  blockConnected({ transactions }: Block): void {
    if (this.#held.size === 0) return;
    for (const { inputs } of transactions)
      for (const input of inputs) for (const txid of this.#spenders.get(outpointKey(input)) ?? []) this.remove(txid);
  }

  #evictExcess(): void {
    const now = this.#clock.seconds();
    if (now >= this.#nextSweep) {
      this.#nextSweep = now + SWEEP_SECONDS;
      for (const [txid, orphan] of this.#held) if (orphan.expiresAt <= now) this.remove(txid);
    }
    while (this.#held.size > this.#maxOrphans) {
      // At random, so that a flood cannot choose which orphans are evicted.
      const txids = [...this.#held.keys()];
      this.remove(txids[this.#random.below(txids.length)]!);
    }
  }
}
