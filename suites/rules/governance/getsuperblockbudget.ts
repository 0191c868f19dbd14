import { satoshis } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { numbersIn } from '../../support/masternodes.ts';
import { voting } from '../../support/votes.ts';
import { rule } from '../rule.ts';
import { whileInvalidated } from '../../support/invalidated-block.ts';
import { blockBytes, submitSibling, withGreedyCoinbase } from '../support/sibling-block.ts';
import { enableSuperblocks, MAX_CYCLE, mineSuperblocks, request } from '../../support/superblock-payments.ts';

const uses = ['getgovernanceinfo', 'getblockcount', 'getblockhash', 'getblock', 'getblockstats'] as const;
/** Blocks that a case looks at. */
const LOOKED_AT = 40;
const COIN = 100_000_000n;
/** Blocks mined at most to one that is no superblock: more than a cycle on regtest. */
const MAX_OTHERS = 12;

/** What the coinbase of a block pays beyond subsidy and fees, satoshis. */
async function beyondReward(t: Trial, height: number): Promise<bigint> {
  const blockhash = await t.result('getblockhash', { height });
  const { tx } = await t.result('getblock', { blockhash, verbosity: 2 });
  const { subsidy, totalfee } = await t.result('getblockstats', { hash_or_height: height, stats: ['subsidy', 'totalfee'] });
  const coinbase = tx[0]?.vout ?? [];
  t.ok(coinbase.length > 0, `getblock shows no output of the coinbase transaction of ${blockhash}`, { check: 'presence', path: 'tx.vout' });
  return coinbase.reduce((sum, { value }) => sum + satoshis(value), 0n) - BigInt(subsidy ?? 0) - BigInt(totalfee ?? 0);
}

/** Heights of the last superblocks, and of as many other blocks. */
async function heights(t: Trial): Promise<{ readonly superblocks: number[]; readonly others: number[] }> {
  const { lastsuperblock, superblockcycle: cycle } = await t.result('getgovernanceinfo');
  if (cycle === 0) t.inapplicable('superblockcycle is 0');
  const tip = await t.result('getblockcount');
  const superblocks: number[] = [];
  for (let at = lastsuperblock; at > 0 && superblocks.length < LOOKED_AT; at -= cycle) superblocks.push(at);
  const others = Array.from({ length: Math.min(LOOKED_AT, tip) }, (_, back) => tip - back).filter(
    (height) => !superblocks.includes(height),
  );
  return { superblocks, others };
}

/** What a block pays beyond subsidy and fees, and the most that it may, satoshis. */
interface Payment {
  readonly paidSat: bigint;
  readonly mostSat: bigint;
}

/** A block in the place of `hash` that pays a satoshi more than it may must not become the tip. `what`: the block, for messages. */
async function isRefused(t: Trial, hash: string, { paidSat, mostSat }: Payment, what: string): Promise<void> {
  t.ok(paidSat <= mostSat, `${what} pays ${paidSat} satoshis beyond subsidy and fees, the most is ${mostSat}`);
  if (paidSat > mostSat) return;
  const greedy = withGreedyCoinbase(t, await blockBytes(t, hash), mostSat - paidSat + 1n);
  // Only a block that would be the tip is fully validated.
  await whileInvalidated(t, hash, async () => {
    const { hash: other } = await submitSibling(t, greedy);
    t.ok((await t.result('getbestblockhash')) !== other, `${what} that pays a satoshi more than the most becomes the tip`);
  });
}

