import type { Case } from '../../../engine/types.ts';
import { rawVote } from '../../../fixtures/world/votes.ts';
import { currentTime } from '../../../fixtures/world/ingredients/proposals.ts';
import { countOf, voting, votesOn } from '../../support/votes.ts';
import { rule } from '../rule.ts';

/** Nodes may limit how often a masternode votes. */
const APART_S = 7_200;

export const gobjectGetvotesRules: readonly Case[] = [
  rule({
    ...voting,
    rule: 'gobject-getvotes/old-ones-too',
    uses: [...voting.uses, 'voteraw'],
    run: async (t) => {
      const { own } = await t.world.use('startedMasternodes');
      const { hash } = await t.world.fresh('proposal');
      const vote = { hash, signal: 'funding' } as const;
      await t.result('voteraw', await rawVote(t.world, { ...vote, outcome: 'yes', time: currentTime() - APART_S }, own));
      await t.result('voteraw', await rawVote(t.world, { ...vote, outcome: 'no' }, own));
      t.equal(countOf(await votesOn(t, hash), own), 2, 'the number of votes by a masternode that voted yes, and no later');
    },
  }),
];
