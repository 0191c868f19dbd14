import type { Chain } from '../chain/types.ts';
import type { BlockNode } from '../chain/block-node.ts';
import { isFailed } from '../chain/block-tree.ts';
import { BranchPoint, parentOf } from './chain-walk.ts';
import { LIMITED_BLOCKS } from './protocol.ts';
import type { Peer } from './peer.ts';

/** Maximum number of blocks requested from one peer at a time. */
const MAX_IN_FLIGHT = 16;
/** Maximum height of requested blocks above the first missing one. */
const DOWNLOAD_WINDOW = 1_024;
/** After this time without a requested block a peer is stalling: its blocks are requested from others. */
const STALL_TICKS = 20;
/** Pause in the requests to a stalling peer. */
const PAUSE_TICKS = 60;
/** After this time without a requested block the peer is disconnected. Honest peers on a slow machine take minutes. */
const DISCONNECT_TICKS = 600;

interface Queue {
  /** The block with the most work that the peer is known to have. */
  best: string | undefined;
  readonly branch: BranchPoint;
  /** Hashes of blocks up to `best` that were missing when it was announced, ascending. Blocks before `next` have arrived. */
  wanted: string[];
  next: number;
  readonly inFlight: Map<string, number>; // hash: height
  idleTicks: number;
  /** Ticks left of its pause. */
  pauseTicks: number;
  /** Ticks since it sent a block or had no block in flight. */
  overdueTicks: number;
}

/** Decides which block is requested from which peer. */
export class BlockDownload {
  readonly #chain: Chain;
  readonly #request: (peer: Peer, hashes: readonly string[]) => void;
  readonly #queues = new Map<Peer, Queue>();
  readonly #requestedFrom = new Map<string, Peer>();

  constructor(chain: Chain, request: (peer: Peer, hashes: readonly string[]) => void) {
    this.#chain = chain;
    this.#request = request;
  }

