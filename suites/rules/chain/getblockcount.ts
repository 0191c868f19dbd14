import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';

export const getblockcountRules: readonly Case[] = [
  rule({
    rule: 'getblockcount/longest-chain',
    effect: ['chain'],
    uses: ['getblockheader'],
    run: async (t) => {
      const before = await t.result('getblockcount');
      const mined = await t.world.mine(t.random.integer(1, 3));
      const after = await t.result('getblockcount');
      t.equal(after, before + mined.length, `getblockcount after mining ${mined.length} blocks`);
      const { height } = await t.world.result('getblockheader', { hash: mined.at(-1) ?? '' });
      t.equal(after, height, 'getblockcount (compared with the height of the newest block)');
    },
  }),
];
