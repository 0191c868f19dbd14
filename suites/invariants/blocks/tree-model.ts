import type { OwnBlock, Place } from '../../support/own-blocks.ts';
import type { OpenCoin } from './open-coins.ts';

/** A block of the tree: on the root, which is valid, or on another one. */
export interface TreeBlock {
  readonly hash: string;
  readonly parent: string;
  readonly height: number;
  readonly place: Place;
  readonly block: OwnBlock['bytes'];
  /** What its transaction leaves for the next block on it. */
  readonly coin: OpenCoin;
  /** Its coinbase pays too much, which shows once it is to be the tip. */
  readonly greedy: boolean;
}

/** All blocks that a node has been given on a root, and what it must make of them. */
export class TreeModel {
  readonly root: string;
  readonly #blocks = new Map<string, TreeBlock>();
  /** Blocks of which only the header was taken. */
  readonly headersOnly = new Set<string>();
  /** Blocks that were declared invalid, or found so. */
  readonly invalid = new Set<string>();
  /** Blocks that were on the active chain. */
  readonly validated = new Set<string>();

  constructor(root: string) {
    this.root = root;
  }

  add(block: TreeBlock): void {
    this.#blocks.set(block.hash, block);
  }

  get(hash: string): TreeBlock | undefined {
    return this.#blocks.get(hash);
  }

  get blocks(): readonly TreeBlock[] {
    return [...this.#blocks.values()];
  }

  /** The block and those below it down to the root, which is not among them. */
  lineOf(hash: string): readonly TreeBlock[] {
    const line: TreeBlock[] = [];
    for (let block = this.get(hash); block !== undefined; block = this.get(block.parent)) line.push(block);
    return line;
  }

  isInvalid(hash: string): boolean {
    return this.lineOf(hash).some((block) => this.invalid.has(block.hash));
  }

  isWhole(hash: string): boolean {
    return this.lineOf(hash).every((block) => !this.headersOnly.has(block.hash));
  }

  isGreedy(hash: string): boolean {
    return this.lineOf(hash).some(({ greedy }) => greedy);
  }

  /**
   * The blocks of which one is the tip: those with the most work that are valid. Marks what is found to be invalid because nothing valid
   * has as much work. None if the root is the tip.
   */
  bestTips(): readonly TreeBlock[] {
    const possible = this.blocks.filter(({ hash }) => this.isWhole(hash) && !this.isInvalid(hash));
    for (let height = Math.max(0, ...possible.map((block) => block.height)); height > 0; height--) {
      const highest = possible.filter((block) => block.height === height);
      const valid = highest.filter(({ hash }) => !this.isGreedy(hash));
      if (valid.length > 0) return valid;
      for (const { hash } of highest) for (const block of this.lineOf(hash)) if (block.greedy) this.invalid.add(block.hash);
    }
    return [];
  }

  /** Takes back that a block, and those above it, are invalid. */
  reconsider(hash: string): void {
    for (const block of this.aboveAnd(hash)) this.invalid.delete(block.hash);
  }

  /** The block and all those above it. */
  aboveAnd(hash: string): readonly TreeBlock[] {
    return this.blocks.filter((block) => this.lineOf(block.hash).some((one) => one.hash === hash));
  }

  /** The last block of the only branch on this one; undefined if there are several. */
  onlyTopOf(hash: string): TreeBlock | undefined {
    const above = this.aboveAnd(hash).toSorted((a, b) => b.height - a.height);
    return new Set(above.map(({ height }) => height)).size === above.length ? above[0] : undefined;
  }

  /** The ends of branches. */
  get leaves(): readonly TreeBlock[] {
    const parents = new Set(this.blocks.map(({ parent }) => parent));
    return this.blocks.filter(({ hash }) => !parents.has(hash));
  }

  /** The statuses that the documents have for a branch, of which one must be shown. */
  statusesOf(hash: string, tip: string): readonly string[] {
    if (hash === tip) return ['active'];
    const otherwise = !this.isWhole(hash) ? 'headers-only' : this.validated.has(hash) ? 'valid-fork' : 'valid-headers';
    // A node need not have seen yet that a branch that it has no reason to try contains an invalid block.
    if (this.invalid.has(hash)) return ['invalid'];
    return this.isInvalid(hash) || this.isGreedy(hash) ? ['invalid', otherwise] : [otherwise];
  }
}
