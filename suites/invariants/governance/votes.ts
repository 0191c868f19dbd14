import { stringify } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { currentTime } from '../../../fixtures/world/ingredients/proposals.ts';
import { OUTCOMES, rawVote, SIGNALS, type VoteOutcome, type VoteSignal } from '../../../fixtures/world/votes.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { countOf, currentVotesOn, hasWord, VOTES_APART_S, votesOn, voting } from '../../support/votes.ts';
import { holdsData, listed, names } from '../../support/proposals.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { invariant } from '../invariant.ts';

const { profile, effect, timeoutMs, uses } = voting;
const counting = { profile, effect, timeoutMs, evidence: 'document', source: 'document 3, Governance' } as const;

/** How long a node that was started again may not know the masternodes. */
const LEARNED_WITHIN_MS = 10_000;

interface Cast {
  readonly txid: string;
  readonly signal: VoteSignal;
  readonly outcome: VoteOutcome;
}

/** Each masternode votes with each signal, at random. */
async function voteAll(t: Trial, hash: string, time = currentTime()): Promise<Cast[]> {
  const { configured } = await t.world.use('startedMasternodes');
  const cast: Cast[] = [];
  for (const masternode of configured)
    for (const signal of SIGNALS) {
      const outcome = t.random.pick(OUTCOMES);
      await t.result('voteraw', await rawVote(t.world, { hash, signal, outcome, time }, masternode));
      cast.push({ txid: masternode.txid, signal, outcome });
    }
  return cast;
}

/** Counts of yes, no and abstain for a signal in `gobject get`. Inapplicable where it has none, as the documents do not show it. */
async function resultOf(t: Trial, hash: string, signal: VoteSignal): Promise<{ readonly [outcome in VoteOutcome]: number }> {
  const object = (await t.result('gobject get', { 'governance-hash': hash })) as { readonly [name: string]: Wire };
  const [, result] = Object.entries(object).find(([name]) => name.toLowerCase() === `${signal}result`) ?? [];
  const count = (outcome: VoteOutcome): number => {
    const [, value] = Object.entries((result ?? {}) as object).find(([name]) => name.toLowerCase() === `${outcome}count`) ?? [];
    return value === undefined
      ? t.inapplicable(`gobject get shows no count of ${outcome} for ${signal}`)
      : Number(stringify(value as Wire));
  };
  return { yes: count('yes'), no: count('no'), abstain: count('abstain') };
}

