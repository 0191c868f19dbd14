import type { BlockNode, Chain } from '../chain/types.ts';

/** Hashes of a locator that follow one by one, before the steps double. */
const DENSE = 10;

export function parentOf(chain: Chain, node: BlockNode): BlockNode | undefined {
  return chain.node(node.header.previousHash);
}

/** The ancestor at a height, or the node itself. Takes as many steps as there are blocks beside the active chain. */
function ancestorAt(chain: Chain, node: BlockNode, height: number): BlockNode | undefined {
  let at: BlockNode | undefined = node;
  while (at && at.height > height) at = chain.isActive(at) ? chain.atHeight(height) : parentOf(chain, at);
  return at;
}

/** Hashes by which another finds where its chain leaves the one that ends in `tip`: dense at the end, then in doubling steps. */
export function locatorOf(chain: Chain, tip: BlockNode): string[] {
  const hashes: string[] = [];
  let step = 1;
  for (let at: BlockNode | undefined = tip; at;) {
    hashes.push(at.hash);
    if (at.height === 0) break;
    if (hashes.length >= DENSE) step *= 2;
    at = ancestorAt(chain, at, Math.max(0, at.height - step));
  }
  return hashes;
}

/**
 * Where one branch leaves the active chain. A hostile branch may be long and is asked about at every block, so the
 * answer is kept until the active chain changes right there.
 */
export class BranchPoint {
  readonly #chain: Chain;
  #end: string | undefined;
  #fork: BlockNode | undefined;
  /** The first block of the branch beside the active chain. */
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
