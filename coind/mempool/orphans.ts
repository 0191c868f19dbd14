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

export function createOrphans(deps: { readonly clock: Clock; readonly random: RandomSource; readonly maxOrphans?: number }): Orphans {
  const { clock, random, maxOrphans = MAX_ORPHANS } = deps;
  const held = new Map<string, Held>();
  const spenders = new Map<string, Set<string>>(); // outpoint: orphans that spend it
  let nextSweep = 0;

  const remove = (txid: string): void => {
    const orphan = held.get(txid);
    if (orphan === undefined) return;
    held.delete(txid);
    for (const input of orphan.transaction.inputs) {
      const key = outpointKey(input);
      const set = spenders.get(key);
      set?.delete(txid);
      if (set?.size === 0) spenders.delete(key);
    }
  };

  const evictExcess = (): void => {
    const now = clock.seconds();
    if (now >= nextSweep) {
      nextSweep = now + SWEEP_SECONDS;
      for (const [txid, orphan] of held) if (orphan.expiresAt <= now) remove(txid);
    }
    while (held.size > maxOrphans) {
      // At random, so that a flood cannot choose which orphans are evicted.
      const txids = [...held.keys()];
      remove(txids[random.below(txids.length)]!);
    }
  };

  return {
    get size() {
      return held.size;
    },
    has: (txid) => held.has(txid),
    get: (txid) => held.get(txid),
    add(transaction, peerId) {
      if (held.has(transaction.txid) || transaction.weight > MAX_ORPHAN_WEIGHT) return false;
      held.set(transaction.txid, { transaction, peerId, expiresAt: clock.seconds() + EXPIRY_SECONDS });
      for (const input of transaction.inputs) {
        const key = outpointKey(input);
        const set = spenders.get(key);
        if (set === undefined) spenders.set(key, new Set([transaction.txid]));
        else set.add(transaction.txid);
      }
      evictExcess();
      return true;
    },
    childrenOf(transaction) {
      if (held.size === 0) return [];
      const found = new Set<string>();
      for (let vout = 0; vout < transaction.outputs.length; vout += 1)
        for (const txid of spenders.get(outpointKey({ txid: transaction.txid, vout })) ?? []) found.add(txid);
      return [...found].map((txid) => held.get(txid)!);
    },
    remove,
    removePeer(peerId) {
      const gone = [...held].filter(([, orphan]) => orphan.peerId === peerId);
      for (const [txid] of gone) remove(txid);
      return gone.length;
    },
    blockConnected(block) {
      if (held.size === 0) return;
      for (const transaction of block.transactions)
        for (const input of transaction.inputs) for (const txid of spenders.get(outpointKey(input)) ?? []) remove(txid);
    },
  };
}
