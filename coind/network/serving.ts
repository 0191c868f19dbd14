import type { Chain } from '../chain/types.ts';
import type { BlockNode } from '../chain/block-node.ts';
import type { Clock } from '../clock.ts';
import type { ByteReader } from '../primitives/byte-reader.ts';
import { workOf } from '../primitives/compact-bits.ts';
import { NULL_ID } from '../primitives/transaction.ts';
import type { Block } from '../primitives/types.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import type { BlockAnnouncer } from './block-announcer.ts';
import {
  encodeHeaders,
  encodeInventory,
  isBlock,
  isTransaction,
  readInventory,
  readLocator,
  TooManyItemsError,
  wantsWitness,
  type InventoryItem,
  type Locator,
} from './messages.ts';
import type { MessageHandler, ProtocolPart } from './message-handler.ts';
import type { Peer } from './peer.ts';
import { INVENTORY, LIMITED_BLOCKS, MAX_BLOCK_INVENTORY, MAX_HEADERS, MAX_INVENTORY_ITEMS, MAX_LOCATOR_HASHES } from './protocol.ts';
import type { Traffic } from './traffic.ts';
import type { TransactionRelay } from './transaction-relay.ts';

/** Blocks older than this are historical: they are not served near the upload target. */
const HISTORY_SECONDS = 7 * 86_400;
/** Maximum age of served stale blocks, by their time and by the work since. */
const STALE_SECONDS = 30 * 86_400;

export interface ServingDeps {
  readonly chain: Chain;
  readonly clock: Clock;
  readonly traffic: Traffic;
  readonly announcer: BlockAnnouncer;
  readonly relay: TransactionRelay;
  /** Whether old blocks are removed. */
  readonly pruned: boolean;
  readonly targetSpacingSeconds: number;
}

/** Serves headers, blocks and transactions to peers, no faster than they read. */
export class Serving implements ProtocolPart {
  readonly handlers: Readonly<Record<string, MessageHandler>>;
  readonly #deps: ServingDeps;
  readonly #wanted = new Map<Peer, InventoryItem[]>(); // requested items that are not sent yet

  constructor(deps: ServingDeps) {
    this.#deps = deps;
    this.handlers = {
      getdata: (peer, payload) => {
        this.#wanted.set(peer, readInventory(payload, MAX_INVENTORY_ITEMS));
        this.proceed(peer);
      },
      getheaders: (peer, payload) => this.#located(peer, payload, (locator) => this.#headers(peer, locator)),
      getblocks: (peer, payload) => this.#located(peer, payload, (locator) => this.#inventory(peer, locator)),
      // These messages need bloom filters, which this node does not support.
      mempool: (peer) => peer.disconnect(),
      filterload: (peer) => peer.disconnect(),
      filteradd: (peer) => peer.disconnect(),
      filterclear: (peer) => peer.disconnect(),
    };
  }

  left(peer: Peer): void {
    this.#wanted.delete(peer);
  }

  /** Whether requested items are not sent yet: further requests of the peer wait. */
  isBusy(peer: Peer): boolean {
    return this.#wanted.has(peer);
  }

  /** Sends requested items as long as the peer reads. */
  proceed(peer: Peer): void {
    const wanted = this.#wanted.get(peer);
    if (!wanted) return;
    const missing: InventoryItem[] = [];
    let done = 0;
    while (done < wanted.length && !peer.congested && !peer.closed) {
      const item = wanted[done++]!;
      if (!this.#send(peer, item)) missing.push(item);
    }
    if (missing.length > 0) peer.send('notfound', encodeInventory(missing));
    if (done === wanted.length || peer.closed) this.#wanted.delete(peer);
    else this.#wanted.set(peer, wanted.slice(done));
  }

  /** Returns false if the item is not available. */
  #send(peer: Peer, item: InventoryItem): boolean {
    if (isBlock(item)) return this.#sendBlock(peer, item);
    if (!isTransaction(item)) return true; // unknown types are ignored, as in nodes of this family
    const transaction = this.#deps.relay.serve(item.id);
    if (!transaction) return false;
    peer.send('tx', wantsWitness(item) ? transaction.bytes : transaction.strippedBytes);
    return true;
  }

