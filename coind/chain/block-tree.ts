import { readHeader } from '../primitives/block.ts';
import { ByteReader } from '../primitives/byte-reader.ts';
import { workOf } from '../primitives/compact-bits.ts';
import type { ChainParams } from '../params.ts';
import type { BlockHeader } from '../primitives/types.ts';
import type { Cell, State, Table } from '../state/types.ts';
import { hashCodec, nodeCodec, numberCodec } from './codecs.ts';
import { MEDIAN_TIME_SPAN } from './limits.ts';
import { ownBytes } from './own-bytes.ts';
import type { BlockNode } from './block-node.ts';

export const isFailed = ({ validity }: BlockNode): boolean => validity === 'failed' || validity === 'failed-parent';

/** All known blocks, the active chain by height, and the candidates for the tip. */
export class BlockTree {
  readonly #nodes: Table<BlockNode>;
  /** Hashes of the active chain, by height. */
  readonly #active: Table<string>;
  readonly #tip: Cell<string>;
  readonly #arrivals: Cell<number>;
  readonly #bestHeader: Cell<string>;
  /** Candidates for the tip: stored with all their ancestors, not failed, and not worse than the tip. */
  readonly #candidates: Table<true>;
  /** By parent: stored blocks with a missing ancestor. */
  readonly #unlinked: Table<readonly string[]>;
  /** `preciousblock`: a position in the order of arrival before all others. Not kept across a restart. */
  readonly #precious: Table<number>;
  readonly #genesisHash: string;

