import { toNumber } from '../../support/amounts.ts';
import type { Case } from '../../../engine/case.ts';
import { targetOf } from '../../../oracles/block.ts';
import { rule } from '../rule.ts';

/** `bits` of a block whose difficulty counts as 1 in this family of nodes. */
const DIFFICULTY_ONE_BITS = 0x1d00ffff;

export const getdifficultyRules: readonly Case[] = [
  rule({
    rule: 'getdifficulty/multiple',
    effect: ['read'],
    uses: ['getbestblockhash', 'getblockheader', 'getblockhash'],
    run: async (t) => {
      const difficulty = toNumber(await t.result('getdifficulty'));
      const bitsAt = async (hash: string): Promise<number> => Number.parseInt((await t.result('getblockheader', { hash })).bits, 16);
      const target = Number(targetOf(await bitsAt(await t.result('getbestblockhash'))));
      const genesis = await bitsAt(await t.result('getblockhash', { height: 0 }));
      // The documents do not define the minimum difficulty: that of the first block, or difficulty 1 of the family.
      const expected = [DIFFICULTY_ONE_BITS, genesis].map((bits) => Number(targetOf(bits)) / target);
      t.ok(
        expected.some((possible) => Math.abs(difficulty / possible - 1) < 1e-6),
        `the difficulty is ${difficulty}, expected ${[...new Set(expected)].join(' or ')} by the target of the tip`,
      );
    },
  }),
];
