import type { BlockHeader } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { rule } from '../rule.ts';

/** Above the number of blocks that nodes of this family always keep (288), since they need some more before they prune at all. */
const CHAIN_BLOCKS = 300;
const TWO_HOURS_S = 7_200;

/** Makes sure that the chain has blocks that could be pruned beyond those that are gone already. Gives the last of these. */
async function longChain(t: Trial): Promise<number> {
  const height = await t.world.result('getblockcount');
  const gone = await lastGone(t, height);
  const missing = gone + CHAIN_BLOCKS - height;
  if (missing > 0) await t.world.mine(missing);
  return gone;
}

/** Height of the last block that is gone, 0 where none is: they go from the first on. */
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
 * Prunes, and gives the height of the last block that is really gone. How long a chain must be for that, and in which
 * portions blocks go, is left open: where none goes there is nothing to judge.
 */
async function prune(t: Trial, argument: number, goneBefore: number): Promise<{ answer: number; gone: number }> {
  const answer = await t.answer('pruneblockchain', { height: argument });
  if (!answer.ok)
    t.inapplicable(
      `the node does not prune a chain of ${CHAIN_BLOCKS} blocks (${answer.error.message}), and how long one must be is left open`,
    );
  const gone = await lastGone(t, await t.world.result('getblockcount'));
  if (gone <= goneBefore)
    t.inapplicable(`the node removes no block of a chain of ${CHAIN_BLOCKS}, and in which portions they go is left open`);
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
        `block ${gone} was removed, but it is less than two hours older than the timestamp given`,
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
      t.ok(gone <= height, `block ${gone} was removed, but only those up to ${height} were to be`);
      t.equal(answer, gone, 'the height of the last block that was pruned');
      await t.refused('getblockstats', { hash_or_height: t.random.integer(1, gone) }, 'the block was pruned');
    },
  }),
];
