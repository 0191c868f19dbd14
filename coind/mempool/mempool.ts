import { isServiceVersion } from '../assets/data-output.ts';
import type { Curve } from '../crypto/curve.ts';
import type { ChainParams } from '../params.ts';
import { hasSequenceLocks } from '../chain/sequence-locks.ts';
import { checkSpending } from '../chain/tx-rules.ts';
import type { Acceptance, Chain, Coin } from '../chain/types.ts';
import type { BlockNode } from '../chain/block-node.ts';
import type { Log } from '../log.ts';
import type { Clock } from '../clock.ts';
import type { NodeOptions } from '../options/node-options.ts';
import type { Block, Outpoint, Transaction } from '../primitives/types.ts';
import type { State, Table } from '../state/types.ts';
import { isSequenceUnlocked, checkAcceptance, poolCoin, spentCoins, type AcceptContext, type Request } from './accept.ts';
import { AssetClaims, claimOf } from './asset-claims.ts';
import { EvictionQueue } from './eviction.ts';
import { FeeEstimator } from './fee-estimator.ts';
import { FeeFloor } from './fee-floor.ts';
import { feeRateOf } from './fee-rate.ts';
import { readPoolFile, writePoolFile } from './pool-file.ts';
import { PoolGraph } from './pool-graph.ts';
import { signalsReplacement } from './replacement.ts';
import { ReturningChains } from './returning-chains.ts';
import { createScriptCache, type ScriptCache } from '../script/script-cache.ts';
import type { AcceptOptions, Mempool, PoolEntry, PoolEvents, RemovalReason } from './types.ts';

export interface MempoolDeps {
  readonly state: State;
  readonly chain: Chain;
  readonly params: ChainParams;
  readonly clock: Clock;
  readonly options: Pick<NodeOptions, 'mempool' | 'datadir'>;
  readonly log: Log;
  /** Shared with the chain, which uses it to connect blocks. */
  readonly scriptCache?: ScriptCache;
  readonly curve: Curve;
}

/** Transactions of blocks that were disconnected together, or of one that was disconnected alone, in the order of the chain. */
interface DisconnectedStep {
  readonly alone: boolean;
  transactions: Transaction[];
}

/**
 * Creates the mempool. It follows the chain: confirmed and conflicting transactions are removed, and transactions of
 * disconnected blocks are added again.
 */
export function createMempool(deps: MempoolDeps): Mempool {
  return new MemoryPool(deps);
}

class MemoryPool implements Mempool {
  readonly #chain: Chain;
  readonly #clock: Clock;
  readonly #options: MempoolDeps['options'];
  readonly #graph: PoolGraph;
  readonly #claims: AssetClaims;
  readonly #feeDeltas: Table<bigint>;
  readonly #floor: FeeFloor;
  readonly #eviction: EvictionQueue;
  readonly #estimator: FeeEstimator;
  readonly #context: AcceptContext;
  readonly #listeners: Partial<PoolEvents>[] = [];
  #changes = 0;
  #loaded: boolean;
  /** Transactions of blocks disconnected since the tip last changed, by step, the lowest block first. */
  #disconnected: DisconnectedStep[] = [];

