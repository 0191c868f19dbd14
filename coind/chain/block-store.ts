import { assetUndoCodec } from '../assets/record-codec.ts';
import type { AssetUndo } from '../assets/types.ts';
import type { Block } from '../primitives/types.ts';
import type { Cell, State, Table } from '../state/types.ts';
import type { BlockTree } from './block-tree.ts';
import { blockCodec, numberCodec, undoCodec } from './codecs.ts';
import { MIN_BLOCKS_TO_KEEP } from './limits.ts';
import type { BlockUndo } from './types.ts';
import type { BlockNode } from './block-node.ts';

/** Blocks with their undo data, and pruning of both. */
export class BlockStore {
  readonly #blocks: Table<Block>;
  readonly #undos: Table<BlockUndo>;
  /** Only of blocks that changed assets. */
  readonly #assetUndos: Table<AssetUndo>;
  readonly #bytes: Cell<number>;
  readonly #prunedBelow: Cell<number>;

  constructor(state: State) {
    this.#blocks = state.archive('chain.blocks', blockCodec);
    this.#undos = state.archive('chain.undo', undoCodec);
    this.#assetUndos = state.archive('chain.asset-undo', assetUndoCodec);
    this.#bytes = state.cell('chain.block-bytes', 0, numberCodec);
    this.#prunedBelow = state.cell('chain.pruned-below', 0, numberCodec);
  }

  /** Total size of the stored blocks, bytes. */
  get bytes(): number {
    return this.#bytes.get();
  }

  /** Height of the first stored block of the active chain. */
  get prunedBelow(): number {
    return this.#prunedBelow.get();
  }

  block(hash: string): Block | undefined {
    return this.#blocks.get(hash);
  }

  undo(hash: string): BlockUndo | undefined {
    return this.#undos.get(hash);
  }

  putBlock(block: Block): void {
    this.#blocks.set(block.header.hash, block);
    this.#bytes.set(this.#bytes.get() + block.size);
  }

  assetUndo(hash: string): AssetUndo {
    return this.#assetUndos.get(hash) ?? { records: [], burns: [] };
  }

  putUndo(hash: string, undo: BlockUndo, assetUndo: AssetUndo): void {
    this.#undos.set(hash, undo);
    if (assetUndo.records.length > 0 || assetUndo.burns.length > 0) this.#assetUndos.set(hash, assetUndo);
  }

  /**
   * Removes all blocks up to a height, including side branches, except those that a reorganisation may need.
   * @returns height of the last removed block; -1 if none was removed
   */
  prune(tree: BlockTree, height: number): number {
    const last = Math.min(height, tree.tip.height - MIN_BLOCKS_TO_KEEP);
    const old = [...tree.all()].filter((node) => node.hasData && node.height <= last);
    for (const node of old) this.#remove(tree, node);
    if (old.length === 0) return -1;
    this.#prunedBelow.set(Math.max(this.#prunedBelow.get(), last + 1));
    return last;
  }

  /** Removes the oldest blocks of the active chain until the rest is at most `targetBytes`, or no more may be removed. */
  pruneTo(tree: BlockTree, targetBytes: number): void {
    if (this.bytes <= targetBytes) return;
    let excess = this.bytes - targetBytes;
    let height = this.prunedBelow;
    for (let node = tree.atHeight(height); node !== undefined && excess > 0; node = tree.atHeight(height)) {
      excess -= node.size;
      height += 1;
    }
    this.prune(tree, height - 1);
  }

  #remove(tree: BlockTree, node: BlockNode): void {
    this.#blocks.delete(node.hash);
    this.#undos.delete(node.hash);
    this.#assetUndos.delete(node.hash);
    this.#bytes.set(this.#bytes.get() - node.size);
    tree.put({ ...node, hasData: false, hasUndo: false });
  }
}
