import type { Case } from '../../../engine/case.ts';
import { countOf, voting, votesOn } from '../../support/votes.ts';
import { rule } from '../rule.ts';
import { changeableVote } from '../support/changeable-vote.ts';

export const gobjectGetvotesRules: readonly Case[] = [
  rule({
    ...voting,
    rule: 'gobject-getvotes/old-ones-too',
    uses: [...voting.uses, 'voteraw'],
    run: async (t) => {
      const { hash, voter, change } = await changeableVote(t);
      await change();
      t.equal(countOf(await votesOn(t, hash), voter), 2, 'the number of votes by a masternode that voted yes, and no later');
    },
  }),
];
