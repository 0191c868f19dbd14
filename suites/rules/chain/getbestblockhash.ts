import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';

export const getbestblockhashRules: readonly Case[] = [
  rule({
    rule: 'getbestblockhash/tip',
    effect: ['chain'],
    run: async (t) => {
      const mined = await t.world.mine(t.random.integer(1, 2));
      t.equal(await t.result('getbestblockhash'), mined.at(-1), 'getbestblockhash after mining');
    },
  }),
];
