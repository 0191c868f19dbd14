import type { Case } from '../../../engine/case.ts';
import { countOf, currentVotesOn, everyVoteCounts, voting } from '../../support/votes.ts';
import { rule } from '../rule.ts';

export const gobjectVoteManyRules: readonly Case[] = [
  rule({
    ...voting,
    rule: 'gobject-vote-many/all-masternodes',
    run: async (t) => {
      const { configured } = await t.world.use('startedMasternodes');
      const { hash } = await t.world.fresh('proposal');
      await t.result('gobject vote-many', { 'governance-hash': hash, signal: 'funding', outcome: 'no' });
      const votes = await currentVotesOn(t, hash);
      for (const masternode of configured)
        t.equal(countOf(votes, masternode), 1, `the number of votes by ${masternode.name}, which masternode.conf has`);
    },
  }),
  rule({
    ...voting,
    rule: 'gobject-vote-many/all-masternodes',
    case: 'every-vote',
    run: async (t) => {
      const { configured } = await t.world.use('startedMasternodes');
      await everyVoteCounts(t, configured, (vote) => t.result('gobject vote-many', vote));
    },
  }),
];
