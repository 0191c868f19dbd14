import { checkAssetTransaction } from '../assets/asset-rules.ts';
import type { AssetEffect, AssetReaders, MintVerifier } from '../assets/types.ts';
import type { Curve } from '../crypto/curve.ts';
import type { ScriptCache } from '../script/script-cache.ts';
import type { Log } from '../log.ts';
import type { Clock } from '../clock.ts';
import type { NodeOptions } from '../options/node-options.ts';
import type { Block, BlockHeader, Outpoint, Transaction } from '../primitives/types.ts';
import type { State } from '../state/types.ts';
import { BlockConnector } from './block-connector.ts';
import { BlockStore } from './block-store.ts';
import { BlockTree, genesisNode, isFailed } from './block-tree.ts';
import { type BlockFault, checkBlock, checkBlockInContext, checkHeader, checkProofOfWork } from './check-block.ts';
import type { ChainParams } from '../params.ts';
import { isFinal } from './tx-rules.ts';
import { TxIndex } from './tx-index.ts';
import type { Acceptance, BlockUndo, Chain, ChainEvents, Coin, CoinbasePayment, CoinbaseRules, Rejection, RewardContext } from './types.ts';
import type { BlockNode } from './block-node.ts';
import { UnspentOutputs } from './unspent-outputs.ts';
import { verifyChain } from './verify-chain.ts';
import { VersionBits } from './versionbits.ts';

export interface ChainDeps {
  readonly state: State;
  readonly params: ChainParams;
  readonly clock: Pick<Clock, 'seconds'>;
  readonly options: Pick<NodeOptions, 'txindex' | 'prune'>;
  readonly log: Log;
  readonly scriptCache: ScriptCache;
  readonly curve: Curve;
  /** Checks mints by proof. Without one, they are refused. */
  readonly mints?: MintVerifier;
}

const noMints: MintVerifier = { verify: () => ({ reason: 'bad-mint-proof', detail: 'this node cannot check proofs' }) };

const accepted: Acceptance = { ok: true };

function rejected({ reason, detail }: Rejection): Acceptance {
  return detail === undefined ? { ok: false, reason } : { ok: false, reason, detail };
}

class BlockChain implements Chain {
  readonly #deps: ChainDeps;
  readonly #params: ChainParams;
  readonly #tree: BlockTree;
  readonly #store: BlockStore;
  readonly #coins: UnspentOutputs;
  readonly #mints: MintVerifier;
  readonly #connector: BlockConnector;
  readonly #txIndex: TxIndex | undefined;
  readonly #listeners: Partial<ChainEvents>[] = [];
  /** Why blocks failed during the current call. */
  readonly #failures = new Map<string, Rejection>();
  readonly versionBits: VersionBits;

  constructor(deps: ChainDeps) {
    const { state, params, options } = deps;
    this.#deps = deps;
    this.#params = params;
    this.#tree = new BlockTree(state, genesisNode(params));
    this.#store = new BlockStore(state);
    this.#coins = new UnspentOutputs(state);
    this.#mints = deps.mints ?? noMints;
    this.versionBits = new VersionBits(params, (node, height) => this.#tree.ancestor(node, height));
    this.#connector = new BlockConnector({
      params,
      scriptCache: deps.scriptCache,
      curve: deps.curve,
      mints: this.#mints,
      tree: this.#tree,
      store: this.#store,
      versionBits: this.versionBits,
    });
    if (this.#store.bytes === 0) this.#store.putBlock(params.genesis);
    if (options.txindex) this.#txIndex = new TxIndex(state, () => this.#activeBlocks());
    else TxIndex.drop(state);
  }

  get genesis(): BlockNode {
    return this.#tree.genesis;
  }

  get tip(): BlockNode {
    return this.#tree.tip;
  }

  get bestHeader(): BlockNode {
    return this.#tree.bestHeader;
  }

  get coinCount(): number {
    return this.#coins.count;
  }

  get assets(): AssetReaders {
    return this.#coins.assets;
  }

  get prunedBelow(): number {
    return this.#store.prunedBelow;
  }

  get sizeOnDisk(): number {
    return this.#store.bytes;
  }

  atHeight(height: number): BlockNode | undefined {
    return this.#tree.atHeight(height);
  }

  node(hash: string): BlockNode | undefined {
    return this.#tree.get(hash);
  }

  nodes(): IterableIterator<BlockNode> {
    return this.#tree.all();
  }

  isActive(node: BlockNode): boolean {
    return this.#tree.isActive(node);
  }

  forkPoint(node: BlockNode): BlockNode {
    return this.#tree.forkPoint(node);
  }

  block(hash: string): Block | undefined {
    return this.#store.block(hash);
  }

  undo(hash: string): BlockUndo | undefined {
    return this.#store.undo(hash);
  }

  coin(outpoint: Outpoint): Coin | undefined {
    return this.#coins.get(outpoint);
  }

  coins(): IterableIterator<[Outpoint, Coin]> {
    return this.#coins.all();
  }

