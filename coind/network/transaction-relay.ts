import type { Chain } from '../chain/types.ts';
import type { Mempool, PoolEntry } from '../mempool/types.ts';
import type { Orphans } from '../mempool/orphans.ts';
import type { ByteReader } from '../primitives/byte-reader.ts';
import { readTransaction } from '../primitives/transaction.ts';
import type { Transaction } from '../primitives/types.ts';
import { encodeInventory, encodeU64 } from './messages.ts';
import { isWitnessIndependent, hasMissingInputs, mayBeDueToWitness, transactionScore } from './misbehaviour.ts';
import type { MessageHandler, Misbehave, ProtocolPart } from './message-handler.ts';
import type { Peer } from './peer.ts';
import { FEEFILTER_VERSION, INVENTORY, MAX_INVENTORY_ITEMS } from './protocol.ts';
import { RollingSet } from './rolling-set.ts';
import type { TransactionPush } from './transaction-push.ts';
import { TransactionRequests } from './transaction-requests.ts';
import type { TransactionMessage } from './types.ts';

/** Transactions within this time are announced together. */
const BATCH_MS = 5;
const BATCH_ITEMS = 1_000;
/** Number of transactions remembered as known to a peer. */
const MAX_KNOWN = 20_000;
const MAX_REJECTED = 10_000;
const MAX_REFUSED = 1_000; // of one peer
const MAX_CONFIRMED = 20_000;
const MAX_UNSENT = 50_000;
const MAX_POSTPONED = 5_000;
const FEEFILTER_TICKS = 10;

interface RelayState {
  readonly known: RollingSet;
  readonly unsent: Set<string>;
  /** Transactions of this peer that the pool rejected; it would send the same ones again. */
  readonly refused: RollingSet;
  /** Transactions announced while blocks of the peer are missing, which they may depend on. */
  readonly postponed: Set<string>;
  /** Minimum fee rate of transactions that are announced to the peer (BIP 133), in satoshis per 1000 vbytes. */
  feeFilter: bigint;
  /** The last fee filter sent to the peer, and the ticks since. */
  sentFeeFilter: bigint;
  feeFilterTicks: number;
}

export interface TransactionRelayDeps {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly orphans: Orphans;
  readonly misbehave: Misbehave;
  /** Whether headers or blocks of the peer have not arrived yet. */
  readonly isBehind: (peer: Peer) => boolean;
  readonly push: TransactionPush;
  /** Accept transactions from whitelisted peers only. */
  readonly blocksOnly: boolean;
}

/** Requests announced transactions that are new, and announces accepted ones to other peers. */
export class TransactionRelay implements ProtocolPart {
  readonly handlers: Readonly<Record<string, MessageHandler>>;
  readonly #deps: TransactionRelayDeps;
  readonly #states = new Map<Peer, RelayState>();
  readonly #requests = new TransactionRequests();
  readonly #rejected = new RollingSet(MAX_REJECTED);
  readonly #confirmed = new RollingSet(MAX_CONFIRMED);
  /** Our own transactions that no peer has fetched yet. They are announced to each new peer. */
  readonly #unbroadcast = new Set<string>();
  /** Transactions of new blocks that are parents of orphans. */
  #parents: Transaction[] = [];
  #due: NodeJS.Timeout | undefined;

