import type { Trial } from '../../../engine/trial.ts';
import { tipHeight } from '../../../fixtures/world/ingredients/chain-places.ts';
import type { BlockHeader } from '../../../specs/model/generated/wire.d.ts';

/** More blocks than nodes of this family always keep (288), since they prune only well above that. */
export const CHAIN_BLOCKS = 300;

/** Makes a chain with further blocks to prune. Returns the height of the last block that is already pruned. */
export async function longChain(t: Trial): Promise<number> {
  const height = await tipHeight(t.world);
  const gone = await lastGone(t, height);
  const missing = gone + CHAIN_BLOCKS - height;
  if (missing > 0) await t.world.mine(missing);
  return gone;
}

/** Height of the last pruned block, 0 if there is none; blocks are pruned from the first one on. */
async function lastGone(t: Trial, height: number): Promise<number> {
  let [gone, there] = [0, height];
  while (there - gone > 1) {
    const middle = Math.floor((gone + there) / 2);
    if ((await blockAt(t, middle)).readable) there = middle;
    else gone = middle;
  }
  return gone;
}

/** A block of the best chain, and whether the node still has its transactions. */
export async function blockAt(t: Trial, height: number): Promise<{ hash: string; header: BlockHeader; readable: boolean }> {
  const hash = await t.world.result('getblockhash', { height });
  const header = await t.world.result('getblockheader', { hash });
  const { ok } = await t.call('getblock', { blockhash: hash, verbosity: 0 });
  return { hash, header, readable: ok };
}

/**
 * Prunes, and returns the height of the last pruned block. The documents leave open how long the chain must be and how
 * many blocks are pruned at a time; if no block is pruned, the case is inapplicable.
 */
export async function prune(t: Trial, argument: number, goneBefore: number): Promise<{ answer: number; gone: number }> {
  const answer = await t.answer('pruneblockchain', { height: argument });
  if (!answer.ok)
    t.inapplicable(
      `the node does not prune a chain of ${CHAIN_BLOCKS} blocks (${answer.error.message}), and the documents leave the required length open`,
    );
  const gone = await lastGone(t, await tipHeight(t.world));
  if (gone <= goneBefore)
    t.inapplicable(
      `the node pruned no block of a chain of ${CHAIN_BLOCKS} blocks, and the documents leave open how many blocks it prunes at a time`,
    );
  return { answer: answer.result, gone };
}