  checkAssets(transaction: Transaction, coins: readonly Coin[]): AssetEffect | Rejection {
    return checkAssetTransaction(transaction, coins, {
      height: this.tip.height + 1,
      place: 'pool',
      mints: this.#mints,
      assets: this.assets,
    });
  }

  blockOf(txid: string): string | undefined {
    return this.#txIndex?.blockOf(txid);
  }

  subsidy(height: number): bigint {
    return this.#connector.subsidy(height);
  }

  scriptFlagsAfter(parent: BlockNode): number {
    return this.#connector.scriptFlagsAfter(parent);
  }

  isFinal(transaction: Transaction, height: number, medianTime: number): boolean {
    return isFinal(transaction, height, medianTime);
  }

  on(events: Partial<ChainEvents>): void {
    this.#listeners.push(events);
  }

  addCoinbaseRules(rules: CoinbaseRules): void {
    this.#connector.coinbaseRules.push(rules);
  }

  coinbasePayments(context: RewardContext): readonly CoinbasePayment[] {
    return this.#connector.coinbaseRules.flatMap((rules) => rules.payments(context));
  }

  acceptHeader(header: BlockHeader): Acceptance {
    const rejection = this.#keepHeader(header);
    return rejection === undefined ? accepted : rejected(rejection);
  }