  join(peer: Peer): void {
    this.#queues.set(peer, {
      best: undefined,
      branch: new BranchPoint(this.#chain),
      wanted: [],
      next: 0,
      inFlight: new Map(),
      idleTicks: 0,
      pauseTicks: 0,
      overdueTicks: 0,
    });
  }

  leave(peer: Peer): void {
    const queue = this.#queues.get(peer);
    this.#queues.delete(peer);
    if (!queue) return;
    for (const hash of queue.inFlight.keys()) this.#requestedFrom.delete(hash);
    if (queue.inFlight.size > 0) this.proceedAll();
  }

  /** The block with the most work that a peer is known to have. */
  bestOf(peer: Peer): BlockNode | undefined {
    const best = this.#queues.get(peer)?.best;
    return best === undefined ? undefined : this.#chain.node(best);
  }

  /** The last block of the active chain that a peer is known to have. */
  commonWith(peer: Peer): BlockNode | undefined {
    const best = this.bestOf(peer);
    return best && this.#queues.get(peer)?.branch.of(best);
  }

  /** Heights of the blocks that are requested from a peer, ascending. */
  heightsInFlight(peer: Peer): number[] {
    return [...(this.#queues.get(peer)?.inFlight.values() ?? [])].sort((a, b) => a - b);
  }

  /** Whether requested blocks of a peer have not arrived yet. */
  hasInFlight(peer: Peer): boolean {
    return (this.#queues.get(peer)?.inFlight.size ?? 0) > 0;
  }

  /** Whether there is nothing left to request from a peer. */
  isIdle(peer: Peer): boolean {
    const queue = this.#queues.get(peer);
    return queue !== undefined && queue.inFlight.size === 0 && queue.next >= queue.wanted.length;
  }

  /** A peer has this block and all its ancestors. */
  has(peer: Peer, node: BlockNode): void {
    const queue = this.#queues.get(peer);
    if (!queue) return;
    const best = this.bestOf(peer);
    if (best && best.chainWork > node.chainWork) return;
    queue.best = node.hash;
    this.#want(queue, node);
  }

  /** A block has arrived from a peer. Returns whether it was requested. */
  received(peer: Peer, hash: string): boolean {
    const queue = this.#queues.get(peer);
    if (!queue?.inFlight.delete(hash)) return false;
    this.#requestedFrom.delete(hash);
    queue.idleTicks = 0;
    queue.pauseTicks = 0;
    queue.overdueTicks = 0;
    return true;
  }

  /** A peer does not have a requested block, or sent an invalid one. */
  failed(peer: Peer, hash: string): void {
    const queue = this.#queues.get(peer);
    if (!queue) return;
    if (queue.inFlight.delete(hash)) this.#requestedFrom.delete(hash);
    queue.best = undefined;
    queue.wanted = [];
    queue.next = 0;
  }

  /** Requests blocks of a peer that are not requested from others. */
  proceed(peer: Peer): void {
    const queue = this.#queues.get(peer);
    const best = this.bestOf(peer);
    if (!queue || !best || queue.pauseTicks > 0 || !peer.hasWitness) return;
    // A peer that serves no blocks may still have the blocks that it has just announced.
    if (!peer.hasBlocks && queue.wanted.length - queue.next > MAX_IN_FLIGHT) return;
    if (best.chainWork < this.#chain.tip.chainWork) return;
    const found: BlockNode[] = [];
    let last = Infinity;
    for (let i = queue.next; i < queue.wanted.length && queue.inFlight.size + found.length < MAX_IN_FLIGHT; i++) {
      const hash = queue.wanted[i]!;
      const node = this.#chain.node(hash);
      if (!node || isFailed(node)) break;
      if (node.hasData) {
        if (i === queue.next) queue.next = i + 1;
        continue;
      }
      if (last === Infinity) last = node.height + DOWNLOAD_WINDOW;
      if (node.height > last) break;
      if (this.#requestedFrom.has(hash) || (!peer.hasAllBlocks && node.height <= best.height - LIMITED_BLOCKS)) continue;
      found.push(node);
    }
    this.#requestFrom(peer, found);
  }

  /**
   * Requests a block that a peer has just announced, and the few before it that are missing, if they can become the active
   * chain: also from a peer whose best chain has a block that does not arrive.
   */
  fetchAnnounced(peer: Peer, last: BlockNode): void {
    const queue = this.#queues.get(peer);
    if (!queue || !peer.hasWitness || last.chainWork < this.#chain.tip.chainWork) return;
    const missing: BlockNode[] = [];
    let at: BlockNode | undefined = last;
    for (; at && !this.#chain.isActive(at); at = parentOf(this.#chain, at)) {
      if (isFailed(at) || missing.length > MAX_IN_FLIGHT) return; // a long branch is requested from its beginning
      if (!at.hasData && !this.#requestedFrom.has(at.hash)) missing.push(at);
    }
    this.#requestFrom(peer, missing.reverse().slice(0, MAX_IN_FLIGHT - queue.inFlight.size));
  }

  proceedAll(): void {
    for (const peer of this.#queues.keys()) this.proceed(peer);
  }

  /** Pauses stalling peers and requests their blocks from others. Disconnects peers that keep stalling, unless the user named them. */
  tick(): void {
    let freed = false;
    for (const [peer, queue] of this.#queues) {
      if (queue.inFlight.size === 0 && queue.pauseTicks === 0) {
        queue.idleTicks = 0;
        queue.overdueTicks = 0;
        continue;
      }
      queue.overdueTicks += 1;
      if (queue.overdueTicks > DISCONNECT_TICKS && !peer.manual) peer.disconnect();
      if (queue.pauseTicks > 0) {
        queue.pauseTicks -= 1;
        if (queue.pauseTicks === 0) freed = true;
      } else {
        queue.idleTicks += 1;
        if (queue.idleTicks > STALL_TICKS) {
          this.#release(queue);
          freed = true;
        }
      }
    }
    if (freed) this.proceedAll();
  }

  #requestFrom(peer: Peer, nodes: readonly BlockNode[]): void {
    if (nodes.length === 0) return;
    const { inFlight } = this.#queues.get(peer)!;
    for (const { hash, height } of nodes) {
      inFlight.set(hash, height);
      this.#requestedFrom.set(hash, peer);
    }
    this.#request(
      peer,
      nodes.map(({ hash }) => hash),
    );
  }

  #release(queue: Queue): void {
    for (const hash of queue.inFlight.keys()) this.#requestedFrom.delete(hash);
    queue.inFlight.clear();
    queue.idleTicks = 0;
    queue.pauseTicks = PAUSE_TICKS;
  }

  /** Forgets all requests, after the chain was restored. */
  reset(): void {
    this.#requestedFrom.clear();
    for (const peer of this.#queues.keys()) this.join(peer);
  }

  #want(queue: Queue, best: BlockNode): void {
    const tail = queue.wanted.at(-1);
    const path: string[] = [];
    let at: BlockNode | undefined = best;
    // Back to the last ancestor with a complete chain of blocks; blocks may arrive out of order.
    while (at && at.chainTxCount === 0 && at.hash !== tail) {
      path.push(at.hash);
      at = parentOf(this.#chain, at);
    }
    const kept = tail !== undefined && at?.hash === tail ? queue.wanted.slice(queue.next) : [];
    queue.wanted = kept.concat(path.reverse());
    queue.next = 0;
  }
}
