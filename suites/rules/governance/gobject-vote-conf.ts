import type { Case } from '../../../engine/case.ts';
import { countOf, currentVotesOn, everyVoteCounts, voting } from '../../support/votes.ts';
import { rule } from '../rule.ts';

export const gobjectVoteConfRules: readonly Case[] = [
  rule({
    ...voting,
    rule: 'gobject-vote-conf/configured-masternode',
    run: async (t) => {
      const { own, configured } = await t.world.use('startedMasternodes');
      const { hash } = await t.world.fresh('proposal');
      await t.result('gobject vote-conf', { 'governance-hash': hash, signal: 'valid', outcome: 'yes' });
      const votes = await currentVotesOn(t, hash);
      for (const masternode of configured)
        t.equal(countOf(votes, masternode), masternode.name === own.name ? 1 : 0, `the number of votes by ${masternode.name}`);
    },
  }),
  rule({
    ...voting,
    rule: 'gobject-vote-conf/configured-masternode',
    case: 'every-vote',
    run: async (t) => {
      const { own } = await t.world.use('startedMasternodes');
      await everyVoteCounts(t, own, (vote) => t.result('gobject vote-conf', vote));
    },
  }),
];
