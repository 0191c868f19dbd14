import type { Case } from '../../../engine/case.ts';
import { currentTime } from '../../../fixtures/world/ingredients/proposals.ts';
import { OUTCOMES, rawVote, SIGNALS } from '../../../fixtures/world/votes.ts';
import { withMockTime } from '../../support/mock-time.ts';
import { countOf, currentVotesOn, hasWord, voting, votesOn } from '../../support/votes.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';

/** The peer first has to get the chain and the masternodes. */
const RELAYED_WITHIN_MS = 60_000;
/** Of a recoverable signature. */
const SIGNATURE_BYTES = 65;
const AHEAD_S = 60;

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
  rule({
    ...voting,
    rule: 'voteraw/external-signature',
    case: 'unreadable',
    run: async (t) => {
      const { own } = await t.world.use('startedMasternodes');
      const { hash } = await t.world.fresh('proposal');
      const vote = await rawVote(t.world, { hash, signal: 'funding', outcome: 'yes' }, own);
      // That such a vote is refused is not stated; what refuses it is an error of JSON-RPC.
      for (const bytes of [Buffer.alloc(SIGNATURE_BYTES), Buffer.alloc(SIGNATURE_BYTES, 0xff), Buffer.from(t.random.hex(1), 'hex')])
        await t.call('voteraw', { ...vote, 'vote-sig': bytes.toString('base64') });
      t.equal(countOf(await votesOn(t, hash), own), 0, 'the number of votes by the masternode after such with unreadable signatures');
    },
  }),
  rule({
    ...voting,
    rule: ['voteraw/compiles', 'gobject-getcurrentvotes/tallying-only'],
    case: 'after-many',
    uses: [...voting.uses, 'gobject vote-many'],
    run: (t) =>
      withMockTime(t, async (at) => {
        const { configured } = await t.world.use('startedMasternodes');
        const { hash } = await t.world.fresh('proposal');
        // Ahead of the clock of the machine, which a node may use instead.
        const timeS = currentTime() + AHEAD_S;
        await at(timeS);
        for (const signal of SIGNALS) await t.result('gobject vote-many', { 'governance-hash': hash, signal, outcome: 'yes' });
        await at(timeS + 1);
        let judged = 0;
        for (const voter of configured)
          for (const signal of SIGNALS) {
            const vote = await rawVote(t.world, { hash, signal, outcome: 'no', time: timeS + 1 }, voter);
            // Nodes may limit how often a masternode votes.
            if (!(await t.call('voteraw', vote)).ok) continue;
            const votes = (await currentVotesOn(t, hash)).filter((text) => text.includes(voter.txid) && hasWord(text, signal));
            if (!votes.some((text) => OUTCOMES.some((outcome) => hasWord(text, outcome))))
              t.inapplicable('votes do not show their outcome');
            t.ok(
              votes.length === 1 && hasWord(votes[0]!, 'no'),
              `${voter.name} voted yes for ${signal} by vote-many, and no a second later; the votes that count are ${votes.join(', ')}`,
            );
            judged++;
          }
        if (judged === 0) t.inapplicable('a masternode cannot vote again a second later');
      }),
  }),
];
