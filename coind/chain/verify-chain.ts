import { checkBlock, checkProofOfWork } from './check-block.ts';
import type { CoinView } from './coin-view.ts';
import type { ChainParams } from '../params.ts';
import { StoreError } from '../storage/store-error.ts';
import type { Chain, Rejection } from './types.ts';
import type { BlockNode } from './block-node.ts';

export interface VerifyDeps {
  readonly chain: Chain;
  readonly params: ChainParams;
  readonly log: (line: string) => void;
  /** Creates a new view of the coins. */
  readonly view: () => CoinView;
  /** Disconnects a stored block from a view. @returns whether the coins were as the block must have left them */
  readonly disconnect: (node: BlockNode, view: CoinView) => boolean;
  /** Connects a stored block to a view. */
  readonly connect: (node: BlockNode, view: CoinView) => Rejection | undefined;
}

/** Checks a stored block at levels 0 to 2; returns the fault, or undefined. */
function checkStored({ chain, params }: VerifyDeps, node: BlockNode, level: number): string | undefined {
  try {
    const block = chain.block(node.hash);
    if (block === undefined) return 'block is missing';
    if (level >= 1) {
      const fault = checkProofOfWork(block.header, params) ?? checkBlock(block, true);
      if (fault !== undefined) return fault.reason;
    }
    return level >= 2 && chain.undo(node.hash) === undefined ? 'undo data is missing' : undefined;
  } catch (error) {
    // Damage on the disk is what a caller asks about; elsewhere it ends the node.
    if (!(error instanceof StoreError)) throw error;
    return `the stored block cannot be used (${error.message})`;
  }
}

/**
 * Checks the last blocks of the active chain again, without changing anything. Levels: 0 the blocks can be read; 1 they
 * are valid without context; 2 their undo data can be read; 3 they can be disconnected; 4 and connected again. It yields
 * after each block and level, so that the caller can let other calls run.
 * @param blocks number of blocks; 0: all stored blocks
 */
export function* verifyChain(deps: VerifyDeps, level: number, blocks: number): Generator<void, boolean> {
  const { chain, log } = deps;
  const { tip } = chain;
  const count = blocks <= 0 || blocks > tip.height ? tip.height : blocks;
  const last = Math.max(tip.height - count, chain.prunedBelow - 1);
  const nodes: BlockNode[] = [];
  for (let { height } = tip; height > last && height > 0; height--) nodes.push(chain.atHeight(height)!);
  const fail = (node: BlockNode, what: string): false => {
    log(`verifychain: ${what} at height ${node.height}, block ${node.hash}`);
    return false;
  };
  for (const node of nodes) {
    const fault = checkStored(deps, node, level);
    if (fault !== undefined) return fail(node, fault);
    yield;
  }
  if (level < 3) return true;
  const view = deps.view();
  for (const node of nodes) {
    if (!deps.disconnect(node, view)) return fail(node, 'the unspent outputs do not match the block');
    yield;
  }
  if (level < 4) return true;
  for (const node of nodes.reverse()) {
    const rejection = deps.connect(node, view);
    if (rejection !== undefined) return fail(node, rejection.reason);
    yield;
  }
  return true;
}
