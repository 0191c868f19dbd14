import { carriedOf } from '../assets/data-output.ts';
import type { Chain } from '../chain/types.ts';
import type { BlockNode } from '../chain/block-node.ts';
import { outpointKey } from '../primitives/outpoint.ts';
import type { Mempool, PoolEntry } from '../mempool/types.ts';
import type { Clock } from '../clock.ts';
import type { Block, Outpoint, Transaction } from '../primitives/types.ts';
import { OwnOutputs, type OwnOutput } from './own-outputs.ts';
import type { WalletRecords } from './records.ts';
import type { ScriptIndex } from './script-index.ts';
import type { TxState, WalletTx } from './types.ts';

export interface LedgerDeps {
  readonly records: WalletRecords;
  readonly index: ScriptIndex;
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly clock: Clock;
  /** Called for each script of the wallet that is paid, before the transaction is added. */
  readonly onPaid: (script: Buffer) => void;
  /** Called for each outpoint that an added transaction of the wallet spends. */
  readonly onSpent: (outpoint: Outpoint) => void;
  /** Called when a transaction of the wallet is added or its state changes. */
  readonly onChange: (txid: string) => void;
}

export type TxNotes = Partial<Pick<WalletTx, 'comment' | 'to' | 'replaces' | 'replacedBy' | 'fromAccount'>>;

/** A transaction's time is at most this many seconds later than the time at which it was received. */
const MAX_FUTURE_SECONDS = 300;

/** Whether its inputs count as spent: not those of an abandoned or a conflicted transaction. */
const isActive = ({ state }: WalletTx): boolean => state.type !== 'conflicted' && !(state.type === 'inactive' && state.abandoned);

/**
 * The transactions of a wallet and the state of each. Outputs and spenders are indexed by outpoint, so that the time to
 * process a block depends on the block and not on the size of the wallet.
 */
export class Ledger {
  readonly #deps: LedgerDeps;
  readonly #txs = new Map<string, WalletTx>(); // in order of arrival
  readonly #own = new OwnOutputs();
  readonly #spenders = new Map<string, string[]>(); // by outpoint, ids of transactions of the wallet
  readonly #conflicted = new Set<string>();
  readonly #heldBack = new Set<string>();
  #list: readonly WalletTx[] | undefined;
  /** The one that arrived last, in its state at that time. */
  #newest: WalletTx | undefined;

  constructor(deps: LedgerDeps) {
    this.#deps = deps;
    for (const [, tx] of deps.records.all('tx').toSorted(([, a], [, b]) => a.order - b.order)) this.#place(tx);
    this.reindex();
  }

  get size(): number {
    return this.#txs.size;
  }

  get(txid: string): WalletTx | undefined {
    return this.#txs.get(txid);
  }

  /** In order of arrival. */
  all(): readonly WalletTx[] {
    this.#list ??= [...this.#txs.values()];
    return this.#list;
  }

  /** Transactions that the mempool has never accepted, in order of arrival. */
  heldBack(): readonly WalletTx[] {
    return this.#heldBack.size === 0 ? [] : this.all().filter(({ transaction }) => this.#heldBack.has(transaction.txid));
  }

  unspent(): IterableIterator<OwnOutput> {
    return this.#own.unspent();
  }

  /** The wallet's own output at an outpoint, spent or not. */
  own(outpoint: Outpoint): OwnOutput | undefined {
    return this.#own.get(outpoint);
  }

  /** Outputs of the wallet's transactions that pay to one of its scripts, spent or not. */
  paidTo(script: Buffer): readonly OwnOutput[] {
    return this.#own.paidTo(script);
  }

  /** Txid of the wallet's transaction that spends an outpoint and is not conflicted or abandoned. */
  spender(outpoint: Outpoint): string | undefined {
    return this.#spenders.get(outpointKey(outpoint))?.find((txid) => isActive(this.#txs.get(txid)!));
  }

