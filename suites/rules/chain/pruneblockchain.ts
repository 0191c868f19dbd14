import { tipHeight } from '../../../fixtures/world/ingredients/chain-places.ts';
import type { BlockHeader } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';

/** More blocks than nodes of this family always keep (288), since they prune only well above that. */
const CHAIN_BLOCKS = 300;
const TWO_HOURS_S = 7_200;

/** Makes a chain with further blocks to prune. Returns the height of the last block that is already pruned. */
async function longChain(t: Trial): Promise<number> {
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

async function blockAt(t: Trial, height: number): Promise<{ hash: string; header: BlockHeader; readable: boolean }> {
  const hash = await t.world.result('getblockhash', { height });
  const header = await t.world.result('getblockheader', { hash });
  const { ok } = await t.call('getblock', { blockhash: hash, verbosity: 0 });
  return { hash, header, readable: ok };
}

/**
 * Prunes, and returns the height of the last pruned block. The documents leave open how long the chain must be and how
 * many blocks are pruned at a time; if no block is pruned, the case is inapplicable.
 */
async function prune(t: Trial, argument: number, goneBefore: number): Promise<{ answer: number; gone: number }> {
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

export const pruneblockchainRules: readonly Case[] = [
  rule({
    rule: 'pruneblockchain/by-time',
    effect: ['chain'],
    profile: 'prune',
    uses: ['getblock'],
    run: async (t) => {
      const before = await longChain(t);
      const { header } = await blockAt(t, before + 8);
      const time = header.time + TWO_HOURS_S;
      const { gone } = await prune(t, time, before);
      const last = (await blockAt(t, gone)).header;
      t.ok(
        Math.min(last.time, last.mediantime) + TWO_HOURS_S <= time,
        `block ${gone} was pruned, expected only blocks at least two hours older than the given timestamp`,
      );
    },
  }),
  rule({
    rule: ['pruneblockchain/by-height', 'pruneblockchain/last-pruned', 'getblockstats/pruned'],
    effect: ['chain'],
    profile: 'prune',
    uses: ['getblock'],
    run: async (t) => {
      const before = await longChain(t);
      const height = before + 10;
      const { answer, gone } = await prune(t, height, before);
      t.ok(gone <= height, `block ${gone} was pruned, expected only blocks up to ${height}`);
      t.equal(answer, gone, 'the result, the height of the last pruned block');
      await t.refused('getblockstats', { hash_or_height: t.random.integer(1, gone) }, 'the block was pruned');
    },
  }),
  rule({
    rule: 'pruneblockchain/last-pruned',
    case: 'without-pruning',
    effect: ['chain'],
    // If the node prunes although no option asked for it, later cases miss the blocks.
    ownNode: true,
    uses: ['getblock'],
    run: async (t) => {
      await t.world.mine(2);
      const answer = await t.answer('pruneblockchain', { height: 1 });
      if (!answer.ok)
        return t.inapplicable('the node prunes nothing without an option for it, and the documents leave open whether it refuses the call');
      const height = Math.min(answer.result, await tipHeight(t.world));
      if (height === 0) return t.sawNothing('pruned block');
      const { readable } = await blockAt(t, height);
      t.ok(!readable, `pruneblockchain returned ${answer.result}, but block ${height} was not pruned`);
    },
  }),
];