  constructor(state: State, genesis: BlockNode) {
    this.#nodes = state.table('chain.nodes', nodeCodec);
    this.#active = state.table('chain.active', hashCodec);
    this.#tip = state.cell('chain.tip', genesis.hash, hashCodec);
    this.#arrivals = state.cell('chain.arrivals', 0, numberCodec);
    this.#bestHeader = state.cell('chain.best-header', genesis.hash);
    this.#candidates = state.table('chain.candidates');
    this.#unlinked = state.table('chain.unlinked');
    this.#precious = state.table('chain.precious');
    this.#genesisHash = genesis.hash;
    if (this.#nodes.size === 0) {
      this.#nodes.set(genesis.hash, genesis);
      this.#active.set('0', genesis.hash);
    } else if (!this.#nodes.has(genesis.hash)) {
      throw new Error('the data directory contains another chain; choose another -datadir');
    }
    for (const node of this.#nodes.values()) if (node.hasData && node.chainTxCount === 0) this.#setUnlinked(node);
    this.refresh();
  }

  get genesis(): BlockNode {
    return this.get(this.#genesisHash)!;
  }

  get tip(): BlockNode {
    return this.get(this.#tip.get())!;
  }

  get bestHeader(): BlockNode {
    return this.get(this.#bestHeader.get())!;
  }

  get(hash: string): BlockNode | undefined {
    return this.#nodes.get(hash);
  }

  all(): IterableIterator<BlockNode> {
    return this.#nodes.values();
  }

  parent(node: BlockNode): BlockNode | undefined {
    return this.#nodes.get(node.header.previousHash);
  }

  put(node: BlockNode): void {
    this.#nodes.set(node.hash, node);
  }

  /** Adds a header whose parent is known. */
  add(given: BlockHeader, parent: BlockNode): BlockNode {
    const bytes = ownBytes(given.bytes);
    const header = bytes === given.bytes ? given : readHeader(new ByteReader(bytes));
    const node: BlockNode = {
      hash: header.hash,
      header,
      height: parent.height + 1,
      chainWork: parent.chainWork + workOf(header.bits),
      medianTime: this.#medianTime(header, parent),
      validity: 'header',
      txCount: 0,
      chainTxCount: 0,
      size: 0,
      hasData: false,
      hasUndo: false,
      sequence: 0,
    };
    this.put(node);
    if (node.chainWork > this.bestHeader.chainWork) this.#bestHeader.set(node.hash);
    return node;
  }

  /** Records that the transactions of a block are stored: it, and descendants that waited for it, may become the tip. */
  addTransactions(node: BlockNode, txCount: number, size: number): void {
    this.put({ ...node, validity: 'stored', txCount, size, hasData: true, sequence: this.#nextArrival() });
    const parent = this.parent(node)!;
    if (parent.chainTxCount === 0) {
      this.#setUnlinked(node);
      return;
    }
    const linked = [node.hash];
    for (let hash = linked.pop(); hash !== undefined; hash = linked.pop()) {
      const linkedNode = this.get(hash)!;
      const whole = { ...linkedNode, chainTxCount: this.parent(linkedNode)!.chainTxCount + linkedNode.txCount };
      this.put(whole);
      this.offer(whole);
      const waiting = this.#unlinked.get(hash);
      if (waiting === undefined) continue;
      linked.push(...waiting);
      this.#unlinked.delete(hash);
    }
  }

  // the active chain

  atHeight(height: number): BlockNode | undefined {
    const hash = this.#active.get(String(height));
    return hash === undefined ? undefined : this.get(hash);
  }

  isActive(node: BlockNode): boolean {
    return this.#active.get(String(node.height)) === node.hash;
  }

  forkPoint(node: BlockNode): BlockNode {
    let fork = node;
    while (!this.isActive(fork)) fork = this.parent(fork)!;
    return fork;
  }

  ancestor(node: BlockNode, height: number): BlockNode {
    let ancestor = node;
    while (ancestor.height > height && !this.isActive(ancestor)) ancestor = this.parent(ancestor)!;
    return ancestor.height === height ? ancestor : this.atHeight(height)!;
  }

  pushTip(node: BlockNode): void {
    this.#active.set(String(node.height), node.hash);
    this.#tip.set(node.hash);
  }

  popTip(): void {
    const { tip } = this;
    this.#active.delete(String(tip.height));
    this.#tip.set(tip.header.previousHash);
  }

  // candidates

  /** Whether `a` is preferred to `b` as tip: more work, or equal work and earlier arrival. */
  isBetter(a: BlockNode, b: BlockNode): boolean {
    if (a.chainWork !== b.chainWork) return a.chainWork > b.chainWork;
    const order = this.#order(a) - this.#order(b);
    return order === 0 ? a.hash < b.hash : order < 0;
  }

  /** Makes a block a candidate if it qualifies. */
  offer(node: BlockNode): void {
    if (node.chainTxCount > 0 && !isFailed(node) && this.isBetter(node, this.tip)) this.#candidates.set(node.hash, true);
  }

  /** Keeps the tip as a candidate while another chain is tried. */
  keepTip(): void {
    this.#candidates.set(this.#tip.get(), true);
  }

  withdraw(hash: string): void {
    this.#candidates.delete(hash);
  }

  bestCandidate(): BlockNode {
    let best = this.tip;
    for (const hash of this.#candidates.keys()) {
      const node = this.get(hash)!;
      if (this.isBetter(node, best)) best = node;
    }
    return best;
  }

  /** Removes candidates that are worse than the tip. */
  trimCandidates(): void {
    const { tip } = this;
    const behind: string[] = [];
    for (const hash of this.#candidates.keys()) if (!this.isBetter(this.get(hash)!, tip)) behind.push(hash);
    for (const hash of behind) this.#candidates.delete(hash);
  }

  /** Moves a block to the front of the order of arrival. */
  prefer(node: BlockNode): void {
    this.#precious.set(node.hash, Math.min(0, ...this.#precious.values()) - 1);
  }

  /** Recomputes candidates and best header, after blocks were declared invalid or valid. */
  refresh(): void {
    let best = this.genesis;
    this.#candidates.clear();
    for (const node of this.all()) {
      if (isFailed(node)) continue;
      this.offer(node);
      if (node.chainWork > best.chainWork || (node.chainWork === best.chainWork && this.isActive(node))) best = node;
    }
    this.#bestHeader.set(best.hash);
  }

  /** All descendants of a block, parents before children. */
  descendants(node: BlockNode): BlockNode[] {
    const higher = [...this.all()].filter(({ height }) => height > node.height).sort((a, b) => a.height - b.height);
    const family = new Set([node.hash]);
    return higher.filter(({ hash, header }) => family.has(header.previousHash) && family.add(hash));
  }

  #order(node: BlockNode): number {
    return this.#precious.get(node.hash) ?? node.sequence;
  }

  #nextArrival(): number {
    const arrival = this.#arrivals.get() + 1;
    this.#arrivals.set(arrival);
    return arrival;
  }

  #setUnlinked(node: BlockNode): void {
    const { previousHash } = node.header;
    const waiting = this.#unlinked.get(previousHash) ?? [];
    if (!waiting.includes(node.hash)) this.#unlinked.set(previousHash, [...waiting, node.hash]);
  }

  #medianTime({ time }: BlockHeader, parent: BlockNode): number {
    const times = [time];
    for (let node: BlockNode | undefined = parent; node !== undefined && times.length < MEDIAN_TIME_SPAN; node = this.parent(node))
      times.push(node.header.time);
    times.sort((a, b) => a - b);
    return times[times.length >> 1]!;
  }
}

/** The genesis block as a node of the tree. */
export function genesisNode({ genesis }: ChainParams): BlockNode {
  const { header } = genesis;
  return {
    hash: header.hash,
    header,
    height: 0,
    chainWork: workOf(header.bits),
    medianTime: header.time,
    validity: 'valid',
    txCount: 1,
    chainTxCount: 1,
    size: genesis.size,
    hasData: true,
    hasUndo: false,
    sequence: 0,
  };
}
