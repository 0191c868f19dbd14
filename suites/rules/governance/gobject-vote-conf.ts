import type { Case } from '../../../engine/case.ts';
import { OUTCOMES, SIGNALS } from '../../../fixtures/world/votes.ts';
import { withMockTime } from '../../support/mock-time.ts';
import { countOf, currentVotesOn, everyVoteCounts, hasWord, voting, votesOn } from '../../support/votes.ts';
import { makesProposal } from '../../support/proposals.ts';
import { rule } from '../rule.ts';

/** With all signals so many pairs of votes that one which is kept by chance is no matter. */
const OBJECTS = 3;

export const gobjectVoteConfRules: readonly Case[] = [
  rule({
    rule: 'gobject-vote-conf/configured-masternode',
    case: 'none',
    effect: ['wallet', 'chain', 'network'],
    uses: [...makesProposal, 'gobject getvotes'],
    run: async (t) => {
      const { hash } = await t.world.use('proposal');
      const before = await votesOn(t, hash);
      // The node is no masternode: how it says so is not stated.
      await t.call('gobject vote-conf', { 'governance-hash': hash, signal: 'funding', outcome: 'yes' });
      t.equal((await votesOn(t, hash)).length, before.length, 'the number of votes after vote-conf on a node that is no masternode');
    },
  }),
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
  rule({
    ...voting,
    rule: ['gobject-vote-conf/configured-masternode', 'gobject-getcurrentvotes/tallying-only'],
    case: 'at-once',
    run: (t) =>
      withMockTime(t, async () => {
        const { own } = await t.world.use('startedMasternodes');
        let judged = 0;
        for (let objects = 0; objects < OBJECTS; objects++) {
          const { hash } = await t.world.fresh('proposal');
          for (const signal of SIGNALS) {
            const [first, second] = t.random.shuffled(OUTCOMES);
            const vote = { 'governance-hash': hash, signal } as const;
            // Nodes may limit how often a masternode votes.
            await t.result('gobject vote-conf', { ...vote, outcome: first! });
            if (!(await t.call('gobject vote-conf', { ...vote, outcome: second! })).ok) continue;
            const ofSignal = (votes: readonly string[]): string[] =>
              votes.filter((text) => text.includes(own.txid) && hasWord(text, signal));
            const all = ofSignal(await votesOn(t, hash));
            if (![first!, second!].every((outcome) => all.some((text) => hasWord(text, outcome)))) continue;
            const current = ofSignal(await currentVotesOn(t, hash));
            t.ok(
              current.length === 1 && hasWord(current[0]!, second!),
              `a masternode voted ${first} and then ${second} for ${signal}; the votes that count are ${current.join(', ') || 'none'}`,
            );
            judged++;
          }
        }
        if (judged === 0) t.inapplicable('a masternode cannot vote twice at once');
      }),
  }),
];
