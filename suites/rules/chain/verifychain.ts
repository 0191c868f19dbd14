import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { parseBlock } from '../../../oracles/block.ts';
import { fromHex } from '../../../oracles/bytes.ts';
import { decoded } from '../../support/decoded.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';
import { damageInFiles } from '../support/node-files.ts';

/** The default number of blocks. */
const DEFAULT_BLOCKS = 6;
const LEVEL = 4;
const DEFAULTS = 'document 1, Limits: the default values of verifychain are level 4 and 6 blocks';

interface Arguments {
  readonly checklevel?: number;
  readonly nblocks?: number;
}

/** Damages a stored block in the output of its coinbase. */
async function damageBlock(t: Trial, blockhash: string): Promise<void> {
  const bytes = fromHex(await t.result('getblock', { blockhash, verbosity: 0 }));
  const script = decoded(t, 'the serialized block', () => parseBlock(bytes)).transactions[0]?.outputs[0]?.script ?? new Uint8Array();
  await damageInFiles(t, 'a block', bytes, { at: Buffer.from(bytes).lastIndexOf(script) });
}

/**
 * Checks which calls find the damaged block. A node may answer them with false or an error, but not with true.
 * @param depth of the damaged block; that of the tip is 1
 */
async function judgeReach(t: Trial, depth: number): Promise<void> {
  const calls: readonly Arguments[] = [
    {},
    { checklevel: LEVEL },
    ...[0, depth - 1, depth, depth + 1].map((nblocks) => ({ checklevel: LEVEL, nblocks })),
  ];
  for (const args of calls) {
    const { nblocks = DEFAULT_BLOCKS } = args;
    const finds = nblocks === 0 || nblocks >= depth;
    const answer = await t.answer('verifychain', args);
    const shown = `verifychain with ${JSON.stringify(args)}`;
    const damage = `the stored block ${depth} blocks from the tip is damaged`;
    t.ok(
      (answer.ok && answer.result) !== finds,
      finds ? `${shown} is true, but ${damage}` : `${shown} is not true, but only ${damage}, and ${nblocks} blocks are to be checked`,
      args.nblocks === undefined ? { path: 'nblocks', source: DEFAULTS } : {},
    );
  }
}

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
  rule({
    rule: 'verifychain/all-blocks',
    case: 'damaged',
    effect: ['process'],
    ownNode: true,
    uses: ['getblock'],
    judges: ['l:verifychain-defaults'],
    run: async (t) => {
      const { address } = await t.world.use('unownedAddress');
      await t.world.mine(3, address);
      const [blockhash = ''] = await t.world.mine(DEFAULT_BLOCKS, address);
      t.equal(await t.result('verifychain', { checklevel: LEVEL, nblocks: 0 }), true, 'the result before a block is damaged');
      await damageBlock(t, blockhash);
      await judgeReach(t, DEFAULT_BLOCKS);
      await t.world.mine(1, address);
      await judgeReach(t, DEFAULT_BLOCKS + 1);
    },
  }),
  row({
    table: 'limits',
    row: 'verifychain-defaults',
    effect: ['read'],
    run: async (t) => {
      await t.world.use('confirmedSend');
      // What is checked shows only on a node with a damaged block: rules/verifychain/all-blocks/damaged.
      t.equal(await t.result('verifychain'), true, 'the result for a valid chain without arguments');
      t.equal(await t.result('verifychain', { checklevel: 4, nblocks: 6 }), true, 'the result for a valid chain with the default values');
    },
  }),
];