  constructor(deps: MempoolDeps) {
    const { state, chain, clock, options } = deps;
    this.#chain = chain;
    this.#clock = clock;
    this.#options = options;
    this.#graph = new PoolGraph(state);
    this.#claims = new AssetClaims(state);
    this.#feeDeltas = state.table('mempool.fee-deltas');
    this.#floor = new FeeFloor({
      state,
      clock,
      maxBytes: options.mempool.maxBytes,
      incrementalFeeRate: options.mempool.incrementalFeeRate,
    });
    this.#eviction = new EvictionQueue(this.#graph);
    this.#estimator = new FeeEstimator({ state, chain, clock });
    this.#loaded = options.datadir === undefined || !options.mempool.persist;
    this.#context = {
      graph: this.#graph,
      claims: this.#claims,
      chain,
      params: deps.params,
      limits: options.mempool,
      acceptNonStandard: options.mempool.acceptNonStandard,
      minRelayFeeRate: options.mempool.minRelayFeeRate,
      incrementalFeeRate: options.mempool.incrementalFeeRate,
      scriptCache: deps.scriptCache ?? createScriptCache(),
      curve: deps.curve,
      floor: () => this.#floor.rate(this.#graph.usage),
      feeDelta: (txid) => this.prioritised(txid),
    };
    chain.on({
      connected: (block, node) => this.#connected(block, node),
      disconnected: (block, _node, alone) => this.#takeBack(block, alone),
      tipChanged: () => {
        this.#afterReorg();
        this.renewClaims();
      },
    });
    state.onRestore(() => {
      this.#eviction.reset();
      this.#disconnected = [];
      this.#changes += 1;
    });
  }

  get size(): number {
    return this.#graph.size;
  }

  get bytes(): number {
    return this.#graph.bytes;
  }

  get usage(): number {
    return this.#graph.usage;
  }

  get maxBytes(): number {
    return this.#options.mempool.maxBytes;
  }

  /** The larger of the mempool's own minimum and the minimum for relay. */
  get minFeeRate(): bigint {
    const floor = this.#floor.rate(this.#graph.usage);
    return floor > this.minRelayFeeRate ? floor : this.minRelayFeeRate;
  }

  get minRelayFeeRate(): bigint {
    return this.#options.mempool.minRelayFeeRate;
  }

  get incrementalFeeRate(): bigint {
    return this.#options.mempool.incrementalFeeRate;
  }

  get changes(): number {
    return this.#changes;
  }

  get loaded(): boolean {
    return this.#loaded;
  }

  get(txid: string): PoolEntry | undefined {
    return this.#graph.get(txid);
  }

  has(txid: string): boolean {
    return this.#graph.has(txid);
  }

  entries(): IterableIterator<PoolEntry> {
    return this.#graph.values();
  }

  ancestors(txid: string): PoolEntry[] {
    return parentsFirst(this.#graph.withAncestors([txid]).values()).filter((entry) => entry.txid !== txid);
  }

  descendants(txid: string): PoolEntry[] {
    return parentsFirst(this.#graph.withDescendants([txid]).values()).filter((entry) => entry.txid !== txid);
  }

  spender(outpoint: Outpoint): string | undefined {
    return this.#graph.spender(outpoint);
  }

  coin(outpoint: Outpoint): Coin | undefined {
    if (this.#graph.spender(outpoint) !== undefined) return undefined;
    const parent = this.#graph.get(outpoint.txid);
    return parent === undefined ? this.#chain.coin(outpoint) : poolCoin(parent.transaction, outpoint.vout);
  }

  isReplaceable(txid: string): boolean {
    for (const entry of this.#graph.withAncestors([txid]).values()) if (signalsReplacement(entry.transaction)) return true;
    return false;
  }

  accept(transaction: Transaction, options: AcceptOptions = {}): Acceptance {
    const { maxFeeSat, test = false } = options;
    return this.#enter({ transaction, time: this.#clock.seconds(), ...(maxFeeSat !== undefined && { maxFeeSat }) }, test);
  }

  /** Removes an entry, with all its descendants unless it was confirmed by a block. */
  remove(txid: string, reason: RemovalReason): void {
    this.#remove(reason === 'block' ? new Set([txid]) : new Set(this.#graph.withDescendants([txid]).keys()), reason);
  }

  prioritise(txid: string, deltaSat: bigint): void {
    const total = this.prioritised(txid) + deltaSat;
    if (total === 0n) this.#feeDeltas.delete(txid);
    else this.#feeDeltas.set(txid, total);
    this.#graph.addToFee(txid, deltaSat);
    this.#changes += 1;
  }

  prioritised(txid: string): bigint {
    return this.#feeDeltas.get(txid) ?? 0n;
  }

  estimateFeeRate(blocks: number, conservative: boolean): { readonly feeRate: bigint; readonly blocks: number } | undefined {
    return this.#estimator.estimate(blocks, conservative);
  }

  /** Throws errors of the file system. */
  dump(path: string): void {
    const entries = parentsFirst(this.#graph.values());
    const transactions = entries.map(({ transaction, time, txid }) => ({ transaction, time, feeDeltaSat: this.prioritised(txid) }));
    const feeDeltas = new Map([...this.#feeDeltas.entries()].filter(([txid]) => !this.#graph.has(txid)));
    writePoolFile(path, { transactions, feeDeltas });
  }

  /**
   * Reads the file that `dump` wrote, and adds transactions that are still acceptable and not expired. Returns their
   * number. Yields after each, so that the caller can let other work run. Throws `StoreError` for a damaged file.
   */
  *load(path: string): Generator<void, number> {
    let accepted = 0;
    const dump = readPoolFile(path);
    const oldest = this.#clock.seconds() - this.#options.mempool.expirySeconds;
    for (const { transaction, time, feeDeltaSat } of dump?.transactions ?? []) {
      if (feeDeltaSat !== 0n) this.prioritise(transaction.txid, feeDeltaSat);
      if (time > oldest && this.#enter({ transaction, time }, false).ok) accepted += 1;
      yield;
    }
    for (const [txid, deltaSat] of dump?.feeDeltas ?? []) this.prioritise(txid, deltaSat);
    this.#loaded = true;
    return accepted;
  }

  on(events: Partial<PoolEvents>): void {
    this.#listeners.push(events);
  }

  renewClaims(): void {
    if (this.#claims.isEmpty) return;
    const claimants = this.#claims.clear().flatMap((txid) => this.#graph.get(txid) ?? []);
    for (const { txid, transaction } of claimants.sort((a, b) => a.time - b.time)) {
      const coins = this.#graph.has(txid) ? spentCoins(this.#context, transaction) : undefined;
      const effect = coins && this.#chain.checkAssets(transaction, coins);
      const claim = effect === undefined || 'reason' in effect ? undefined : claimOf(txid, effect, this.#chain.assets);
      // A claim never becomes needless: what it changes of its asset can only be changed by a transaction that conflicts.
      if (claim !== undefined && this.#claims.conflict(claim, this.#chain.assets, new Map()) === undefined) this.#claims.add(claim);
      else this.#removeWithDescendants([txid], 'conflict');
    }
  }

  #enter(request: Request, test: boolean): Acceptance {
    const decision = checkAcceptance(this.#context, request);
    if (!decision.ok) return decision;
    if (test) return { ok: true };
    const { entry, parents, replaced, claim } = decision.admission;
    let { ancestors } = decision.admission;
    if (replaced.size > 0) {
      this.#remove(new Set(replaced.keys()), 'replaced');
      ancestors = this.#graph.withAncestors(parents);
    }
    const { txid } = entry;
    const added = this.#graph.add(entry, parents, ancestors);
    if (claim !== undefined) this.#claims.add(claim);
    this.#changes += 1;
    if (request.returning !== undefined) {
      request.returning.add(entry.transaction, entry.vsize);
      this.#graph.adoptChildren(txid);
    } else {
      this.#estimator.added(added);
      this.#limitSize(txid);
      if (!this.#graph.has(txid)) return { ok: false, reason: 'mempool full' };
    }
    const settled = this.#graph.get(txid)!;
    for (const listener of this.#listeners) listener.added?.(settled);
    return { ok: true };
  }

  /**
   * @param gone with all their descendants, unless confirmed by a block
   * @param quiet txid without a notification, because its addition was not reported either
   */
  #remove(gone: ReadonlySet<string>, reason: RemovalReason, quiet?: string): void {
    const removed = this.#graph.remove(gone);
    if (removed.length === 0) return;
    this.#changes += 1;
    for (const { txid, transaction } of removed) {
      this.#estimator.removed(txid);
      if (!this.#claims.isEmpty) this.#claims.remove(transaction);
    }
    for (const entry of removed) {
      if (entry.txid !== quiet) for (const listener of this.#listeners) listener.removed?.(entry, reason);
    }
  }

  #removeWithDescendants(txids: Iterable<string>, reason: RemovalReason, quiet?: string): void {
    this.#remove(new Set(this.#graph.withDescendants(txids).keys()), reason, quiet);
  }

  /** Removes expired entries; then, while the mempool is too large, those with the lowest feerate. */
  #limitSize(newcomer?: string): void {
    const { maxBytes, expirySeconds } = this.#options.mempool;
    const old = this.#graph.olderThan(this.#clock.seconds() - expirySeconds);
    if (old.length > 0) this.#removeWithDescendants(old, 'expiry', newcomer);
    while (this.#graph.usage > maxBytes) {
      const worst = this.#eviction.worst();
      if (worst === undefined) return;
      this.#floor.evicted(feeRateOf(worst.descendantFeesSat, worst.descendantVsize));
      this.#removeWithDescendants([worst.txid], 'size-limit', newcomer);
    }
  }

  #connected(block: Block, node: BlockNode): void {
    const txids = new Set<string>();
    for (const { txid } of block.transactions) txids.add(txid);
    const ours = new Set([...txids].filter((txid) => this.#graph.has(txid)));
    this.#estimator.blockConnected(node.height, [...ours]);
    if (ours.size > 0) this.#remove(ours, 'block');
    if (this.#graph.size > 0) this.#removeConflicts(block);
    if (this.#feeDeltas.size > 0) for (const txid of txids) this.#feeDeltas.delete(txid);
    this.#floor.blockConnected();
    for (const step of this.#disconnected) step.transactions = step.transactions.filter(({ txid }) => !txids.has(txid));
  }

  /** @param alone whether the block was disconnected in a step of its own */
  #takeBack({ transactions }: Block, alone: boolean): void {
    const freed = transactions.slice(1);
    const [lowest] = this.#disconnected;
    if (alone || lowest === undefined || lowest.alone) this.#disconnected.unshift({ alone, transactions: freed });
    else lowest.transactions.unshift(...freed);
  }

  /** Removes transactions that spend a coin which the block spent. */
  #removeConflicts(block: Block): void {
    for (const { inputs } of block.transactions) {
      for (const input of inputs) {
        const spender = this.#graph.spender(input);
        if (spender !== undefined) this.#removeWithDescendants([spender], 'conflict');
      }
    }
  }

  /** After a reorganisation: adds the transactions of disconnected blocks, and removes those that the new chain makes invalid. */
  #afterReorg(): void {
    if (this.#disconnected.length === 0) return;
    const steps = this.#disconnected;
    this.#disconnected = [];
    const time = this.#clock.seconds();
    for (const { transactions } of steps) {
      const returning = new ReturningChains();
      for (const transaction of transactions) {
        const outcome = this.#enter({ transaction, time, returning }, false);
        if (!outcome.ok) this.#removeWithDescendants(this.#graph.spendersOf(transaction), 'reorg');
      }
    }
    const impossible = [...this.#graph.values()].filter((entry) => !this.#isStillPossible(entry)).map(({ txid }) => txid);
    if (impossible.length > 0) this.#removeWithDescendants(impossible, 'reorg');
    this.#limitSize();
  }

  /** Whether locks and coinbase maturity, which a reorganisation can change, allow the entry in the next block. */
  #isStillPossible({ transaction, spendsCoinbase }: PoolEntry): boolean {
    const { tip } = this.#chain;
    if (!this.#chain.isFinal(transaction, tip.height + 1, tip.medianTime)) return false;
    const isService = isServiceVersion(transaction.version);
    if (!spendsCoinbase && !isService && !hasSequenceLocks(transaction)) return true;
    const coins = spentCoins(this.#context, transaction);
    const effect = coins && this.#chain.checkAssets(transaction, coins);
    if (coins === undefined || effect === undefined || 'reason' in effect) return false;
    const { params } = this.#context;
    if ('reason' in checkSpending(transaction, coins, { height: tip.height + 1, params, mintedSat: effect.mintedSat })) return false;
    return isSequenceUnlocked(this.#chain, transaction, coins);
  }
}

function parentsFirst(entries: Iterable<PoolEntry>): PoolEntry[] {
  return [...entries].sort((a, b) => a.ancestorCount - b.ancestorCount);
}