  /** Txids of other transactions of the wallet that spend an input of this one, in any state. */
  conflicts({ transaction: { txid, inputs } }: WalletTx): readonly string[] {
    const rivals = new Set(inputs.flatMap((input) => this.#spenders.get(outpointKey(input)) ?? []));
    rivals.delete(txid);
    return [...rivals];
  }

  /** Negative: the depth of the block that conflicts with it. */
  confirmations({ state }: WalletTx): number {
    if (state.type !== 'confirmed' && state.type !== 'conflicted') return 0;
    const depth = this.#deps.chain.tip.height - state.height + 1;
    return state.type === 'confirmed' ? depth : -depth;
  }

  /** Satoshis of the wallet that a transaction spends. */
  debit(transaction: Transaction, watchOnly: boolean): bigint {
    let sum = 0n;
    for (const input of transaction.inputs) {
      const own = this.#own.get(input);
      if (own && this.#counts(own.scriptPubKey, watchOnly)) sum += own.valueSat;
    }
    return sum;
  }

  /** Satoshis that a transaction pays to the wallet. */
  credit(transaction: Transaction, watchOnly: boolean): bigint {
    let sum = 0n;
    for (const { valueSat, scriptPubKey } of transaction.outputs) {
      if (this.#counts(scriptPubKey, watchOnly)) sum += valueSat;
    }
    return sum;
  }

  #counts(script: Buffer, watchOnly: boolean): boolean {
    const ownership = this.#deps.index.ownership(script);
    return ownership === 'spendable' || (watchOnly && ownership === 'watch');
  }

  /** Adds a transaction if it is the wallet's, or updates its state. Returns whether it is the wallet's. */
  observe(transaction: Transaction, state: TxState): boolean {
    const known = this.#txs.get(transaction.txid);
    if (!known && !this.#concerns(transaction)) return false;
    if (!known) this.insert(transaction, state);
    else if (!sameState(known.state, state)) this.#setState(known, state);
    return true;
  }

  /** Adds a new transaction, even one that does not concern the wallet. */
  insert(transaction: Transaction, state: TxState, notes: TxNotes = {}): void {
    const { records, clock, index, onPaid, onSpent, onChange } = this.#deps;
    for (const { scriptPubKey } of transaction.outputs) {
      if (index.ownership(scriptPubKey) !== 'none') onPaid(scriptPubKey);
    }
    const order = records.meta.nextOrder;
    records.updateMeta({ nextOrder: order + 1 });
    const timeReceived = clock.seconds();
    const fromMe = transaction.inputs.some((input) => this.#own.has(input));
    const time = state.type === 'confirmed' ? this.#smartTime(state.blockTime, timeReceived) : timeReceived;
    const tx: WalletTx = { transaction, state, time, timeReceived, order, fromMe, ...notes };
    records.set('tx', transaction.txid, tx);
    this.#place(tx);
    this.#index(tx);
    for (const input of transaction.inputs) onSpent(input);
    onChange(transaction.txid);
  }

  /** Adds notes to a transaction of the wallet. */
  annotate(txid: string, notes: TxNotes): void {
    const tx = this.#txs.get(txid);
    if (tx) this.#replace({ ...tx, ...notes });
  }

  remove(txid: string): void {
    const tx = this.#txs.get(txid);
    if (!tx) return;
    this.#deps.records.delete('tx', txid);
    this.#txs.delete(txid);
    this.#conflicted.delete(txid);
    this.#heldBack.delete(txid);
    this.#list = undefined;
    if (this.#newest?.transaction.txid === txid) this.#newest = this.all().at(-1);
    for (const input of tx.transaction.inputs) {
      const key = outpointKey(input);
      const others = (this.#spenders.get(key) ?? []).filter((other) => other !== txid);
      if (others.length > 0) this.#spenders.set(key, others);
      else this.#spenders.delete(key);
      this.#refresh(key);
    }
    this.#own.removeOf(tx.transaction);
  }

  /** Abandons a transaction that is in no block and not in the mempool, with all its descendants in the wallet. */
  abandon(txid: string): void {
    for (const tx of this.#withDescendants(txid)) {
      if (tx.state.type === 'inactive' && !tx.state.abandoned) this.#setState(tx, { type: 'inactive', abandoned: true });
    }
  }

  blockConnected(block: Block, node: BlockNode): void {
    this.scan(block, node);
    this.#deps.records.set('best', '', node.hash);
  }

  /** Scans a block of the active chain. */
  scan({ transactions, header }: Block, { hash, height }: BlockNode): void {
    for (let index = 0; index < transactions.length; index++) {
      const transaction = transactions[index]!;
      if (this.#spenders.size > 0) this.#contradict(transaction, hash, height);
      const state = { type: 'confirmed', blockhash: hash, height, index, blockTime: header.time } as const;
      this.observe(transaction, state);
    }
  }

  blockDisconnected({ transactions, header }: Block, { hash }: BlockNode): void {
    for (const { txid } of transactions) {
      const tx = this.#txs.get(txid);
      if (tx?.state.type === 'confirmed' && tx.state.blockhash === hash) this.#setState(tx, this.#unconfirmed(txid));
    }
    this.#free((state) => state.blockhash === hash);
    this.#deps.records.set('best', '', header.previousHash);
  }

  poolAdded({ transaction }: PoolEntry): void {
    this.observe(transaction, { type: 'pool' });
  }

  poolRemoved({ txid }: PoolEntry): void {
    const tx = this.#txs.get(txid);
    if (tx?.state.type === 'pool') this.#setState(tx, { type: 'inactive', abandoned: false });
  }

  /** Updates the state of each transaction after the chain or the mempool changed while the wallet was not loaded. */
  catchUp(): void {
    const { mempool } = this.#deps;
    for (const tx of this.all()) {
      const {
        state,
        transaction: { txid },
      } = tx;
      const stale = state.type === 'confirmed' && !this.#isActiveBlock(state.blockhash);
      if (stale || (state.type === 'pool') !== mempool.has(txid)) this.#setState(tx, this.#unconfirmed(txid));
    }
    this.#free((state) => !this.#isActiveBlock(state.blockhash));
  }

  #isActiveBlock(hash: string): boolean {
    const { chain } = this.#deps;
    const node = chain.node(hash);
    return node !== undefined && chain.isActive(node);
  }

  /** Recomputes which outputs are the wallet's, after an import of keys or scripts. */
  reindex(): void {
    this.#own.clear();
    for (const tx of this.#txs.values()) this.#index(tx);
  }

  #unconfirmed(txid: string): TxState {
    return this.#deps.mempool.has(txid) ? { type: 'pool' } : { type: 'inactive', abandoned: false };
  }

  #concerns(transaction: Transaction): boolean {
    const { index } = this.#deps;
    for (const { scriptPubKey } of transaction.outputs) if (index.ownership(scriptPubKey) !== 'none') return true;
    if (this.#own.size === 0) return false;
    for (const input of transaction.inputs) if (this.#own.has(input)) return true;
    return false;
  }

  /** Marks all other spenders of the inputs of a confirmed transaction, and their descendants, as conflicted. */
  #contradict(transaction: Transaction, blockhash: string, height: number): void {
    for (const input of transaction.inputs) {
      const rivals = this.#spenders.get(outpointKey(input));
      if (!rivals) continue;
      for (const rival of rivals) {
        if (rival === transaction.txid) continue;
        for (const tx of this.#withDescendants(rival)) {
          const { state } = tx;
          // A block that left the chain while the wallet was not loaded conflicts with nothing.
          const isDeeper = state.type !== 'conflicted' || height < state.height || !this.#isActiveBlock(state.blockhash);
          if (state.type !== 'confirmed' && isDeeper) this.#setState(tx, { type: 'conflicted', blockhash, height });
        }
      }
    }
  }

  #free(isOver: (state: TxState & { readonly type: 'conflicted' }) => boolean): void {
    for (const txid of Array.from(this.#conflicted)) {
      const tx = this.#txs.get(txid)!;
      if (tx.state.type === 'conflicted' && isOver(tx.state)) this.#setState(tx, this.#unconfirmed(txid));
    }
  }

  #withDescendants(txid: string): WalletTx[] {
    const ids = new Set([txid]);
    for (const id of ids) {
      const tx = this.#txs.get(id);
      for (const vout of tx?.transaction.outputs.keys() ?? []) {
        for (const spender of this.#spenders.get(outpointKey({ txid: id, vout })) ?? []) ids.add(spender);
      }
    }
    return [...ids].flatMap((id) => this.#txs.get(id) ?? []);
  }

  #setState(tx: WalletTx, state: TxState): void {
    this.#replace({ ...tx, state });
    this.#sort(tx.transaction.txid, state);
    for (const input of tx.transaction.inputs) this.#refresh(outpointKey(input));
    this.#deps.onChange(tx.transaction.txid);
  }

  #sort(txid: string, state: TxState): void {
    if (state.type === 'conflicted') this.#conflicted.add(txid);
    else this.#conflicted.delete(txid);
    if (state.type === 'inactive' && state.heldBack === true) this.#heldBack.add(txid);
    else this.#heldBack.delete(txid);
  }

  #replace(tx: WalletTx): void {
    this.#txs.set(tx.transaction.txid, tx);
    this.#deps.records.set('tx', tx.transaction.txid, tx);
    this.#list = undefined;
  }

  /** Adds a transaction to the indexes. */
  #place(tx: WalletTx): void {
    const { txid, inputs, isCoinbase } = tx.transaction;
    this.#txs.set(txid, tx);
    this.#list = undefined;
    this.#newest = tx;
    this.#sort(txid, tx.state);
    if (isCoinbase) return;
    for (const input of inputs) {
      const key = outpointKey(input);
      const others = this.#spenders.get(key);
      if (others) others.push(txid);
      else this.#spenders.set(key, [txid]);
    }
  }

  /** Finds the outputs that are the wallet's. */
  #index({ transaction }: WalletTx): void {
    const { txid, inputs, outputs } = transaction;
    const carried = carriedOf(transaction);
    for (let vout = 0; vout < outputs.length; vout++) {
      const output = outputs[vout]!;
      if (this.#deps.index.ownership(output.scriptPubKey) === 'none') continue;
      const key = outpointKey({ txid, vout });
      const asset = carried.get(vout);
      this.#own.add({ txid, vout, valueSat: output.valueSat, scriptPubKey: output.scriptPubKey, ...(asset !== undefined && { asset }) });
      this.#refresh(key);
      // A spender may have arrived earlier, when it was not known to be from this wallet.
      for (const spender of this.#spenders.get(key) ?? []) {
        const tx = this.#txs.get(spender)!;
        if (!tx.fromMe) this.#replace({ ...tx, fromMe: true });
      }
    }
    for (const input of inputs) this.#refresh(outpointKey(input));
  }

  /** Recomputes whether one of the wallet's outputs is spent. */
  #refresh(key: string): void {
    this.#own.setSpent(key, this.#spenders.get(key)?.some((txid) => isActive(this.#txs.get(txid)!)) === true);
  }

  /**
   * The time of a confirmed transaction, epoch seconds: that of its block, but not before transactions that arrived
   * earlier, nor after it was received.
   */
  #smartTime(blockTime: number, timeReceived: number): number {
    const isWithinLimit = ({ time }: WalletTx): boolean => time <= timeReceived + MAX_FUTURE_SECONDS;
    const latest = !this.#newest || isWithinLimit(this.#newest) ? this.#newest : this.all().findLast(isWithinLimit);
    return Math.max(latest?.time ?? 0, Math.min(blockTime, timeReceived));
  }
}

function sameState(a: TxState, b: TxState): boolean {
  if (a.type !== b.type) return false;
  if (a.type === 'confirmed' && b.type === 'confirmed') return a.blockhash === b.blockhash;
  return a.type === 'pool';
}
