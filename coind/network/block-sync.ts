import type { BlockNode, Chain } from '../chain/types.ts';
import type { ByteReader } from '../primitives/byte-reader.ts';
import { readBlock } from '../primitives/block.ts';
import { workOf } from '../primitives/compact-bits.ts';
import { NULL_ID } from '../primitives/transaction.ts';
import type { Block, BlockHeader } from '../primitives/types.ts';
import { BlockDownload } from './block-download.ts';
import { locatorOf, parentOf } from './chain-walk.ts';
import { encodeInventory, encodeLocator, readHeaders } from './messages.ts';
import { blockScore } from './misbehaviour.ts';
import type { MessageHandler, Misbehave, ProtocolPart } from './message-handler.ts';
import type { Peer } from './peer.ts';
import { INVENTORY, LIMITED_BLOCKS, MAX_HEADERS, MAX_HEADERS_ANNOUNCED } from './protocol.ts';

/**
 * Headers whose blocks never came. On this chain headers cost nothing, so a peer could make us hold any number; with
 * so many, only those count that follow upon a block that is here.
 */
const MAX_BARE_HEADERS = 50_000;
/** Announcements that lead nowhere until they count as misbehaviour. */
const MAX_UNCONNECTED = 10;
const MISBEHAVED = 20;

/** For so many ticks an answer with headers is waited for. */
const PATIENCE_TICKS = 20;

interface SyncState {
  unconnected: number;
  /** Ticks left to wait for headers that were asked for. */
  awaitsHeaders: number;
  /** The peer has more headers, which are asked for once the blocks of these are here. */
  more: boolean;
}

export interface BlockSyncDeps {
  readonly chain: Chain;
  readonly misbehave: Misbehave;
  /** A peer owes nothing any more that it has announced. */
  readonly onCaughtUp: (peer: Peer) => void;
  readonly maxBareHeaders?: number | undefined;
}

/** Follows the chain with the most work: headers first, then their blocks, from all peers that have them. */
export class BlockSync implements ProtocolPart {
  readonly handlers: Readonly<Record<string, MessageHandler>>;
  readonly download: BlockDownload;
  readonly #chain: Chain;
  readonly #misbehave: Misbehave;
  readonly #onCaughtUp: (peer: Peer) => void;
  readonly #maxBareHeaders: number;
  readonly #states = new Map<Peer, SyncState>();
  /** The last one; whoever names unknown blocks again and again must not make us walk the chain each time. */
  #locator: { readonly of: string; readonly hashes: readonly string[] } = { of: '', hashes: [] };
  #bareHeaders: number | undefined; // counted when first asked for: a restore must not take longer than its moment

  constructor({ chain, misbehave, onCaughtUp, maxBareHeaders = MAX_BARE_HEADERS }: BlockSyncDeps) {
    this.#chain = chain;
    this.#misbehave = misbehave;
    this.#onCaughtUp = onCaughtUp;
    this.#maxBareHeaders = maxBareHeaders;
    this.download = new BlockDownload(chain, (peer, hashes) => {
      peer.send('getdata', encodeInventory(hashes.map((id) => ({ type: INVENTORY.block | INVENTORY.witnessFlag, id }))));
    });
    this.handlers = {
      headers: (peer, payload) => {
        this.#headers(peer, readHeaders(payload, MAX_HEADERS));
        if (!this.isBehind(peer)) this.#onCaughtUp(peer);
      },
      block: (peer, payload) => {
        this.#block(peer, payload);
        if (!this.isBehind(peer)) this.#onCaughtUp(peer);
      },
    };
  }

  joined(peer: Peer): void {
    this.#states.set(peer, { unconnected: 0, awaitsHeaders: 0, more: false });
    this.download.join(peer);
    // From one before the best, so that a peer with the same chain answers with its tip.
    const best = this.#chain.bestHeader;
    this.#askHeaders(peer, parentOf(this.#chain, best) ?? best);
  }

  left(peer: Peer): void {
    this.#states.delete(peer);
    this.download.leave(peer);
  }

  tick(): void {
    this.download.tick();
    for (const [peer, state] of this.#states) {
      if (state.awaitsHeaders > 0) state.awaitsHeaders -= 1;
      if (!this.isBehind(peer)) this.#onCaughtUp(peer);
    }
  }

