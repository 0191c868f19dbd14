import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { currentTime } from '../../../fixtures/world/ingredients/proposals.ts';
import { rawVote } from '../../../fixtures/world/votes.ts';
import { enableSuperblocks, MAX_CYCLE, mineSuperblocks, request, superblockMethods } from '../../support/superblock-payments.ts';
import { countOf, currentVotesOn, hasWord, VOTES_APART_S, voting } from '../../support/votes.ts';
import { rule } from '../rule.ts';
import { changeableVote } from '../support/changeable-vote.ts';

export const gobjectGetcurrentvotesRules: readonly Case[] = [
  rule({
    ...voting,
    rule: 'gobject-getcurrentvotes/tallying-only',
    uses: [...voting.uses, 'voteraw'],
    run: async (t) => {
      const { hash, voter, change } = await changeableVote(t);
      const [first] = await currentVotesOn(t, hash);
      await change();
      const votes = await currentVotesOn(t, hash);
      // Another output of the same transaction is no masternode that voted.
      const output = { 'governance-hash': hash, txid: voter.txid };
      const named = await t.result('gobject getcurrentvotes', { ...output, vout_index: String(voter.vout) });
      t.ok(stringify(named).includes(voter.txid), 'the votes of a masternode that is named by its output do not have its vote');
      const other = await t.call('gobject getcurrentvotes', { ...output, vout_index: String(voter.vout + 1) });
      if (other.ok) t.ok(!stringify(other.result).includes(voter.txid), 'the votes of another output have the vote of the masternode');
      t.equal(countOf(votes, voter), 1, 'the number of votes that count, by a masternode that voted yes, and no later');
      t.ok(votes[0] !== first, 'the earlier vote still counts');
    },
  }),
  rule({
    ...voting,
    rule: 'gobject-getcurrentvotes/tallying-only',
    case: 'named',
    uses: [...voting.uses, 'gobject vote-many'],
    run: async (t) => {
      const { configured } = await t.world.use('startedMasternodes');
      const { hash } = await t.world.fresh('proposal');
      await t.result('gobject vote-many', { 'governance-hash': hash, signal: 'funding', outcome: 'yes' });
      for (const voter of configured) {
        const output = { txid: voter.txid, vout_index: String(voter.vout) };
        const votes = stringify(await t.result('gobject getcurrentvotes', { 'governance-hash': hash, ...output }));
        t.ok(votes.includes(voter.txid), `the votes of ${voter.name}, named by its output, do not have its vote`);
        for (const other of configured)
          if (other.txid !== voter.txid)
            t.ok(!votes.includes(other.txid), `the votes of ${voter.name}, named by its output, have the vote of ${other.name}`);
      }
    },
  }),
  rule({
    ...voting,
    rule: 'gobject-getcurrentvotes/tallying-only',
    case: 'turned',
    ownNode: true,
    uses: [...voting.uses, 'voteraw', 'gobject vote-many', ...superblockMethods],
    run: async (t) => {
      const { configured } = await t.world.use('startedMasternodes');
      const { hash, address } = await request(t, 1, undefined);
      const { nextsuperblock, superblockcycle: cycle } = await t.result('getgovernanceinfo');
      if (cycle > MAX_CYCLE) t.inapplicable(`a cycle of ${cycle} blocks is too long to be mined`);
      // At the start of a cycle no node has decided about the next superblock.
      await t.world.mine(nextsuperblock - (await t.result('getblockcount')));
      await enableSuperblocks(t);
      // Together with all votes, also those that do not count, it would be funded.
      for (const ago of [2, 1]) {
        const yes = { hash, signal: 'funding', outcome: 'yes', time: currentTime() - ago * VOTES_APART_S } as const;
        for (const voter of configured) await t.result('voteraw', await rawVote(t.world, yes, voter));
      }
      await t.result('gobject vote-many', { 'governance-hash': hash, signal: 'funding', outcome: 'no' });
      const votes = await currentVotesOn(t, hash);
      if (!configured.every((voter) => votes.some((vote) => countOf([vote], voter) === 1 && hasWord(vote, 'no'))))
        t.inapplicable('not every masternode has a vote no that counts');
      if (votes.some((vote) => hasWord(vote, 'yes'))) t.inapplicable('a vote yes counts');
      const paid = (await mineSuperblocks(t, [address])).map(({ height }) => height);
      t.equal(paid, [], 'the heights of blocks that pay a proposal for which no current vote is yes');
    },
  }),
];
