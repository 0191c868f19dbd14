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
      t.equal(countOf(votes, own), 1, 'the number of votes that count, by a masternode that voted yes, and no later');
      t.ok(votes[0] !== first, 'the earlier vote still counts');
    },
  }),
];
