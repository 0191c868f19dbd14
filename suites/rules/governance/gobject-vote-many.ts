import type { Case } from '../../../engine/case.ts';
import { mustBeListed } from '../../support/masternodes.ts';
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
  rule({
    ...voting,
    rule: 'gobject-vote-many/all-masternodes',
    case: 'one-started',
    ownNode: true,
    uses: [...voting.uses, 'masternode initialize', 'masternodelist'],
    run: async (t) => {
      const { configured } = await t.world.use('masternodes');
      // Those before it cannot vote: they are not started.
      const started = configured.at(-1)!;
      await t.result('masternode initialize', { name: started.name });
      await mustBeListed(t, started, `masternode initialize ${started.name}`);
      const { hash } = await t.world.fresh('proposal');
      await t.call('gobject vote-many', { 'governance-hash': hash, signal: 'funding', outcome: 'yes' });
      t.equal(
        countOf(await currentVotesOn(t, hash), started),
        1,
        `the number of votes by ${started.name} after vote-many, while no other masternode of masternode.conf is started`,
      );
    },
  }),
];