  #sendBlock(peer: Peer, item: InventoryItem): boolean {
    const { chain, clock, traffic, pruned } = this.#deps;
    const node = chain.node(item.id);
    if (!node?.hasData || !this.#isServed(node)) return false;
    // A pruned node serves the last blocks only: others would reveal how far it has pruned (BIP 159).
    if (pruned && node.height < chain.tip.height - LIMITED_BLOCKS - 2) return false;
    if (node.header.time < clock.seconds() - HISTORY_SECONDS && !traffic.uploadTarget.servesHistoricalBlocks && !peer.manual) {
      peer.disconnect();
      return true;
    }
    const block = chain.block(item.id);
    if (!block) return false;
    peer.send('block', wantsWitness(item) ? block.bytes : strippedBytes(block));
    return true;
  }

  /** As in nodes of this family, a locator that is too long ends the connection, at any score. */
  #located(peer: Peer, payload: ByteReader, answer: (locator: Locator) => void): void {
    try {
      answer(readLocator(payload, MAX_LOCATOR_HASHES));
    } catch (error) {
      if (!(error instanceof TooManyItemsError)) throw error;
      peer.disconnect();
    }
  }

  /** Blocks of the active chain, and recent valid stale blocks. Other stale blocks would make this node identifiable. */
  #isServed(node: BlockNode): boolean {
    const { chain, targetSpacingSeconds } = this.#deps;
    if (chain.isActive(node)) return true;
    const { bestHeader } = chain;
    const secondsOfWork = ((bestHeader.chainWork - node.chainWork) * BigInt(targetSpacingSeconds)) / workOf(bestHeader.header.bits);
    return node.validity === 'valid' && bestHeader.header.time - node.header.time < STALE_SECONDS && secondsOfWork < BigInt(STALE_SECONDS);
  }

  #headers(peer: Peer, { hashes, stop }: Locator): void {
    const { chain, announcer } = this.#deps;
    if (hashes.length === 0) {
      const node = chain.node(stop);
      if (node && this.#isServed(node)) peer.send('headers', encodeHeaders([node.header]));
      return;
    }
    const nodes = this.#after(hashes, stop, MAX_HEADERS);
    peer.send('headers', encodeHeaders(nodes.map(({ header }) => header)));
    announcer.headersSent(peer, nodes.at(-1) ?? chain.tip);
  }

  #inventory(peer: Peer, { hashes, stop }: Locator): void {
    const nodes = this.#after(hashes, stop, MAX_BLOCK_INVENTORY).filter(({ hash, hasData }) => hash !== stop && hasData);
    if (nodes.length > 0) peer.send('inv', encodeInventory(nodes.map(({ hash }) => ({ type: INVENTORY.block, id: hash }))));
  }

  /** Blocks of the active chain after the first of these hashes that is in it, up to `stop` or the maximum. */
  #after(hashes: readonly string[], stop: string, maximum: number): BlockNode[] {
    const { chain } = this.#deps;
    let start = 0;
    for (const hash of hashes) {
      const node = chain.node(hash);
      if (!node || !chain.isActive(node)) continue;
      start = node.height;
      break;
    }
    const nodes: BlockNode[] = [];
    for (let height = start + 1; nodes.length < maximum; height++) {
      const node = chain.atHeight(height);
      if (!node) break;
      nodes.push(node);
      if (stop !== NULL_ID && node.hash === stop) break;
    }
    return nodes;
  }
}

/** A block without its witnesses, for peers older than BIP 144. */
function strippedBytes({ header, transactions, strippedSize }: Block): Buffer {
  const writer = new ByteWriter(strippedSize).bytes(header.bytes).compactSize(transactions.length);
  for (const transaction of transactions) writer.bytes(transaction.strippedBytes);
  return writer.finish();
}