  acceptBlock(block: Block, options: { readonly assembled?: boolean } = {}): Acceptance {
    const { header } = block;
    const { hash } = header;
    const known = this.#tree.get(hash);
    if (known !== undefined && isFailed(known)) return { ok: false, reason: 'duplicate-invalid' };
    if (known !== undefined && known.txCount > 0) return accepted;
    const check = options.assembled !== true;
    const fault = checkProofOfWork(header, this.#params) ?? checkBlock(block, check);
    // Not permanently, even if its header is known: as in the family, only a failure in context is permanent.
    if (fault !== undefined) return rejected(fault);
    const rejection = this.#keepHeader(header);
    if (rejection !== undefined) return rejected(rejection);
    const node = this.#tree.get(hash)!;
    const contextFault = checkBlockInContext(block, this.#tree.parent(node)!, this.#params, check);
    if (contextFault !== undefined) return this.#refuse(hash, contextFault);
    this.#store.putBlock(block);
    this.#tree.addTransactions(node, block.transactions.length, block.size);
    this.#failures.clear();
    this.#activate(this.tip);
    if (!isFailed(this.#tree.get(hash)!)) return accepted;
    return rejected(this.#failures.get(hash) ?? { reason: 'bad-prevblk' });
  }

  invalidate(hash: string): void {
    const node = this.#require(hash);
    if (node.height === 0) throw new RangeError('the genesis block cannot be declared invalid');
    const before = this.tip;
    if (this.isActive(node)) while (this.tip.height >= node.height) this.#disconnectTip(true);
    this.#markFailed(this.#require(hash));
    this.#tree.refresh();
    this.#activate(before);
  }

  reconsider(hash: string): void {
    const node = this.#require(hash);
    const line = new Set([node, ...this.#tree.descendants(node)].map((block) => block.hash));
    let top = node;
    for (let ancestor = this.#tree.parent(node); ancestor !== undefined && isFailed(ancestor); ancestor = this.#tree.parent(ancestor)) {
      line.add(ancestor.hash);
      top = ancestor;
    }
    for (const block of [top, ...this.#tree.descendants(top)]) {
      // Apart from the block's own line: blocks that failed only because of an ancestor that is valid again.
      const freed = line.has(block.hash) || (block.validity === 'failed-parent' && !isFailed(this.#tree.parent(block)!));
      if (freed && isFailed(block))
        this.#tree.put({ ...block, validity: block.hasUndo ? 'valid' : block.txCount > 0 ? 'stored' : 'header' });
    }
    this.#tree.refresh();
    this.#activate(this.tip);
  }

  precious(hash: string): void {
    const node = this.#require(hash);
    if (node.chainWork < this.tip.chainWork || isFailed(node)) return;
    this.#tree.prefer(node);
    this.#tree.offer(node);
    this.#activate(this.tip);
  }

  prune(height: number): number {
    return this.#store.prune(this.#tree, height);
  }

  testBlock(block: Block): Acceptance {
    const { tip } = this;
    if (block.header.previousHash !== tip.hash) return { ok: false, reason: 'inconclusive-not-best-prevblk' };
    const fault =
      checkHeader(block.header, tip, this.#params, this.#deps.clock.seconds()) ??
      checkBlock(block, true) ??
      checkBlockInContext(block, tip, this.#params, true);
    if (fault !== undefined) return rejected(fault);
    const result = this.#connector.connect(block, tip, this.#coins.view(), true);
    return 'undo' in result ? accepted : rejected(result.rejection);
  }

  verify(level: number, blocks: number): Generator<void, boolean> {
    return verifyChain(
      {
        chain: this,
        params: this.#params,
        log: this.#deps.log,
        view: () => this.#coins.view(),
        disconnect: (node, view) => this.#connector.disconnect(node, view),
        connect: (node, view) => {
          const result = this.#connector.connect(this.block(node.hash)!, this.#tree.parent(node)!, view, false);
          return 'undo' in result ? undefined : result.rejection;
        },
      },
      level,
      blocks,
    );
  }

  /** Adds a header to the tree unless it is known. @returns the reason if it is invalid */
  #keepHeader(header: BlockHeader): Rejection | undefined {
    const known = this.#tree.get(header.hash);
    if (known !== undefined) return isFailed(known) ? { reason: 'duplicate-invalid' } : undefined;
    const parent = this.#tree.get(header.previousHash);
    const work = checkProofOfWork(header, this.#params);
    if (work !== undefined) return work;
    if (parent === undefined) return { reason: 'prev-blk-not-found' };
    if (isFailed(parent)) return { reason: 'bad-prevblk' };
    const rejection = checkHeader(header, parent, this.#params, this.#deps.clock.seconds());
    if (rejection === undefined) this.#tree.add(header, parent);
    return rejection;
  }

  /** Rejects a block; permanently if its hash commits to the fault. */
  #refuse(hash: string, fault: BlockFault): Acceptance {
    const node = this.#tree.get(hash);
    if (node !== undefined && fault.mutated !== true) this.#fail(node, fault);
    return rejected(fault);
  }

  #fail(node: BlockNode, rejection: Rejection): void {
    this.#deps.log(
      `block ${node.hash} at height ${node.height} is invalid: ${rejection.reason}${rejection.detail === undefined ? '' : `, ${rejection.detail}`}`,
    );
    this.#failures.set(node.hash, rejection);
    const { bestHeader } = this;
    this.#markFailed(node);
    if (isFailed(this.#tree.get(bestHeader.hash)!)) this.#tree.refresh();
  }

  #markFailed(node: BlockNode): void {
    this.#tree.put({ ...node, validity: 'failed' });
    this.#tree.withdraw(node.hash);
    for (const child of this.#tree.descendants(node)) {
      this.#tree.withdraw(child.hash);
      if (!isFailed(child)) this.#tree.put({ ...child, validity: 'failed-parent' });
    }
  }

  /** Makes the best candidate the tip. @param before the tip at the beginning of the call */
  #activate(before: BlockNode): void {
    for (let best = this.#tree.bestCandidate(); best.hash !== this.tip.hash; best = this.#tree.bestCandidate()) this.#moveTo(best);
    this.#tree.trimCandidates();
    const { tip } = this;
    if (tip.hash === before.hash) return;
    const { prune } = this.#deps.options;
    if (typeof prune === 'bigint') this.#store.pruneTo(this.#tree, Number(prune));
    for (const listener of this.#listeners) listener.tipChanged?.(tip);
  }

  /** Connects blocks up to the target as far as they are valid. If a block is missing on the way, the target is withdrawn. */
  #moveTo(target: BlockNode): void {
    const fork = this.forkPoint(target);
    const path: BlockNode[] = [];
    for (let node = target; node.hash !== fork.hash; node = this.#tree.parent(node)!) path.push(node);
    const fromTip = this.tip.height > fork.height ? this.atHeight(fork.height + 1)! : undefined;
    if (path.some(({ hasData }) => !hasData) || fromTip?.hasUndo === false) {
      this.#tree.withdraw(target.hash);
      return;
    }
    this.#tree.keepTip();
    while (this.tip.hash !== fork.hash) this.#disconnectTip(false);
    for (const node of path.reverse()) if (!this.#connect(node)) return;
  }

  #connect(node: BlockNode): boolean {
    const block = this.block(node.hash)!;
    const view = this.#coins.view();
    const result = this.#connector.connect(block, this.tip, view, false);
    if ('rejection' in result) {
      this.#fail(node, result.rejection);
      return false;
    }
    this.#coins.write(view);
    this.#store.putUndo(node.hash, result.undo, result.assetUndo);
    this.#txIndex?.connect(block);
    const connected: BlockNode = { ...node, validity: 'valid', hasUndo: true };
    this.#tree.put(connected);
    this.#tree.pushTip(connected);
    for (const listener of this.#listeners) listener.connected?.(block, connected);
    return true;
  }

  /** @param alone as in `ChainEvents` */
  #disconnectTip(alone: boolean): void {
    const { tip } = this;
    const view = this.#coins.view();
    if (!this.#connector.disconnect(tip, view)) throw new Error(`block ${tip.hash} at height ${tip.height} cannot be disconnected`);
    const block = this.block(tip.hash)!;
    this.#coins.write(view);
    this.#txIndex?.disconnect(block);
    this.#tree.popTip();
    for (const listener of this.#listeners) listener.disconnected?.(block, tip, alone);
  }

  *#activeBlocks(): Iterable<Block> {
    for (let height = 1; height <= this.tip.height; height++) {
      const block = this.block(this.atHeight(height)!.hash);
      if (block !== undefined) yield block;
    }
  }

  #require(hash: string): BlockNode {
    const node = this.#tree.get(hash);
    if (node === undefined) throw new RangeError(`block ${hash} is not known`);
    return node;
  }
}

/** The chain as stored in the state, or a new one with only the genesis block. */
export function createChain(deps: ChainDeps): Chain {
  return new BlockChain(deps);
}
