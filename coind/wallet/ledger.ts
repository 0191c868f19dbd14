import type { BlockNode, Chain } from '../chain/types.ts';
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
  /** A script of the wallet was paid, before the transaction is taken in. */
  readonly onPaid: (script: Buffer) => void;
  /** A transaction of the wallet that was taken in spends it. */
  readonly onSpent: (outpoint: Outpoint) => void;
  /** A transaction of the wallet is new, or stands otherwise than before. */
  readonly onChange: (txid: string) => void;
}

export type TxNotes = Partial<Pick<WalletTx, 'comment' | 'to' | 'replaces' | 'replacedBy' | 'fromAccount'>>;

/** A transaction may be dated so many seconds after the time at which it came, and no more. */
const TOLERATED_FUTURE_S = 300;

/** Whether what it spends is spent: a transaction that was given up, or that a block contradicts, spends nothing. */
const isActive = ({ state }: WalletTx): boolean => state.type !== 'conflicted' && !(state.type === 'inactive' && state.abandoned);

/**
 * The transactions of a wallet and where each stands. Outputs and spenders are found by their outpoint, so that a block
 * costs what it contains and not what the wallet has.
 */
export class Ledger {
  readonly #deps: LedgerDeps;
  readonly #txs = new Map<string, WalletTx>(); // in order of arrival
  readonly #own = new OwnOutputs();
  readonly #spenders = new Map<string, string[]>(); // by outpoint, ids of transactions of the wallet
  readonly #conflicted = new Set<string>();
  readonly #heldBack = new Set<string>();
  #list: readonly WalletTx[] | undefined;
  /** The one that arrived last, as it was then. */
  #newest: WalletTx | undefined;

