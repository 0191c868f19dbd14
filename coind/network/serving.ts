import type { BlockNode, Chain } from '../chain/types.ts';
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
  TooMany,
  wantsWitness,
  type InventoryItem,
  type Locator,
} from './messages.ts';
import type { MessageHandler, ProtocolPart } from './message-handler.ts';
import type { Peer } from './peer.ts';
import { INVENTORY, LIMITED_BLOCKS, MAX_BLOCK_INVENTORY, MAX_HEADERS, MAX_INVENTORY_ITEMS, MAX_LOCATOR_HASHES } from './protocol.ts';
import type { Traffic } from './traffic.ts';
import type { TransactionRelay } from './transaction-relay.ts';

/** Blocks older than this are history, which the target for uploads may keep back. */
const HISTORY_SECONDS = 7 * 86_400;
/** Blocks beside the active chain are shown no longer than this, by their time and by the work since. */
const STALE_SECONDS = 30 * 86_400;

export interface ServingDeps {
  readonly chain: Chain;
  readonly clock: Clock;
  readonly traffic: Traffic;
  readonly announcer: BlockAnnouncer;
  readonly relay: TransactionRelay;
  /** Whether old blocks are gone. */
  readonly pruned: boolean;
  readonly targetSpacingSeconds: number;
}

/** Gives peers what they ask for: headers, blocks and transactions, no faster than they read. */
export class Serving implements ProtocolPart {
  readonly handlers: Readonly<Record<string, MessageHandler>>;
  readonly #deps: ServingDeps;
  readonly #wanted = new Map<Peer, InventoryItem[]>(); // what was asked for and waits for the peer to read

  constructor(deps: ServingDeps) {
    this.#deps = deps;
    this.handlers = {
      getdata: (peer, payload) => {
        this.#wanted.set(peer, readInventory(payload, MAX_INVENTORY_ITEMS));
        this.proceed(peer);
      },
      getheaders: (peer, payload) => this.#located(peer, payload, (locator) => this.#headers(peer, locator)),
      getblocks: (peer, payload) => this.#located(peer, payload, (locator) => this.#inventory(peer, locator)),
      // Only filtered peers may ask for the whole pool, and we offer no filters.
      mempool: (peer) => peer.disconnect(),
      filterload: (peer) => peer.disconnect(),
      filteradd: (peer) => peer.disconnect(),
      filterclear: (peer) => peer.disconnect(),
    };
  }

  left(peer: Peer): void {
    this.#wanted.delete(peer);
  }

  /** Whether a peer has to take what it asked for before it may ask for more. */
  isBusy(peer: Peer): boolean {
    return this.#wanted.has(peer);
  }

  /** Sends of what was asked for as much as the peer will read. */
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

  /** Whether there was something to send. */
  #send(peer: Peer, item: InventoryItem): boolean {
    if (isBlock(item)) return this.#sendBlock(peer, item);
    if (!isTransaction(item)) return true; // unknown types are passed over, as the family does
    const transaction = this.#deps.relay.serve(item.id);
    if (!transaction) return false;
    peer.send('tx', wantsWitness(item) ? transaction.bytes : transaction.strippedBytes);
    return true;
  }

  #sendBlock(peer: Peer, item: InventoryItem): boolean {
    const { chain, clock, traffic, pruned } = this.#deps;
    const node = chain.node(item.id);
    if (!node?.hasData || !this.#isShown(node)) return false;
    // A pruned node gives the last blocks only, so that it does not tell which others it has (BIP 159).
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

  /** As the family does it, a locator that is too long ends the connection, whatever the peer's score. */
  #located(peer: Peer, payload: ByteReader, answer: (locator: Locator) => void): void {
    try {
      answer(readLocator(payload, MAX_LOCATOR_HASHES));
    } catch (error) {
      if (!(error instanceof TooMany)) throw error;
      peer.disconnect();
    }
  }

  /** A block beside the active chain that is old, or was never found valid, would tell this node from others. */
  #isShown(node: BlockNode): boolean {
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
      if (node && this.#isShown(node)) peer.send('headers', encodeHeaders([node.header]));
      return;
    }
    const nodes = this.#after(hashes, stop, MAX_HEADERS);
    peer.send('headers', encodeHeaders(nodes.map(({ header }) => header)));
    announcer.headersTold(peer, nodes.at(-1) ?? chain.tip);
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

/** A block without its witnesses, for peers from before BIP 144. */
function strippedBytes({ header, transactions, strippedSize }: Block): Buffer {
  const writer = new ByteWriter(strippedSize).bytes(header.bytes).compactSize(transactions.length);
  for (const transaction of transactions) writer.bytes(transaction.strippedBytes);
  return writer.finish();
}
