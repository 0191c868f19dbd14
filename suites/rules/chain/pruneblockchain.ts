import { tipHeight } from '../../../fixtures/world/ingredients/chain-places.ts';
import type { Case } from '../../../engine/case.ts';
import { withMockTime } from '../../support/mock-time.ts';
import { rule } from '../rule.ts';
import { blockAt, CHAIN_BLOCKS, longChain, prune } from '../support/pruned-chain.ts';

const HOUR_S = 3_600;
const TWO_HOURS_S = 2 * HOUR_S;
/** Blocks of a chain that are hours older than the others. */
const OLD_BLOCKS = 40;

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
    rule: 'pruneblockchain/by-time',
    case: 'older',
    effect: ['chain'],
    profile: 'prune',
    // Old blocks can only be mined before newer ones.
    ownNode: true,
    uses: ['getblock'],
    run: async (t) => {
      const now = Math.floor(Date.now() / 1000);
      await withMockTime(t, async (at) => {
        await at(now - 12 * HOUR_S);
        await t.world.mine(OLD_BLOCKS);
        await at(now - 6 * HOUR_S);
        await t.world.mine(CHAIN_BLOCKS);
      });
      const { gone } = await prune(t, OLD_BLOCKS / 2, 0);
      if (gone !== OLD_BLOCKS / 2)
        t.inapplicable('the node does not prune single blocks, and the documents leave open how many it prunes at a time');
      const { header } = await blockAt(t, OLD_BLOCKS + 1);
      await t.call('pruneblockchain', { height: now - 15 * HOUR_S });
      const next = await blockAt(t, OLD_BLOCKS / 2 + 1);
      t.ok(
        next.readable,
        'a block of 12 hours ago was pruned with a timestamp of 15 hours ago, expected only blocks at least two hours older',
      );
      await t.result('pruneblockchain', { height: header.time + TWO_HOURS_S - t.random.integer(1, 3 * HOUR_S) });
      const [last, first] = [await blockAt(t, OLD_BLOCKS), await blockAt(t, OLD_BLOCKS + 1)];
      t.ok(!last.readable, 'a block of 12 hours ago was not pruned with a timestamp two hours later or more');
      t.ok(first.readable, 'a block of 6 hours ago was pruned with a timestamp less than two hours later');
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
      // The first and the last block have a height like any other. The last ones are kept.
      await t.result('pruneblockchain', { height: 0 }); // prunes none: what the result is then is not stated
      const last = await t.result('pruneblockchain', { height: await tipHeight(t.world) });
      t.ok(last >= gone, `the height of the last pruned block is ${last} with the height of the tip, and was ${gone} before`);
    },
  }),
  rule({
    rule: 'pruneblockchain/last-pruned',
    case: 'without-pruning',
    effect: ['chain'],
    // If the node prunes although no option asked for it, later cases miss the blocks.
    ownNode: true,
    uses: ['getblock', 'getblockchaininfo'],
    run: async (t) => {
      await t.world.mine(2);
      let answer = await t.answer('pruneblockchain', { height: 1 });
      if (!answer.ok) {
        // It may have been refused for the length of the chain.
        await t.world.mine(CHAIN_BLOCKS);
        answer = await t.answer('pruneblockchain', { height: 1 });
      }
      if (!answer.ok)
        return t.inapplicable('the node prunes nothing without an option for it, and the documents leave open whether it refuses the call');
      const height = Math.min(answer.result, await tipHeight(t.world));
      if (height === 0) return t.sawNothing('pruned block');
      const { readable } = await blockAt(t, height);
      t.ok(!readable, `pruneblockchain returned ${answer.result}, but block ${height} was not pruned`);
      const { pruned } = await t.result('getblockchaininfo');
      t.ok(pruned || readable, `getblockchaininfo says that the node does not prune, but it has pruned block ${height}`, {
        rule: 'getblockchaininfo/pruneheight',
      });
    },
  }),
];