export const getsuperblockbudgetRules: readonly Case[] = [
  rule({
    rule: 'getsuperblockbudget/maximum',
    effect: ['chain'],
    uses,
    run: async (t) => {
      await t.world.use('confirmedSend');
      const { superblocks } = await heights(t);
      // The first block is one, too.
      const first = satoshis(await t.result('getsuperblockbudget', { index: 0 }));
      t.ok(first >= 0n, `the budget of block 0 is ${first} satoshis`);
      if (superblocks.length === 0) t.inapplicable('the chain has no superblock yet');
      for (const height of superblocks) {
        const budgetSat = satoshis(await t.result('getsuperblockbudget', { index: height }));
        t.ok((await beyondReward(t, height)) <= budgetSat, `superblock ${height} pays more than its budget of ${budgetSat} satoshis`);
      }
    },
  }),
  rule({
    rule: 'getsuperblockbudget/paid-in-superblocks',
    effect: ['chain'],
    uses,
    run: async (t) => {
      await t.world.use('confirmedSend');
      for (const height of (await heights(t)).others)
        t.ok((await beyondReward(t, height)) <= 0n, `block ${height} is no superblock, but pays more than subsidy and fees`);
    },
  }),
  rule({
    ...voting,
    rule: 'getsuperblockbudget/paid-in-superblocks',
    case: 'funded',
    ownNode: true,
    uses: [...uses, ...voting.uses, 'gobject vote-many', 'gobject list', 'gobject count', 'mnsync', 'spork'],
    run: async (t) => {
      await t.world.use('startedMasternodes');
      await enableSuperblocks(t);
      const { nextsuperblock, superblockcycle: cycle } = await t.result('getgovernanceinfo');
      const { address } = await request(t, 1, 'yes');
      const superblocks = await mineSuperblocks(t, [address]);
      const paid = superblocks.map(({ height }) => height);
      const message = `a proposal for which all masternodes voted is paid in the blocks ${paid.join(', ') || 'none'}`;
      if (t.world.facts.paysProposals) {
        t.ok(paid.length > 0, `${message}; the target file states that the release pays it`, { check: 'paid' });
        for (const { height, paidSat } of superblocks)
          t.equal(paidSat.get(address), COIN, `the satoshis that block ${height} pays for a proposal that asks for 1 coin`);
      } else t.observe('paid', paid.length > 0 ? 'paid' : 'not paid', message);
      const all = await t.result('gobject list', { option: 'all' });
      if (paid.length > 0 && all !== null && typeof all === 'object') {
        // Those by which masternodes have it paid are objects, too.
        const counts = numbersIn(await t.result('gobject count', { format: 'json' }));
        const count = Object.keys(all).length;
        t.ok(counts.includes(count), `gobject list all has ${count} objects, the counts of gobject count are ${counts.join(', ')}`, {
          rule: 'gobject-count/counts',
        });
      }
      // No sentence says that votes alone have it paid.
      t.each(paid, 'blocks that pay a proposal', (height) =>
        t.ok(
          (height - nextsuperblock) % cycle === 0,
          `block ${height} pays a proposal, but the superblocks are ${nextsuperblock} and those ${cycle} blocks apart`,
        ),
      );
    },
  }),
  rule({
    ...voting,
    rule: 'getsuperblockbudget/maximum',
    case: 'requested',
    ownNode: true,
    uses: [...uses, ...voting.uses, 'gobject vote-many', 'mnsync', 'spork'],
    run: async (t) => {
      await t.world.use('startedMasternodes');
      await enableSuperblocks(t);
      const { nextsuperblock } = await t.result('getgovernanceinfo');
      const budgetSat = satoshis(await t.result('getsuperblockbudget', { index: nextsuperblock }));
      const coins = Number(((budgetSat / COIN) * 3n) / 5n);
      if (coins === 0) t.inapplicable(`a budget of ${budgetSat} satoshis is too small for two proposals`);
      const addresses: string[] = [];
      // Each is within the budget, both together are not.
      for (let number = 0; number < 2; number++) addresses.push((await request(t, coins, 'yes')).address);
      const paid = await mineSuperblocks(t, addresses);
      if (t.world.facts.paysProposals)
        t.ok(paid.length > 0, 'of two proposals that exceed the budget only together none is paid', { check: 'paid' });
      t.each(paid, 'superblocks that pay a proposal', ({ height, paidSat }) => {
        const sumSat = [...paidSat.values()].reduce((sum, sat) => sum + sat, 0n);
        t.ok(sumSat <= budgetSat, `superblock ${height} pays proposals ${sumSat} satoshis, its budget is ${budgetSat}`);
      });
      for (const { height } of paid) {
        const limitSat = satoshis(await t.result('getsuperblockbudget', { index: height }));
        t.ok((await beyondReward(t, height)) <= limitSat, `superblock ${height} pays more than its budget of ${limitSat} satoshis`);
      }
    },
  }),
  rule({
    rule: 'getsuperblockbudget/maximum',
    case: 'exceeded',
    effect: ['chain'],
    uses: [...uses, 'getblockheader', 'getbestblockhash'],
    run: async (t) => {
      const { nextsuperblock } = await t.result('getgovernanceinfo');
      const before = nextsuperblock - (await t.result('getblockcount'));
      if (before > MAX_CYCLE) t.inapplicable(`the next superblock is ${before} blocks away`);
      const hash = (await t.world.mine(before)).at(-1)!;
      const budgetSat = satoshis(await t.result('getsuperblockbudget', { index: nextsuperblock }));
      await isRefused(t, hash, { paidSat: await beyondReward(t, nextsuperblock), mostSat: budgetSat }, 'a superblock');
    },
  }),
  rule({
    rule: 'getsuperblockbudget/paid-in-superblocks',
    case: 'other-block',
    effect: ['chain'],
    uses: [...uses, 'getblockheader', 'getbestblockhash'],
    run: async (t) => {
      const { nextsuperblock, superblockcycle: cycle } = await t.result('getgovernanceinfo');
      if (cycle < 2) t.inapplicable('every block is a superblock');
      const mined = await t.world.mine(t.random.integer(1, MAX_OTHERS));
      const height = await t.result('getblockcount');
      const isSuperblock = (height - nextsuperblock) % cycle === 0;
      const [hash] = isSuperblock ? await t.world.mine(1) : mined.slice(-1);
      const paidSat = await beyondReward(t, isSuperblock ? height + 1 : height);
      await isRefused(t, hash!, { paidSat, mostSat: 0n }, 'a block other than a superblock');
    },
  }),
];
