import type { ChainTip } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';
import { whileInvalidated } from '../../support/invalidated-block.ts';
import { faultyBlocks } from '../support/faulty-blocks.ts';
import { blockBytes, minedBlock, submitSibling, withAlteredWitness, withGreedyCoinbase } from '../support/sibling-block.ts';

/** Checks that a branch is listed once, with this status. */
async function hasStatus(t: Trial, hash: string, status: ChainTip['status'], what: string): Promise<void> {
  const found = (await t.result('getchaintips')).filter((tip) => tip.hash === hash);
  t.equal(
    found.map((tip) => tip.status),
    [status],
    `the list of statuses for ${what}`,
    { path: '[].status' },
  );
}

const BLOCK_RULES = { evidence: 'standard', source: 'consensus of the family' } as const;

export const getchaintipsRules: readonly Case[] = [
  rule({
    rule: 'getchaintips/branchlen',
    effect: ['chain'],
    run: async (t) => {
      await t.world.use('staleBlock'); // so that there is more than one branch
      const hash = await minedBlock(t);
      const main = (await t.result('getchaintips')).find((tip) => tip.hash === hash);
      t.ok(main !== undefined, `getchaintips lists no branch with the tip ${hash}, the newest block`);
      if (main) t.equal(main.branchlen, 0, 'branchlen of the main chain', { path: '[].branchlen' });
    },
  }),
  rule({
    rule: 'getchaintips/active',
    effect: ['chain'],
    uses: ['getblockcount'],
    run: async (t) => {
      await t.world.use('staleBlock');
      const hash = await minedBlock(t);
      const height = await t.result('getblockcount');
      const active = (await t.result('getchaintips')).filter((tip) => tip.status === 'active');
      t.equal(
        active.map((tip) => tip.hash),
        [hash],
        'the list of active tips',
        { path: '[].hash' },
      );
      t.equal(active[0]?.height, height, 'the height of the active tip', { path: '[].height' });
    },
  }),
  rule({
    rule: 'getchaintips/valid-fork',
    effect: ['read'],
    run: async (t) => {
      // It was the tip of the main chain, so it was fully validated.
      const { hash } = await t.world.use('staleBlock');
      await hasStatus(t, hash, 'valid-fork', 'a branch that was the main chain');
    },
  }),
  rule({
    rule: 'getchaintips/valid-headers',
    effect: ['chain'],
    uses: ['getblock', 'getblockheader'],
    run: async (t) => {
      // The second of two blocks of equal work is stored after checks of its form only.
      const { hash } = await submitSibling(t, await blockBytes(t, await minedBlock(t)));
      await hasStatus(t, hash, 'valid-headers', 'a branch that was never the main chain');
    },
  }),
  rule({
    rule: 'getchaintips/valid-headers',
    case: 'faulty-blocks',
    effect: ['chain'],
    uses: ['getblock', 'getbestblockhash'],
    run: async (t) => {
      const best = await minedBlock(t);
      const original = await blockBytes(t, best);
      await submitSibling(t, original); // else the node takes no block, and refusing the others says nothing
      for (const [what, bytes] of faultyBlocks(t, original)) {
        const { hash } = await submitSibling(t, bytes, false);
        const tip = (await t.result('getchaintips')).find((one) => one.hash === hash);
        const kept = tip !== undefined && tip.status !== 'invalid' && tip.status !== 'headers-only';
        t.ok(!kept, `the status of a block with ${what} is ${tip?.status}, expected that the node refuses it`, BLOCK_RULES);
        t.equal(await t.result('getbestblockhash'), best, `the best block after a block with ${what} was submitted`, BLOCK_RULES);
      }
    },
  }),
  rule({
    rule: 'getchaintips/headers-only',
    effect: ['chain'],
    uses: ['getblock', 'getblockheader', 'getchaintxstats'],
    run: async (t) => {
      const original = await blockBytes(t, await minedBlock(t));
      const { hash } = await submitSibling(t, withAlteredWitness(t, original), false);
      if (!(await t.result('getchaintips')).some((tip) => tip.hash === hash)) {
        t.inapplicable('the node discards the header of a block with invalid data, and Pyx has no other way to submit only a header');
      }
      await hasStatus(t, hash, 'headers-only', 'a branch whose block was submitted with invalid data');
      // Whether its transactions are counted is not stated. No count is negative, and the genesis block has a transaction.
      const stats = await t.answer('getchaintxstats', { nblocks: 1, blockhash: hash });
      if (!stats.ok) return;
      const { txcount, window_tx_count: inWindow = 0 } = stats.result;
      t.ok(txcount > 0 && inWindow >= 0, `getchaintxstats counts ${txcount} transactions up to such a block, ${inWindow} of them in it`);
    },
  }),
  rule({
    rule: 'getchaintips/invalid',
    effect: ['chain'],
    uses: ['getblock', 'getblockheader'],
    run: async (t) => {
      const honest = await minedBlock(t);
      const greedy = withGreedyCoinbase(t, await blockBytes(t, honest));
      // Only a block that would be the tip is fully validated.
      await whileInvalidated(t, honest, async () => {
        const { hash } = await submitSibling(t, greedy);
        await hasStatus(t, hash, 'invalid', 'a branch whose coinbase pays more than subsidy and fees');
      });
    },
  }),
];