  /** Whether blocks that a peer has announced are still to come from it. */
  isBehind(peer: Peer): boolean {
    return (this.#states.get(peer)?.awaitsHeaders ?? 0) > 0 || this.download.owes(peer);
  }

  /** A peer has named blocks that it has. */
  announced(peer: Peer, hashes: readonly string[]): void {
    let unknown: string | undefined;
    for (const hash of hashes) {
      const node = this.#chain.node(hash);
      if (node) this.download.has(peer, node);
      else unknown = hash;
    }
    if (unknown !== undefined) this.#askHeaders(peer, this.#chain.bestHeader, unknown);
    this.download.proceed(peer);
  }

  /** A peer does not have a block that it was asked for. */
  missing(peer: Peer, hash: string): void {
    this.download.failed(peer, hash);
    this.download.proceedAll();
  }

  /** The chain was set back or forward by hand: everything is asked for again. */
  restart(): void {
    this.#bareHeaders = undefined;
    this.download.reset();
    for (const peer of this.#states.keys()) this.joined(peer);
  }

  #countBareHeaders(): number {
    let count = 0;
    for (const { txCount } of this.#chain.nodes()) if (txCount === 0) count += 1;
    return count;
  }

  #askHeaders(peer: Peer, from: BlockNode, stop = NULL_ID): void {
    const state = this.#states.get(peer);
    if (state) state.awaitsHeaders = PATIENCE_TICKS;
    if (this.#locator.of !== from.hash) this.#locator = { of: from.hash, hashes: locatorOf(this.#chain, from) };
    peer.send('getheaders', encodeLocator(this.#locator.hashes, stop));
  }

  #headers(peer: Peer, headers: readonly BlockHeader[]): void {
    const state = this.#states.get(peer);
    if (!state) return;
    state.awaitsHeaders = 0;
    const first = headers[0];
    if (!first) return;
    if (headers.some((header, i) => i > 0 && header.previousHash !== headers[i - 1]!.hash)) {
      this.#misbehave(peer, MISBEHAVED, 'headers that do not follow each other');
      return;
    }
    if (!this.#chain.node(first.previousHash) && !this.#chain.node(first.hash)) {
      this.#unconnected(peer, state, headers);
      return;
    }
    state.unconnected = 0;
    const last = this.#accept(peer, headers);
    if (!last) return;
    this.download.has(peer, last);
    const all = last.hash === headers.at(-1)!.hash;
    state.more = !all;
    if (all && headers.length === MAX_HEADERS) this.#askHeaders(peer, last);
    this.download.proceed(peer);
  }

  #unconnected(peer: Peer, state: SyncState, headers: readonly BlockHeader[]): void {
    state.unconnected += 1;
    if (headers.length > MAX_HEADERS_ANNOUNCED) this.#misbehave(peer, blockScore('prev-blk-not-found'), 'headers that follow upon nothing');
    // No more often, or two strange chains would ask each other without end.
    else if (state.unconnected <= MAX_UNCONNECTED) this.#askHeaders(peer, this.#chain.bestHeader);
    if (state.unconnected % MAX_UNCONNECTED === 0)
      this.#misbehave(peer, MISBEHAVED, `${state.unconnected} announcements that follow upon nothing`);
  }

  /** Keeps headers up to the first that is refused or too many. Gives the last that is kept. */
  #accept(peer: Peer, headers: readonly BlockHeader[]): BlockNode | undefined {
    let last: BlockNode | undefined;
    let bare = (this.#bareHeaders ??= this.#countBareHeaders());
    for (const header of headers) {
      const known = this.#chain.node(header.hash);
      if (!known && bare >= this.#maxBareHeaders && !this.#chain.node(header.previousHash)?.txCount) break;
      const accepted = this.#chain.acceptHeader(header);
      if (!accepted.ok) {
        // What it has of the chain was not refused for its own sake where it is known already.
        this.#misbehave(peer, known ? 0 : blockScore(accepted.reason), `header: ${accepted.reason}`);
        return undefined;
      }
      if (!known) this.#bareHeaders = bare += 1;
      last = this.#chain.node(header.hash);
    }
    return last;
  }

  #block(peer: Peer, payload: ByteReader): void {
    const block = readBlock(payload);
    const { hash } = block.header;
    const requested = this.download.came(peer, hash);
    const known = this.#chain.node(hash);
    if (!known?.hasData && (requested || this.#isWelcome(peer, block))) this.#take(peer, block, known);
    this.#proceed(peer);
  }

  /** Whether a block that was not asked for leads on: with as much work as the tip, and not too far ahead. Of others the header is kept. */
  #isWelcome(peer: Peer, { header }: Block): boolean {
    const parent = this.#chain.node(header.previousHash);
    if (!parent) {
      this.#misbehave(peer, blockScore('prev-blk-not-found'), 'a block that follows upon nothing');
      this.#askHeaders(peer, this.#chain.bestHeader, header.hash);
      return false;
    }
    const { tip } = this.#chain;
    if (parent.chainWork + workOf(header.bits) >= tip.chainWork && parent.height + 1 <= tip.height + LIMITED_BLOCKS) return true;
    this.#accept(peer, [header]);
    return false;
  }

  #take(peer: Peer, block: Block, known: BlockNode | undefined): void {
    const { hash } = block.header;
    const accepted = this.#chain.acceptBlock(block);
    const node = this.#chain.node(hash);
    if (node?.hasData && known && this.#bareHeaders !== undefined) this.#bareHeaders -= 1;
    if (accepted.ok) {
      if (node) this.download.has(peer, node);
      return;
    }
    this.download.failed(peer, hash);
    this.#misbehave(peer, blockScore(accepted.reason), `block ${hash}: ${accepted.reason}`);
    this.download.proceedAll();
  }

  #proceed(peer: Peer): void {
    this.download.proceed(peer);
    const state = this.#states.get(peer);
    const best = this.download.bestOf(peer);
    if (!state?.more || !best || !this.download.isIdle(peer)) return;
    state.more = false;
    this.#askHeaders(peer, best);
  }
}
