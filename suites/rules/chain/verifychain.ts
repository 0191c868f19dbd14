import type { Case } from '../../../engine/types.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';

export const verifychainRules: readonly Case[] = [
  rule({
    rule: 'verifychain/level-range',
    effect: ['read'],
    run: async (t) => {
      await t.world.use('confirmedSend');
      for (const checklevel of [0, 1, 2, 3, 4]) {
        t.equal(await t.result('verifychain', { checklevel }), true, `the answer for a sound chain at level ${checklevel}`);
      }
    },
  }),
  rule({
    rule: 'verifychain/all-blocks',
    effect: ['read'],
    run: async (t) => {
      await t.world.use('confirmedSend');
      t.equal(
        await t.result('verifychain', { checklevel: t.random.integer(0, 4), nblocks: 0 }),
        true,
        'the answer for all blocks of a sound chain',
      );
    },
  }),
  row({
    table: 'limits',
    row: 'verifychain-defaults',
    effect: ['read'],
    run: async (t) => {
      await t.world.use('confirmedSend');
      // What was checked does not show in the answer: that the defaults are taken when given is all there is to see.
      t.equal(await t.result('verifychain'), true, 'the answer for a sound chain without arguments');
      t.equal(await t.result('verifychain', { checklevel: 4, nblocks: 6 }), true, 'the answer for a sound chain with the defaults given');
    },
  }),
];
