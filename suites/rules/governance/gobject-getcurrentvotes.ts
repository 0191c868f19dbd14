import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/types.ts';
import { rawVote } from '../../../fixtures/world/votes.ts';
import { currentTime } from '../../../fixtures/world/ingredients/proposals.ts';
import { countOf, currentVotesOn, voting } from '../../support/votes.ts';
import { rule } from '../rule.ts';

/** Nodes may limit how often a masternode votes. */
const APART_S = 7_200;

export const gobjectGetcurrentvotesRules: readonly Case[] = [
  rule({
    ...voting,
    rule: 'gobject-getcurrentvotes/tallying-only',
    uses: [...voting.uses, 'voteraw'],
    run: async (t) => {
      const { own } = await t.world.use('startedMasternodes');
      const { hash } = await t.world.fresh('proposal');
      const vote = { hash, signal: 'funding' } as const;
      await t.result('voteraw', await rawVote(t.world, { ...vote, outcome: 'yes', time: currentTime() - APART_S }, own));
      const [first] = await currentVotesOn(t, hash);
      await t.result('voteraw', await rawVote(t.world, { ...vote, outcome: 'no' }, own));
      const votes = await currentVotesOn(t, hash);
      // Another output of the same transaction is no masternode that voted.
      const output = { 'governance-hash': hash, txid: own.txid };
      const named = await t.result('gobject getcurrentvotes', { ...output, vout_index: String(own.vout) });
      t.ok(stringify(named).includes(own.txid), 'the votes of a masternode that is named by its output do not have its vote');
      const other = await t.call('gobject getcurrentvotes', { ...output, vout_index: String(own.vout + 1) });
      if (other.ok) t.ok(!stringify(other.result).includes(own.txid), 'the votes of another output have the vote of the masternode');
      t.equal(countOf(votes, own), 1, 'the number of votes that count, by a masternode that voted yes, and no later');
      t.ok(votes[0] !== first, 'the earlier vote still counts');
    },
  }),
];
