import type { BlockNode, Chain } from '../chain/types.ts';
import { BranchPoint, parentOf } from './chain-walk.ts';
import { LIMITED_BLOCKS } from './protocol.ts';
import type { Peer } from './peer.ts';

/** Blocks that are asked of one peer at a time. */
const MAX_IN_FLIGHT = 16;
/** Blocks are asked for no further ahead than this of the first that is missing. */
const WINDOW = 1_024;
/** Of a peer that owes blocks and sends none for so many ticks others are asked instead. */
const PATIENCE_TICKS = 20;
/** For so long it is asked for nothing. */
const REST_TICKS = 60;
/** After so many ticks without a block that it was asked for it is left: on a slow machine honest peers take minutes. */
const LEAVE_TICKS = 600;

interface Queue {
  /** The block with the most work that the peer is known to have. */
  best: string | undefined;
  readonly branch: BranchPoint;
  /** Hashes up to `best` whose blocks were missing when it was announced, ascending; those before `next` are there. */
  wanted: string[];
  next: number;
  readonly inFlight: Map<string, number>; // hash: height
  idleTicks: number;
  restTicks: number;
  /** Since it sent a block or owed none. */
  owingTicks: number;
}

/** Which blocks are asked of which peer. */
export class BlockDownload {
  readonly #chain: Chain;
  readonly #request: (peer: Peer, hashes: readonly string[]) => void;
  readonly #queues = new Map<Peer, Queue>();
  readonly #askedOf = new Map<string, Peer>();

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
      restTicks: 0,
      owingTicks: 0,
    });
  }

  leave(peer: Peer): void {
    const queue = this.#queues.get(peer);
    this.#queues.delete(peer);
    if (!queue) return;
    for (const hash of queue.inFlight.keys()) this.#askedOf.delete(hash);
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

  /** Heights that are asked of a peer, ascending. */
  heightsInFlight(peer: Peer): number[] {
    return [...(this.#queues.get(peer)?.inFlight.values() ?? [])].sort((a, b) => a - b);
  }

  /** Whether a peer was asked for blocks that have not come yet. */
  owes(peer: Peer): boolean {
    return (this.#queues.get(peer)?.inFlight.size ?? 0) > 0;
  }

  /** Whether nothing is left to ask a peer for. */
  isIdle(peer: Peer): boolean {
    const queue = this.#queues.get(peer);
    return queue !== undefined && queue.inFlight.size === 0 && queue.next >= queue.wanted.length;
  }

  /** A peer has this block, and so all before it. */
  has(peer: Peer, node: BlockNode): void {
    const queue = this.#queues.get(peer);
    if (!queue) return;
    const best = this.bestOf(peer);
    if (best && best.chainWork > node.chainWork) return;
    queue.best = node.hash;
    this.#want(queue, node);
  }

  /** A block has come from a peer. Whether it was asked for. */
  came(peer: Peer, hash: string): boolean {
    const queue = this.#queues.get(peer);
    if (!queue?.inFlight.delete(hash)) return false;
    this.#askedOf.delete(hash);
    queue.idleTicks = 0;
    queue.restTicks = 0;
    queue.owingTicks = 0;
    return true;
  }

  /** A peer does not have a block that it was asked for, or it was not valid. */
  failed(peer: Peer, hash: string): void {
    const queue = this.#queues.get(peer);
    if (!queue) return;
    if (queue.inFlight.delete(hash)) this.#askedOf.delete(hash);
    queue.best = undefined;
    queue.wanted = [];
    queue.next = 0;
  }

  /** Asks a peer for what it has and others were not asked for. */
  proceed(peer: Peer): void {
    const queue = this.#queues.get(peer);
    const best = this.bestOf(peer);
    if (!queue || !best || queue.restTicks > 0 || !peer.hasWitness) return;
    // Who keeps no blocks for others may yet have those that it has just announced.
    if (!peer.hasBlocks && queue.wanted.length - queue.next > MAX_IN_FLIGHT) return;
    if (best.chainWork < this.#chain.tip.chainWork) return;
    const found: string[] = [];
    let last = Infinity;
    for (let i = queue.next; i < queue.wanted.length && queue.inFlight.size < MAX_IN_FLIGHT; i++) {
      const hash = queue.wanted[i]!;
      const node = this.#chain.node(hash);
      if (!node || node.validity === 'failed' || node.validity === 'failed-parent') break;
      if (node.hasData) {
        if (i === queue.next) queue.next = i + 1;
        continue;
      }
      if (last === Infinity) last = node.height + WINDOW;
      if (node.height > last) break;
      if (this.#askedOf.has(hash) || (!peer.hasAllBlocks && node.height <= best.height - LIMITED_BLOCKS)) continue;
      queue.inFlight.set(hash, node.height);
      this.#askedOf.set(hash, peer);
      found.push(hash);
    }
    if (found.length > 0) this.#request(peer, found);
  }

  proceedAll(): void {
    for (const peer of this.#queues.keys()) this.proceed(peer);
  }

  /** Lets peers rest that stall, and asks others instead. Parts from those that go on so, unless the user has named them. */
  tick(): void {
    let freed = false;
    for (const [peer, queue] of this.#queues) {
      if (queue.inFlight.size === 0 && queue.restTicks === 0) {
        queue.idleTicks = 0;
        queue.owingTicks = 0;
        continue;
      }
      queue.owingTicks += 1;
      if (queue.owingTicks > LEAVE_TICKS && !peer.manual) peer.disconnect();
      if (queue.restTicks > 0) {
        queue.restTicks -= 1;
        if (queue.restTicks === 0) freed = true;
      } else {
        queue.idleTicks += 1;
        if (queue.idleTicks > PATIENCE_TICKS) {
          this.#release(queue);
          freed = true;
        }
      }
    }
    if (freed) this.proceedAll();
  }

  #release(queue: Queue): void {
    for (const hash of queue.inFlight.keys()) this.#askedOf.delete(hash);
    queue.inFlight.clear();
    queue.idleTicks = 0;
    queue.restTicks = REST_TICKS;
  }

  /** Forgets all: the chain is another one. */
  reset(): void {
    this.#askedOf.clear();
    for (const peer of this.#queues.keys()) this.join(peer);
  }

  #want(queue: Queue, best: BlockNode): void {
    const tail = queue.wanted.at(-1);
    const path: string[] = [];
    let at: BlockNode | undefined = best;
    // Back to where nothing before is missing; blocks may have come out of order.
    while (at && at.chainTxCount === 0 && at.hash !== tail) {
      path.push(at.hash);
      at = parentOf(this.#chain, at);
    }
    const kept = tail !== undefined && at?.hash === tail ? queue.wanted.slice(queue.next) : [];
    queue.wanted = kept.concat(path.reverse());
    queue.next = 0;
  }
}
