import { checkBlock, checkProofOfWork } from './check-block.ts';
import type { CoinView } from './coin-view.ts';
import { disconnectBlock } from './connect-block.ts';
import type { ChainParams } from '../params.ts';
import type { BlockNode, Chain, Rejection } from './types.ts';

export interface VerifyDeps {
  readonly chain: Chain;
  readonly params: ChainParams;
  readonly log: (line: string) => void;
  /** A fresh look at the coins. */
  readonly view: () => CoinView;
  /** Connects a stored block to a view. */
  readonly connect: (node: BlockNode, view: CoinView) => Rejection | undefined;
}

/** What a level of 1 and 2 finds wrong with a stored block. */
function checkStored({ chain, params }: VerifyDeps, node: BlockNode, level: number): string | undefined {
  const block = chain.block(node.hash);
  if (block === undefined) return 'block is missing';
  if (level >= 1) {
    const fault = checkProofOfWork(block.header, params) ?? checkBlock(block, true);
    if (fault !== undefined) return fault.reason;
  }
  return level >= 2 && chain.undo(node.hash) === undefined ? 'undo data is missing' : undefined;
}

/**
 * Looks at the last blocks of the active chain again, without changing anything. Levels: 0 the blocks can be read; 1 they
 * are valid by themselves; 2 their undo data can be read; 3 they can be disconnected; 4 and connected again. A step for
 * each block and level, so that whoever checks many can give way between them.
 * @param blocks how many; 0: all that are there
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
    const undo = chain.undo(node.hash);
    if (undo === undefined || !disconnectBlock(chain.block(node.hash)!, undo, view, node.height))
      return fail(node, 'coins do not fit the block');
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
