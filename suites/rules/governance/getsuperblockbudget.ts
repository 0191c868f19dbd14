import { satoshis } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { voting } from '../../support/votes.ts';
import { rule } from '../rule.ts';

const uses = ['getgovernanceinfo', 'getblockcount', 'getblockhash', 'getblock', 'getblockstats'] as const;
/** Blocks that a case looks at. */
const LOOKED_AT = 40;

/** What the coinbase of a block pays beyond subsidy and fees, satoshis. */
async function beyondReward(t: Trial, height: number): Promise<bigint> {
  const blockhash = await t.result('getblockhash', { height });
  const { tx } = await t.result('getblock', { blockhash, verbosity: 2 });
  const { subsidy, totalfee } = await t.result('getblockstats', { hash_or_height: height, stats: ['subsidy', 'totalfee'] });
  const coinbase = tx[0]?.vout ?? [];
  t.ok(coinbase.length > 0, `getblock shows no output of the coinbase transaction of ${blockhash}`, { check: 'presence', path: 'tx.vout' });
  return coinbase.reduce((sum, { value }) => sum + satoshis(value), 0n) - BigInt(subsidy ?? 0) - BigInt(totalfee ?? 0);
}

/** Nodes of main networks have cycles of thousands of blocks. */
const MAX_CYCLE = 100;

/** The addresses that the coinbase of a block pays. */
async function paidIn(t: Trial, height: number): Promise<string[]> {
  const { tx } = await t.result('getblock', { blockhash: await t.result('getblockhash', { height }), verbosity: 2 });
  return (tx[0]?.vout ?? []).flatMap(({ scriptPubKey }) => scriptPubKey.addresses ?? []);
}

/** More than the steps of the synchronisation. */
const SYNC_STEPS = 10;

/** Enables superblocks, as far as the node lets that be done: the documents do not state what enables them. */
async function enableSuperblocks(t: Trial): Promise<void> {
  for (let step = 0; step < SYNC_STEPS; step++) await t.call('mnsync', { command: 'next' });
  const active = Object.entries(await t.result('spork', { command: 'active' })).filter(([name]) => name.includes('SUPERBLOCK'));
  for (const [name, isActive] of active) if (isActive === false) await t.world.service.call('setspork', { name, value: 1 });
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

export const getsuperblockbudgetRules: readonly Case[] = [
  rule({
    rule: 'getsuperblockbudget/maximum',
    effect: ['chain'],
    uses,
    run: async (t) => {
      await t.world.use('confirmedSend');
      const { superblocks } = await heights(t);
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
    uses: [...uses, ...voting.uses, 'gobject vote-many', 'mnsync', 'spork'],
    run: async (t) => {
      await t.world.use('startedMasternodes');
      await enableSuperblocks(t);
      const { hash, dataHex } = await t.world.fresh('proposal');
      const [, address] = /"payment_address":"([^"]+)"/.exec(Buffer.from(dataHex, 'hex').toString()) ?? [];
      if (address === undefined) throw new Error('the data of a proposal names no address');
      await t.result('gobject vote-many', { 'governance-hash': hash, signal: 'funding', outcome: 'yes' });
      const { nextsuperblock, superblockcycle: cycle } = await t.result('getgovernanceinfo');
      if (cycle > MAX_CYCLE) t.inapplicable(`a cycle of ${cycle} blocks is too long to be mined`);
      const paid: number[] = [];
      // The next superblock may be too near for the votes.
      for (let height = (await t.result('getblockcount')) + 1; height <= nextsuperblock + cycle; height++) {
        await t.world.mine(1);
        if ((await paidIn(t, height)).includes(address)) paid.push(height);
      }
      for (const height of paid)
        t.ok(
          (height - nextsuperblock) % cycle === 0,
          `block ${height} pays a proposal, but the superblocks are ${nextsuperblock} and those ${cycle} blocks apart`,
        );
      t.observe(
        'paid',
        paid.length > 0 ? 'paid' : 'not paid',
        `a proposal for which all masternodes voted is paid in the blocks ${paid.join(', ') || 'none'}`,
      );
    },
  }),
];
