import type { Case } from '../../../engine/case.ts';
import { countOf, currentVotesOn, everyVoteCounts, voting } from '../../support/votes.ts';
import { rule } from '../rule.ts';

export const gobjectVoteNameRules: readonly Case[] = [
  rule({
    ...voting,
    rule: ['gobject-vote-name/one-masternode', 'gobject-vote-name/by-masternodes'],
    run: async (t) => {
      const { configured } = await t.world.use('startedMasternodes');
      const { hash } = await t.world.fresh('proposal');
      const [voter, ...others] = t.random.integer(0, 1) === 0 ? configured : configured.toReversed();
      const args = { 'governance-hash': hash, signal: 'funding', outcome: 'yes' } as const;
      await t.result('gobject vote-name', { ...args, 'masternode-name': voter!.name });
      const votes = await currentVotesOn(t, hash);
      t.equal(countOf(votes, voter!), 1, 'the number of votes by the named masternode');
      for (const other of others) t.equal(countOf(votes, other), 0, 'the number of votes by another masternode');
    },
  }),
  rule({
    ...voting,
    rule: 'gobject-vote-name/one-masternode',
    case: 'every-vote',
    run: async (t) => {
      const voter = t.random.pick((await t.world.use('startedMasternodes')).configured);
      await everyVoteCounts(t, [voter], (vote) => t.result('gobject vote-name', { ...vote, 'masternode-name': voter.name }));
    },
  }),
];
