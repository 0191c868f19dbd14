import { tipHeight } from '../../../fixtures/world/ingredients/chain-places.ts';
import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';
import { blockAt, longChain, prune } from '../support/pruned-chain.ts';

const TWO_HOURS_S = 7_200;

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
