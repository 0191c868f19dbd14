import type { Case } from '../../../engine/case.ts';
import { countOf, currentVotesOn, everyVoteCounts, voting, votesOn } from '../../support/votes.ts';
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
      await everyVoteCounts(t, [own], (vote) => t.result('gobject vote-conf', vote));
    },
  }),
  rule({
    ...voting,
    rule: 'gobject-vote-conf/configured-masternode',
    case: 'another',
    effect: [...voting.effect, 'process'],
    ownNode: true,
    uses: [...voting.uses, 'masternode start-all'],
    run: async (t) => {
      if (!t.target.capabilities.restart) t.inapplicable('Pyx cannot start the node of this target again with other options');
      const { configured } = await t.world.use('startedMasternodes');
      const { hash } = await t.world.fresh('proposal');
      // It is not the first one of masternode.conf.
      const own = configured.at(-1)!;
      await t.node.restart(['-masternode=1', `-masternodeprivkey=${own.privateKey}`]);
      await t.world.use('wallet'); // loads the wallet if the node did not
      await t.result('masternode start-all');
      await t.result('gobject vote-conf', { 'governance-hash': hash, signal: 'funding', outcome: 'yes' });
      const votes = await votesOn(t, hash);
      for (const masternode of configured)
        t.equal(
          countOf(votes, masternode),
          masternode === own ? 1 : 0,
          `the number of votes by ${masternode.name}, of which ${own.name} is configured`,
        );
    },
  }),
];
