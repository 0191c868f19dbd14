import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { countOf, currentVotesOn, voting } from '../../support/votes.ts';
import { rule } from '../rule.ts';
import { changeableVote } from '../support/changeable-vote.ts';

export const gobjectGetcurrentvotesRules: readonly Case[] = [
  rule({
    ...voting,
    rule: 'gobject-getcurrentvotes/tallying-only',
    uses: [...voting.uses, 'voteraw'],
    run: async (t) => {
      const { hash, voter, change } = await changeableVote(t);
      const [first] = await currentVotesOn(t, hash);
      await change();
      const votes = await currentVotesOn(t, hash);
      // Another output of the same transaction is no masternode that voted.
      const output = { 'governance-hash': hash, txid: voter.txid };
      const named = await t.result('gobject getcurrentvotes', { ...output, vout_index: String(voter.vout) });
      t.ok(stringify(named).includes(voter.txid), 'the votes of a masternode that is named by its output do not have its vote');
      const other = await t.call('gobject getcurrentvotes', { ...output, vout_index: String(voter.vout + 1) });
      if (other.ok) t.ok(!stringify(other.result).includes(voter.txid), 'the votes of another output have the vote of the masternode');
      t.equal(countOf(votes, voter), 1, 'the number of votes that count, by a masternode that voted yes, and no later');
      t.ok(votes[0] !== first, 'the earlier vote still counts');
    },
  }),
  rule({
    ...voting,
    rule: 'gobject-getcurrentvotes/tallying-only',
    case: 'named',
    uses: [...voting.uses, 'gobject vote-many'],
    run: async (t) => {
      const { configured } = await t.world.use('startedMasternodes');
      const { hash } = await t.world.fresh('proposal');
      await t.result('gobject vote-many', { 'governance-hash': hash, signal: 'funding', outcome: 'yes' });
      for (const voter of configured) {
        const output = { txid: voter.txid, vout_index: String(voter.vout) };
        const votes = stringify(await t.result('gobject getcurrentvotes', { 'governance-hash': hash, ...output }));
        t.ok(votes.includes(voter.txid), `the votes of ${voter.name}, named by its output, do not have its vote`);
        for (const other of configured)
          if (other.txid !== voter.txid)
            t.ok(!votes.includes(other.txid), `the votes of ${voter.name}, named by its output, have the vote of ${other.name}`);
      }
    },
  }),
];
