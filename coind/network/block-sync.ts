import type { Chain } from '../chain/types.ts';
import type { BlockNode } from '../chain/block-node.ts';
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
 * Maximum number of headers without their blocks. Headers cost nothing on this chain, so a peer could send any number;
 * at this limit only headers whose parent block has arrived are accepted.
 */
const MAX_BARE_HEADERS = 50_000;
/** Number of announcements with an unknown parent that counts as misbehaviour. */
const MAX_UNCONNECTED = 10;
/** So many of them are answered; by then a peer has the score of `BAN_SCORE`, unless it is exempt from it. */
const MAX_UNCONNECTED_ANSWERED = 50;
const MISBEHAVIOUR_SCORE = 20;

/** Time allowed for an answer with headers, until when transactions of the peer wait for it: it may never answer. */
const HEADERS_TIMEOUT_TICKS = 2;

interface SyncState {
  unconnected: number;
  /** Ticks left to wait for requested headers. */
  headersTicks: number;
  /** The peer has more headers, which are requested once the blocks of these have arrived. */
  more: boolean;
}

export interface BlockSyncDeps {
  readonly chain: Chain;
  readonly misbehave: Misbehave;
  /** All blocks that a peer has announced have arrived. */
  readonly onCaughtUp: (peer: Peer) => void;
  readonly maxBareHeaders?: number | undefined;
}

/** Synchronises to the chain with the most work: headers first, then their blocks, from all peers that have them. */
export class BlockSync implements ProtocolPart {
  readonly handlers: Readonly<Record<string, MessageHandler>>;
  readonly download: BlockDownload;
  readonly #chain: Chain;
  readonly #misbehave: Misbehave;
  readonly #onCaughtUp: (peer: Peer) => void;
  readonly #maxBareHeaders: number;
  readonly #states = new Map<Peer, SyncState>();
  /** The last locator, kept so that repeated announcements of unknown blocks do not walk the chain each time. */
  #locator: { readonly of: string; readonly hashes: readonly string[] } = { of: '', hashes: [] };
  #bareHeaders: number | undefined; // counted on first use, because a restore must take constant time

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
    this.#states.set(peer, { unconnected: 0, headersTicks: 0, more: false });
    this.download.join(peer);
    // From one before the best, so that a peer with the same chain answers with its tip.
    const best = this.#chain.bestHeader;
    this.#requestHeaders(peer, parentOf(this.#chain, best) ?? best);
  }

  left(peer: Peer): void {
    this.#states.delete(peer);
    this.download.leave(peer);
  }

  tick(): void {
    this.download.tick();
    for (const [peer, state] of this.#states) {
      if (state.headersTicks > 0) state.headersTicks -= 1;
      if (!this.isBehind(peer)) this.#onCaughtUp(peer);
    }
  }

  /** Whether headers or blocks of a peer have not arrived yet. */
  isBehind(peer: Peer): boolean {
    return (this.#states.get(peer)?.headersTicks ?? 0) > 0 || this.download.hasInFlight(peer);
  }

  /** A peer has announced blocks. */
  announced(peer: Peer, hashes: readonly string[]): void {
    let unknown: string | undefined;
    for (const hash of hashes) {
      const node = this.#chain.node(hash);
      if (node) this.download.has(peer, node);
      else unknown = hash;
    }
    if (unknown !== undefined) this.#requestHeaders(peer, this.#chain.bestHeader, unknown);
    this.download.proceed(peer);
  }

  /** A peer does not have a requested block. */
  missing(peer: Peer, hash: string): void {
    this.download.failed(peer, hash);
    this.download.proceedAll();
  }

  /** Requests everything again, after the chain was restored. */
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

  #requestHeaders(peer: Peer, from: BlockNode, stop = NULL_ID): void {
    const state = this.#states.get(peer);
    if (state) state.headersTicks = HEADERS_TIMEOUT_TICKS;
    if (this.#locator.of !== from.hash) this.#locator = { of: from.hash, hashes: locatorOf(this.#chain, from) };
    peer.send('getheaders', encodeLocator(this.#locator.hashes, stop));
  }

  #headers(peer: Peer, headers: readonly BlockHeader[]): void {
    const state = this.#states.get(peer);
    if (!state) return;
    state.headersTicks = 0;
    const first = headers[0];
    if (!first) return;
    if (headers.some((header, i) => i > 0 && header.previousHash !== headers[i - 1]!.hash)) {
      this.#misbehave(peer, MISBEHAVIOUR_SCORE, 'non-continuous headers');
      return;
    }
    if (!this.#chain.node(first.previousHash) && !this.#chain.node(first.hash)) {
      this.#unconnected(peer, state, headers);
      return;
    }
    state.unconnected = 0;
    const last = this.#acceptHeaders(peer, headers);
    if (!last) return;
    this.download.has(peer, last);
    const all = last.hash === headers.at(-1)!.hash;
    state.more = !all;
    if (all && headers.length === MAX_HEADERS) this.#requestHeaders(peer, last);
    if (all) this.download.fetchAnnounced(peer, last);
    this.download.proceed(peer);
  }

  #unconnected(peer: Peer, state: SyncState, headers: readonly BlockHeader[]): void {
    state.unconnected += 1;
    if (headers.length > MAX_HEADERS_ANNOUNCED) this.#misbehave(peer, blockScore('prev-blk-not-found'), 'headers with an unknown parent');
    // Limited, else two nodes with different chains would ask each other without end.
    else if (state.unconnected <= MAX_UNCONNECTED_ANSWERED) this.#requestHeaders(peer, this.#chain.bestHeader);
    if (state.unconnected % MAX_UNCONNECTED === 0)
      this.#misbehave(peer, MISBEHAVIOUR_SCORE, `${state.unconnected} announcements with an unknown parent`);
  }

  /** Accepts headers up to the first that is invalid or exceeds the limit. Returns the last accepted one. */
  #acceptHeaders(peer: Peer, headers: readonly BlockHeader[]): BlockNode | undefined {
    let last: BlockNode | undefined;
    let bare = (this.#bareHeaders ??= this.#countBareHeaders());
    for (const header of headers) {
      const known = this.#chain.node(header.hash);
      if (!known && bare >= this.#maxBareHeaders && !this.#chain.node(header.previousHash)?.txCount) break;
      const accepted = this.#chain.acceptHeader(header);
      if (!accepted.ok) {
        // A known header may have been marked invalid by the user: no score.
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
    const requested = this.download.received(peer, hash);
    const known = this.#chain.node(hash);
    if (!known?.hasData && (requested || this.#acceptsUnrequested(peer, block))) this.#acceptBlock(peer, block, known);
    this.#proceed(peer);
  }

  /**
   * Whether an unrequested block is accepted: it must have at least the work of the tip, and not be too far ahead. Of
   * other blocks only the header is kept.
   */
  #acceptsUnrequested(peer: Peer, { header }: Block): boolean {
    const parent = this.#chain.node(header.previousHash);
    if (!parent) {
      this.#misbehave(peer, blockScore('prev-blk-not-found'), 'a block with an unknown parent');
      this.#requestHeaders(peer, this.#chain.bestHeader, header.hash);
      return false;
    }
    const { tip } = this.#chain;
    if (parent.chainWork + workOf(header.bits) >= tip.chainWork && parent.height + 1 <= tip.height + LIMITED_BLOCKS) return true;
    this.#acceptHeaders(peer, [header]);
    return false;
  }

  #acceptBlock(peer: Peer, block: Block, known: BlockNode | undefined): void {
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
    this.#requestHeaders(peer, best);
  }
}
