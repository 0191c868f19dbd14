import type { Chain } from '../chain/types.ts';
import type { BlockNode } from '../chain/block-node.ts';

/** Number of consecutive hashes at the start of a locator, before the steps double. */
const DENSE_HASHES = 10;

export function parentOf(chain: Chain, node: BlockNode): BlockNode | undefined {
  return chain.node(node.header.previousHash);
}

/** The ancestor at a height, or the node itself. Takes one step for each block that is not in the active chain. */
function ancestorAt(chain: Chain, node: BlockNode, height: number): BlockNode | undefined {
  let at: BlockNode | undefined = node;
  while (at && at.height > height) at = chain.isActive(at) ? chain.atHeight(height) : parentOf(chain, at);
  return at;
}

/** A block locator for the chain that ends in `tip`: the last blocks one by one, then in doubling steps back to genesis. */
export function locatorOf(chain: Chain, tip: BlockNode): string[] {
  const hashes: string[] = [];
  let step = 1;
  for (let at: BlockNode | undefined = tip; at;) {
    hashes.push(at.hash);
    if (at.height === 0) break;
    if (hashes.length >= DENSE_HASHES) step *= 2;
    at = ancestorAt(chain, at, Math.max(0, at.height - step));
  }
  return hashes;
}

/**
 * Finds the fork point of one branch and the active chain. The result is cached until the active chain changes there: a
 * hostile branch may be long, and is looked up at every block.
 */
export class BranchPoint {
  readonly #chain: Chain;
  #end: string | undefined;
  #fork: BlockNode | undefined;
  /** The first block of the branch that is not in the active chain. */
  #first: BlockNode | undefined;

  constructor(chain: Chain) {
    this.#chain = chain;
  }

  /** The last active block of the branch that ends in this node. */
  of(end: BlockNode): BlockNode {
    const chain = this.#chain;
    const holds = this.#end === end.hash && this.#fork && chain.isActive(this.#fork) && !(this.#first && chain.isActive(this.#first));
    if (holds) return this.#fork!;
    let at = end;
    this.#first = undefined;
    while (!chain.isActive(at)) {
      this.#first = at;
      at = parentOf(chain, at) ?? chain.genesis;
    }
    this.#end = end.hash;
    this.#fork = at;
    return at;
  }
}