export const governanceVoteInvariants: readonly Case[] = [
  invariant({
    ...counting,
    id: 'governance-votes/as-cast',
    text: 'The votes that count are those that were cast: each masternode, signal and outcome once.',
    methods: ['gobject getcurrentvotes', 'voteraw', ...uses],
    run: async (t) => {
      const { hash } = await t.world.fresh('proposal');
      const cast = await voteAll(t, hash);
      const votes = await currentVotesOn(t, hash);
      t.equal(votes.length, cast.length, 'the number of votes that count');
      if (!votes.some((vote) => OUTCOMES.some((outcome) => hasWord(vote, outcome)))) t.inapplicable('votes do not show their outcome');
      for (const { txid, signal, outcome } of cast) {
        const found = votes.filter((vote) => vote.includes(txid) && hasWord(vote, signal) && hasWord(vote, outcome));
        t.equal(found.length, 1, `the number of votes ${outcome} for ${signal} of the masternode ${txid}`);
      }
    },
  }),
  invariant({
    ...counting,
    id: 'governance-votes/tallied',
    // No sentence names these counts; where an object has counts with the names of the signals and outcomes, they are sums.
    evidence: 'standard',
    source: 'arithmetic',
    text: 'gobject get counts for each signal the outcomes that were cast.',
    methods: ['gobject get', 'voteraw', ...uses],
    run: async (t) => {
      const { hash } = await t.world.fresh('proposal');
      const cast = await voteAll(t, hash);
      for (const signal of SIGNALS) {
        const result = await resultOf(t, hash, signal);
        for (const outcome of OUTCOMES)
          t.equal(
            result[outcome],
            cast.filter((vote) => vote.signal === signal && vote.outcome === outcome).length,
            `the number of votes ${outcome} for ${signal}`,
            { path: signal },
          );
      }
    },
  }),
  invariant({
    ...counting,
    id: 'governance-votes/replaced',
    text: 'A later vote takes the place of an earlier one in the votes that count, and all votes have both.',
    methods: ['gobject getvotes', 'voteraw', ...uses],
    run: async (t) => {
      const { hash } = await t.world.fresh('proposal');
      const first = await voteAll(t, hash, currentTime() - VOTES_APART_S);
      const before = await votesOn(t, hash);
      await voteAll(t, hash);
      const [all, current] = [await votesOn(t, hash), await currentVotesOn(t, hash)];
      t.equal(all.length, 2 * first.length, 'the number of all votes after each masternode voted twice with each signal');
      t.equal(current.length, first.length, 'the number of votes that count');
      for (const vote of before) t.ok(all.includes(vote), `gobject getvotes does not have the earlier vote ${vote}`);
      for (const vote of current) t.ok(!before.includes(vote), `the earlier vote ${vote} counts`);
    },
  }),
  invariant({
    ...counting,
    id: 'governance-votes/third',
    text: 'Of three votes by a masternode the last one counts, and all votes have the three.',
    methods: ['gobject getvotes', 'voteraw', ...uses],
    run: async (t) => {
      const { hash } = await t.world.fresh('proposal');
      const rounds: string[][] = [];
      for (const ago of [2, 1, 0]) {
        const seen = await votesOn(t, hash);
        await voteAll(t, hash, currentTime() - ago * VOTES_APART_S);
        const added = (await votesOn(t, hash)).filter((vote) => !seen.includes(vote));
        const current = await currentVotesOn(t, hash);
        t.equal(
          current.toSorted(),
          added.toSorted(),
          `the votes that count after round ${rounds.length + 1}, compared with those of the round`,
        );
        rounds.push(added);
      }
      const all = await votesOn(t, hash);
      t.equal(all.toSorted(), rounds.flat().toSorted(), 'all votes, compared with those of three rounds');
    },
  }),
  invariant({
    ...counting,
    id: 'governance-votes/current-of-all',
    text: 'Every vote that counts is one of all votes.',
    methods: ['gobject getcurrentvotes', 'voteraw', ...uses],
    run: async (t) => {
      const { hash } = await t.world.fresh('proposal');
      await voteAll(t, hash, currentTime() - VOTES_APART_S);
      await voteAll(t, hash);
      const all = await votesOn(t, hash);
      t.each(await currentVotesOn(t, hash), 'vote that counts', (vote) =>
        t.ok(all.includes(vote), `gobject getvotes does not have ${vote}, which counts`),
      );
    },
  }),
  invariant({
    ...counting,
    id: 'governance-votes/by-masternode',
    text: 'The votes of each masternode together are all that count.',
    methods: ['gobject getcurrentvotes', 'voteraw', ...uses],
    run: async (t) => {
      const { configured } = await t.world.use('startedMasternodes');
      const { hash } = await t.world.fresh('proposal');
      await voteAll(t, hash);
      const single: string[] = [];
      for (const { txid, vout } of configured) {
        const answer = await t.result('gobject getcurrentvotes', { 'governance-hash': hash, txid, vout_index: String(vout) });
        const votes = Object.values((answer ?? {}) as { readonly [key: string]: Wire }).map((vote) => stringify(vote));
        t.each(votes, 'vote of a masternode that has voted', (vote) =>
          t.ok(vote.includes(txid), `gobject getcurrentvotes with the masternode ${txid} has votes of others`),
        );
        single.push(...votes);
      }
      t.equal(
        single.toSorted(),
        (await currentVotesOn(t, hash)).toSorted(),
        'the votes of single masternodes, compared with all that count',
      );
    },
  }),
  invariant({
    ...counting,
    id: 'governance-votes/other-object',
    text: 'A vote on one object changes nothing of another.',
    methods: ['gobject get', 'voteraw', ...uses],
    run: async (t) => {
      const [proposal, other] = [await t.world.fresh('proposal'), await t.world.fresh('proposal')];
      await voteAll(t, other.hash);
      const seen = async (): Promise<string> =>
        stringify([(await t.result('gobject get', { 'governance-hash': other.hash })) as Wire, await votesOn(t, other.hash)]);
      const before = await seen();
      await voteAll(t, proposal.hash);
      t.equal(await seen(), before, 'gobject get and gobject getvotes of an object that was not voted on');
    },
  }),
  invariant({
    ...counting,
    id: 'governance-votes/other-signal',
    text: 'A vote with one signal leaves the votes with another signal as they were.',
    methods: ['gobject getcurrentvotes', 'voteraw', ...uses],
    run: async (t) => {
      const { own } = await t.world.use('startedMasternodes');
      const { hash } = await t.world.fresh('proposal');
      await t.result('voteraw', await rawVote(t.world, { hash, signal: 'funding', outcome: 'yes' }, own));
      const [funding] = await currentVotesOn(t, hash);
      await t.result('voteraw', await rawVote(t.world, { hash, signal: 'valid', outcome: 'no' }, own));
      const votes = await currentVotesOn(t, hash);
      t.equal(countOf(votes, own), 2, 'the number of votes of a masternode that voted with two signals');
      t.ok(funding !== undefined && votes.includes(funding), 'the vote with the first signal counts no longer');
    },
  }),
  invariant({
    ...counting,
    id: 'governance-votes/refused',
    text: 'A vote that no masternode has signed changes neither the votes nor their number.',
    methods: ['voteraw', 'gobject get', 'gobject count', 'masternode genkey', ...uses],
    run: async (t) => {
      const { own } = await t.world.use('startedMasternodes');
      const { hash } = await t.world.fresh('proposal');
      await voteAll(t, hash, currentTime() - VOTES_APART_S);
      const seen = async (): Promise<string> =>
        stringify([await votesOn(t, hash), (await t.result('gobject count')) as Wire, await currentVotesOn(t, hash)]);
      const before = await seen();
      const stranger = await t.world.use('foreignKey');
      const forged = await rawVote(t.world, { hash, signal: 'funding', outcome: 'yes' }, own, stranger.wif);
      // That such a vote is refused is not stated.
      await t.call('voteraw', forged);
      const nowhere = await rawVote(t.world, { hash, signal: 'funding', outcome: 'yes' }, { ...own, txid: t.random.hex(32) });
      await t.call('voteraw', nowhere);
      t.equal(await seen(), before, 'votes and counts after a vote that another key signed, and one for a collateral of no masternode');
    },
  }),
  invariant({
    ...counting,
    id: 'governance-votes/many-as-names',
    text: 'gobject vote-many casts the votes that gobject vote-name casts one by one.',
    methods: ['gobject vote-many', 'gobject vote-name', ...uses],
    run: async (t) => {
      const { configured } = await t.world.use('startedMasternodes');
      const [many, each] = [await t.world.fresh('proposal'), await t.world.fresh('proposal')];
      const vote = { signal: 'funding', outcome: t.random.pick(OUTCOMES) } as const;
      await t.result('gobject vote-many', { 'governance-hash': many.hash, ...vote });
      for (const { name } of configured)
        await t.result('gobject vote-name', { 'governance-hash': each.hash, ...vote, 'masternode-name': name });
      const [manyVotes, eachVotes] = [await currentVotesOn(t, many.hash), await currentVotesOn(t, each.hash)];
      for (const masternode of configured)
        t.equal(
          countOf(manyVotes, masternode),
          countOf(eachVotes, masternode),
          `the votes of ${masternode.name} by vote-many, compared with vote-name`,
        );
      t.equal(manyVotes.length, eachVotes.length, 'the number of votes by vote-many, compared with vote-name');
    },
  }),
  invariant({
    ...counting,
    id: 'governance-votes/restarted',
    text: 'All votes, old ones too, the votes that count and the objects are the same after a restart of the node.',
    effect: [...effect, 'process'],
    ownNode: true,
    methods: ['gobject getvotes', 'voteraw', 'gobject get', 'gobject list', 'gobject count', ...uses],
    run: async (t) => {
      if (!t.target.capabilities.restart) t.inapplicable('Pyx cannot restart the node of this target');
      const proposals = [await t.world.fresh('proposal'), await t.world.fresh('proposal')];
      for (const { hash } of proposals) await voteAll(t, hash, currentTime() - VOTES_APART_S);
      await voteAll(t, proposals[1]!.hash);
      const seen = async (): Promise<Wire> => {
        const answers: Wire[] = [await t.result('gobject count')];
        for (const { hash } of proposals) answers.push((await votesOn(t, hash)).toSorted());
        return answers;
      };
      const current = async (): Promise<string> =>
        stringify(await Promise.all(proposals.map(async ({ hash }) => (await currentVotesOn(t, hash)).toSorted())));
      const [before, currentBefore] = [await seen(), await current()];
      await t.node.restart();
      t.equal(await seen(), before, 'the counts and all votes after a restart');
      const all = await listed(t, 'all');
      for (const proposal of proposals) {
        t.ok(names(all, proposal), 'gobject list all does not have a proposal that it had before a restart');
        const object = await t.result('gobject get', { 'governance-hash': proposal.hash });
        t.ok(holdsData(object, proposal), 'gobject get does not return the data of a proposal that was submitted before a restart');
      }
      // A node may have to learn first which masternodes there are.
      const areKnown = await holdsWithin(t, LEARNED_WITHIN_MS, async () => (await current()) === currentBefore);
      t.ok(areKnown, `the votes that count are not those before the restart, ${LEARNED_WITHIN_MS / 1000} s after it`);
    },
  }),
];