  constructor(deps: LedgerDeps) {
    this.#deps = deps;
    for (const [, tx] of deps.records.all('tx').toSorted(([, one], [, other]) => one.order - other.order)) this.#place(tx);
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

  /** What the pool has never taken, in order of arrival. */
  heldBack(): readonly WalletTx[] {
    return this.#heldBack.size === 0 ? [] : this.all().filter(({ transaction }) => this.#heldBack.has(transaction.txid));
  }

  unspent(): IterableIterator<OwnOutput> {
    return this.#own.unspent();
  }

  /** The wallet's own output that an outpoint names, spent or not. */
  own(outpoint: Outpoint): OwnOutput | undefined {
    return this.#own.get(outpoint);
  }

  /** Outputs of the wallet's transactions that pay to one of its scripts, spent or not. */
  paidTo(script: Buffer): readonly OwnOutput[] {
    return this.#own.paidTo(script);
  }

  /** The transaction of the wallet that spends it and is not conflicted or abandoned. */
  spender(outpoint: Outpoint): string | undefined {
    return this.#spenders.get(outpointKey(outpoint))?.find((txid) => isActive(this.#txs.get(txid)!));
  }

  /** Ids of other transactions of the wallet that spend what this one spends, whatever has become of them. */
  conflicts({ transaction: { txid, inputs } }: WalletTx): readonly string[] {
    const rivals = new Set(inputs.flatMap((input) => this.#spenders.get(outpointKey(input)) ?? []));
    rivals.delete(txid);
    return [...rivals];
  }

  /** Negative: conflicted that deep. */
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

  /** Takes a transaction in if it is the wallet's, or takes note of where it stands now. True where it is the wallet's. */
  observe(transaction: Transaction, state: TxState): boolean {
    const known = this.#txs.get(transaction.txid);
    if (!known && !this.#concerns(transaction)) return false;
    if (!known) this.insert(transaction, state);
    else if (!sameState(known.state, state)) this.#setState(known, state);
    return true;
  }

  /** Takes a transaction in that was not there, whether it concerns the wallet or not. */
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

  /** Gives a transaction up that is in no block and not in the pool, with all of the wallet's that descend from it. */
  abandon(txid: string): void {
    for (const tx of this.#withDescendants(txid)) {
      if (tx.state.type === 'inactive' && !tx.state.abandoned) this.#setState(tx, { type: 'inactive', abandoned: true });
    }
  }

  blockConnected(block: Block, node: BlockNode): void {
    this.scan(block, node);
    this.#deps.records.set('best', '', node.hash);
  }

  /** Looks through a block of the active chain; true where it holds a transaction of the wallet. */
  scan({ transactions, header }: Block, { hash, height }: BlockNode): boolean {
    let found = false;
    for (let index = 0; index < transactions.length; index++) {
      const transaction = transactions[index]!;
      if (this.#spenders.size > 0) this.#contradict(transaction, hash, height);
      const state = { type: 'confirmed', blockhash: hash, height, index, blockTime: header.time } as const;
      if (this.observe(transaction, state)) found = true;
    }
    return found;
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

  /** Corrects what is known of each transaction after the chain or the pool went on without the wallet. */
  catchUp(): void {
    const { chain, mempool } = this.#deps;
    const isActiveBlock = (hash: string): boolean => {
      const node = chain.node(hash);
      return node !== undefined && chain.isActive(node);
    };
    for (const tx of this.all()) {
      const {
        state,
        transaction: { txid },
      } = tx;
      const stale = state.type === 'confirmed' && !isActiveBlock(state.blockhash);
      if (stale || (state.type === 'pool') !== mempool.has(txid)) {
        if (state.type !== 'confirmed' || stale)
          this.#setState(tx, state.type === 'inactive' && !mempool.has(txid) ? state : this.#unconfirmed(txid));
      }
    }
    this.#free((state) => !isActiveBlock(state.blockhash));
  }

  /** Works out anew which outputs are the wallet's, after keys or scripts were imported. */
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

  /** A block holds it: whatever else spends the same is contradicted by that block, and what descends from that. */
  #contradict(transaction: Transaction, blockhash: string, height: number): void {
    for (const input of transaction.inputs) {
      const rivals = this.#spenders.get(outpointKey(input));
      if (!rivals) continue;
      for (const rival of rivals) {
        if (rival === transaction.txid) continue;
        for (const tx of this.#withDescendants(rival)) {
          const { state } = tx;
          const isDeeper = state.type !== 'conflicted' || height < state.height;
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

  /** Enters a transaction among the others and those it spends from. */
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
    for (let vout = 0; vout < outputs.length; vout++) {
      const output = outputs[vout]!;
      if (this.#deps.index.ownership(output.scriptPubKey) === 'none') continue;
      const key = outpointKey({ txid, vout });
      this.#own.add({ txid, vout, valueSat: output.valueSat, scriptPubKey: output.scriptPubKey });
      this.#refresh(key);
      // Those that spend it may have come first, and were not known to be from this wallet.
      for (const spender of this.#spenders.get(key) ?? []) {
        const tx = this.#txs.get(spender)!;
        if (!tx.fromMe) this.#replace({ ...tx, fromMe: true });
      }
    }
    for (const input of inputs) this.#refresh(outpointKey(input));
  }

  /** Whether one of the wallet's outputs is spent may have changed. */
  #refresh(key: string): void {
    this.#own.setSpent(key, this.#spenders.get(key)?.some((txid) => isActive(this.#txs.get(txid)!)) === true);
  }

  /**
   * When a transaction in a block is taken to have happened: at the time of its block, but not before what came earlier
   * nor after it was received.
   */
  #smartTime(blockTime: number, timeReceived: number): number {
    const isTolerated = ({ time }: WalletTx): boolean => time <= timeReceived + TOLERATED_FUTURE_S;
    const latest = !this.#newest || isTolerated(this.#newest) ? this.#newest : this.all().findLast(isTolerated);
    return Math.max(latest?.time ?? 0, Math.min(blockTime, timeReceived));
  }
}

function sameState(one: TxState, other: TxState): boolean {
  if (one.type !== other.type) return false;
  if (one.type === 'confirmed' && other.type === 'confirmed') return one.blockhash === other.blockhash;
  return one.type === 'pool';
}