  constructor(deps: TransactionRelayDeps) {
    this.#deps = deps;
    this.handlers = {
      tx: (peer, payload) => this.#received(peer, payload),
      feefilter: (peer, payload) => {
        const state = this.#states.get(peer);
        if (state) state.feeFilter = payload.u64le();
      },
    };
    deps.chain.on({
      connected: (block) => {
        deps.orphans.blockConnected(block);
        for (const transaction of block.transactions) {
          this.#confirmed.add(transaction.txid);
          if (deps.orphans.size > 0 && deps.orphans.childrenOf(transaction).length > 0) this.#parents.push(transaction);
        }
      },
      disconnected: () => this.#confirmed.clear(),
      tipChanged: () => {
        this.#forgetRefusals(); // premature or conflicting transactions may be valid now
        if (this.#parents.length === 0) return;
        const parents = this.#parents;
        this.#parents = [];
        setImmediate(() => this.#acceptOrphans(parents)); // after all listeners have processed the block
      },
    });
    deps.mempool.on({ removed: ({ txid }) => this.#unbroadcast.delete(txid) });
  }

  joined(peer: Peer): void {
    const state: RelayState = {
      known: new RollingSet(MAX_KNOWN),
      unsent: new Set(),
      refused: new RollingSet(MAX_REFUSED),
      postponed: new Set(),
      feeFilter: 0n,
      sentFeeFilter: -1n,
      feeFilterTicks: FEEFILTER_TICKS,
    };
    this.#states.set(peer, state);
    this.#sendFeeFilter(peer, state);
    for (const txid of this.#unbroadcast) this.#queue(peer, state, txid);
  }

  left(peer: Peer): void {
    this.#states.delete(peer);
    this.#deps.orphans.removePeer(peer.id);
    this.#ask(this.#requests.left(peer));
  }

  tick(): void {
    this.#ask(this.#requests.tick());
    for (const [peer, state] of this.#states) this.#sendFeeFilter(peer, state);
    this.#flush();
  }

  /** Forgets what was remembered of chain and pool, after the state was restored. */
  restart(): void {
    this.#forgetRefusals();
    this.#confirmed.clear();
    for (const txid of this.#unbroadcast) if (!this.#deps.mempool.has(txid)) this.#unbroadcast.delete(txid);
  }

  /** Announces a transaction of this node that is already in the pool. */
  announceOwn(txid: string): void {
    if (this.#unbroadcast.size < MAX_UNSENT) this.#unbroadcast.add(txid);
    this.#announce(txid);
  }

  /** Sends own transactions of the pool to all peers that accept them, and announces them to the other peers. */
  push(messages: readonly TransactionMessage[]): void {
    const reached = new Set<string>();
    for (const [peer, state] of this.#states) {
      if (peer.version?.relay === false || !peer.hasWitness) continue;
      const unknown = messages.filter(({ txid }) => !state.known.has(txid) && passes(this.#deps.mempool.get(txid), state.feeFilter));
      for (const { txid } of unknown) {
        state.known.add(txid);
        reached.add(txid);
      }
      this.#deps.push.add(peer, unknown);
    }
    for (const { txid } of messages) {
      if (reached.has(txid)) this.#announce(txid);
      else this.announceOwn(txid);
    }
  }

  /** A peer has announced transactions. */
  announced(peer: Peer, txids: readonly string[]): void {
    const state = this.#states.get(peer);
    if (!state || this.#rejectsTransactions(peer, txids.length)) return;
    const wanted: string[] = [];
    const later = this.#deps.isBehind(peer);
    for (const txid of txids) {
      state.known.add(txid);
      if (later) {
        if (state.postponed.size < MAX_POSTPONED) state.postponed.add(txid);
      } else if (!this.#has(txid) && !state.refused.has(txid) && this.#requests.wants(peer, txid)) wanted.push(txid);
    }
    this.#request(peer, wanted);
  }

  /** All blocks that a peer has announced have arrived. */
  caughtUp(peer: Peer): void {
    const postponed = this.#states.get(peer)?.postponed;
    if (!postponed || postponed.size === 0) return;
    const txids = [...postponed];
    postponed.clear();
    this.announced(peer, txids);
  }

  /** A peer does not have requested transactions. */
  notFound(peer: Peer, txids: readonly string[]): void {
    const again: [string, Peer][] = [];
    for (const txid of txids) {
      const next = this.#requests.failed(peer, txid);
      if (next) again.push([txid, next]);
    }
    this.#ask(again);
  }

  /** A transaction of the pool, for a peer that asks for it. */
  serve(txid: string): Transaction | undefined {
    this.#unbroadcast.delete(txid);
    return this.#deps.mempool.get(txid)?.transaction;
  }

  /** Whether transactions of a peer are not accepted (-blocksonly). Disconnects the peer if so. */
  #rejectsTransactions(peer: Peer, transactions: number): boolean {
    if (!this.#deps.blocksOnly || peer.whitelisted || transactions === 0) return false;
    peer.disconnect();
    return true;
  }

  #forgetRefusals(): void {
    this.#rejected.clear();
    for (const { refused } of this.#states.values()) refused.clear();
  }

  #has(txid: string): boolean {
    const { mempool, orphans } = this.#deps;
    return mempool.has(txid) || orphans.has(txid) || this.#rejected.has(txid) || this.#confirmed.has(txid);
  }

  #received(peer: Peer, payload: ByteReader): void {
    if (this.#rejectsTransactions(peer, 1)) return;
    const transaction = readTransaction(payload);
    const { txid, wtxid } = transaction;
    this.#requests.received(txid);
    const state = this.#states.get(peer);
    state?.known.add(txid);
    if (this.#has(txid)) return;
    if (this.#rejected.has(wtxid)) state?.refused.add(txid);
    else if (this.#accept(peer, transaction)) this.#acceptOrphans([transaction]);
  }

  /** Returns whether the pool accepted the transaction. */
  #accept(peer: Peer | undefined, transaction: Transaction): boolean {
    const { mempool, misbehave } = this.#deps;
    const accepted = mempool.accept(transaction);
    if (accepted.ok) {
      this.#announce(transaction.txid);
      return true;
    }
    const { reason } = accepted;
    if (hasMissingInputs(reason)) {
      if (peer) this.#keepOrphan(peer, transaction);
      return false;
    }
    // Remembered by txid only if no other witness could make it valid: a peer may have changed or removed the witness.
    if (isWitnessIndependent(reason)) this.#rejected.add(transaction.txid);
    else if (transaction.hasWitness || !mayBeDueToWitness(reason)) this.#rejected.add(transaction.wtxid);
    if (peer) this.#states.get(peer)?.refused.add(transaction.txid);
    const score = transactionScore(reason);
    if (peer && score > 0) misbehave(peer, score, `transaction ${transaction.txid}: ${reason}`);
    return false;
  }

  #keepOrphan(peer: Peer, transaction: Transaction): void {
    const parents = [...new Set(transaction.inputs.map((input) => input.txid))].filter((txid) => !this.#deps.mempool.has(txid));
    if (parents.some((txid) => this.#rejected.has(txid))) {
      this.#rejected.add(transaction.wtxid);
      return;
    }
    if (!this.#deps.orphans.add(transaction, peer.id)) return;
    // Parents that are confirmed are not missing.
    const missing = parents.filter((txid) => !this.#confirmed.has(txid) && !this.#deps.chain.coin({ txid, vout: 0 }));
    this.announced(peer, missing);
  }

  /** Retries the orphans that depend on these transactions, then the orphans that depend on those. */
  #acceptOrphans(parents: readonly Transaction[]): void {
    const { orphans } = this.#deps;
    const accepted = [...parents];
    for (let parent = accepted.pop(); parent; parent = accepted.pop()) {
      for (const { transaction, peerId } of orphans.childrenOf(parent)) {
        const sender = [...this.#states.keys()].find(({ id }) => id === peerId);
        orphans.remove(transaction.txid);
        if (this.#accept(sender, transaction)) accepted.push(transaction);
      }
    }
  }

  #announce(txid: string): void {
    for (const [peer, state] of this.#states) this.#queue(peer, state, txid);
  }

  #queue(peer: Peer, state: RelayState, txid: string): void {
    if (peer.version?.relay === false || state.known.has(txid) || state.unsent.size >= MAX_UNSENT) return;
    state.unsent.add(txid);
    this.#due ??= setTimeout(() => this.#flush(), BATCH_MS);
  }

  #flush(): void {
    clearTimeout(this.#due);
    this.#due = undefined;
    for (const [peer, state] of this.#states) this.#announceUnsent(peer, state);
  }

  #announceUnsent(peer: Peer, state: RelayState): void {
    while (state.unsent.size > 0 && !peer.congested && !peer.closed) {
      const batch: string[] = [];
      for (const txid of state.unsent) {
        if (batch.length === BATCH_ITEMS) break;
        state.unsent.delete(txid);
        const entry = this.#deps.mempool.get(txid);
        if (state.known.has(txid) || !passes(entry, state.feeFilter)) continue;
        state.known.add(txid);
        batch.push(txid);
      }
      if (batch.length > 0) peer.send('inv', encodeInventory(batch.map((id) => ({ type: INVENTORY.transaction, id }))));
    }
  }

  #request(peer: Peer, txids: readonly string[]): void {
    const type = INVENTORY.transaction | (peer.hasWitness ? INVENTORY.witnessFlag : 0);
    for (let i = 0; i < txids.length; i += MAX_INVENTORY_ITEMS) {
      peer.send('getdata', encodeInventory(txids.slice(i, i + MAX_INVENTORY_ITEMS).map((id) => ({ type, id }))));
    }
  }

  #ask(requests: readonly [string, Peer][]): void {
    for (const peer of new Set(requests.map(([, peer]) => peer))) {
      this.#request(
        peer,
        requests.filter(([, other]) => other === peer).map(([txid]) => txid),
      );
    }
  }

  #sendFeeFilter(peer: Peer, state: RelayState): void {
    state.feeFilterTicks += 1;
    const { minFeeRate: poolRate, minRelayFeeRate } = this.#deps.mempool;
    const minFeeRate = poolRate > minRelayFeeRate ? poolRate : minRelayFeeRate;
    if (minFeeRate === state.sentFeeFilter || state.feeFilterTicks < FEEFILTER_TICKS || (peer.version?.version ?? 0) < FEEFILTER_VERSION)
      return;
    state.sentFeeFilter = minFeeRate;
    state.feeFilterTicks = 0;
    peer.send('feefilter', encodeU64(minFeeRate));
  }
}

/** Whether it is in the pool, and pays what a peer wants. */
function passes(entry: PoolEntry | undefined, feeFilter: bigint): boolean {
  return entry !== undefined && entry.feeSat * 1000n >= feeFilter * BigInt(entry.vsize);
}
