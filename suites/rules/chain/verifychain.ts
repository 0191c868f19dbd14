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
        t.equal(await t.result('verifychain', { checklevel }), true, `the result for a valid chain with checklevel ${checklevel}`);
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
        'the result for all blocks of a valid chain',
      );
    },
  }),
  row({
    table: 'limits',
    row: 'verifychain-defaults',
    effect: ['read'],
    run: async (t) => {
      await t.world.use('confirmedSend');
      // The result does not show what was checked; only the acceptance of the default values can be tested.
      t.equal(await t.result('verifychain'), true, 'the result for a valid chain without arguments');
      t.equal(await t.result('verifychain', { checklevel: 4, nblocks: 6 }), true, 'the result for a valid chain with the default values');
    },
  }),
];
