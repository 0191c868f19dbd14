import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';
import { blockBytes, minedBlock, submitSibling } from '../support/sibling-block.ts';

export const preciousblockRules: readonly Case[] = [
  rule({
    rule: 'preciousblock/received-first',
    effect: ['chain'],
    uses: ['getblock', 'getblockheader', 'getbestblockhash'],
    run: async (t) => {
      const first = await minedBlock(t);
      const { hash: second } = await submitSibling(t, await blockBytes(t, first));
      t.equal(await t.world.result('getbestblockhash'), first, 'the tip with two blocks of equal work');
      await t.result('preciousblock', { blockhash: second });
      t.equal(await t.world.result('getbestblockhash'), second, 'the tip after preciousblock of the other block');
    },
  }),
  rule({
    rule: 'preciousblock/later-call',
    effect: ['chain'],
    uses: ['getblock', 'getblockheader', 'getbestblockhash'],
    run: async (t) => {
      const first = await minedBlock(t);
      const { hash: second } = await submitSibling(t, await blockBytes(t, first));
      for (const blockhash of [second, first, second]) {
        await t.result('preciousblock', { blockhash });
        t.equal(await t.world.result('getbestblockhash'), blockhash, 'the tip after preciousblock');
      }
    },
  }),
];
