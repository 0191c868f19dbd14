import type { Case } from '../../../engine/case.ts';
import { rawVote } from '../../../fixtures/world/votes.ts';
import { countOf, currentVotesOn, voting, votesOn } from '../../support/votes.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';

/** The peer first has to get the chain and the masternodes. */
const RELAYED_WITHIN_MS = 60_000;

export const voterawRules: readonly Case[] = [
  rule({
    ...voting,
    rule: ['voteraw/compiles', 'voteraw/external-signature'],
    run: async (t) => {
      const { configured } = await t.world.use('startedMasternodes');
      const { hash } = await t.world.fresh('proposal');
      // The node does not run the last one.
      const voter = configured.at(-1)!;
      await t.result('voteraw', await rawVote(t.world, { hash, signal: 'funding', outcome: 'yes' }, voter));
      t.equal(countOf(await currentVotesOn(t, hash), voter), 1, 'the number of votes by the masternode');
      // Signed with the key of another masternode, it is none of this one.
      const forged = await rawVote(t.world, { hash, signal: 'delete', outcome: 'yes' }, voter, configured[0]!.privateKey);
      await t.call('voteraw', forged);
      t.equal(countOf(await currentVotesOn(t, hash), voter), 1, 'the number of votes by the masternode after one that another key signed');
    },
  }),
  rule({
    ...voting,
    rule: 'voteraw/relays',
    run: async (t) => {
      const { own } = await t.world.use('startedMasternodes');
      const { node } = await t.world.use('peer');
      const { hash } = await t.world.fresh('proposal');
      await t.result('voteraw', await rawVote(t.world, { hash, signal: 'funding', outcome: 'yes' }, own));
      t.equal(countOf(await votesOn(t, hash), own), 1, 'the number of votes by the masternode');
      const { method, params } = t.world.service.request('gobject getvotes', { 'governance-hash': hash });
      const arrived = await holdsWithin(t, RELAYED_WITHIN_MS, async () => {
        const reply = await node.client.call(method, params);
        return reply.type === 'result' && JSON.stringify(reply.result).includes(own.txid);
      });
      t.ok(arrived, `a peer does not have the vote within ${RELAYED_WITHIN_MS / 1000} s`);
    },
  }),
];
