import { stringify } from '../../client/wire-json.ts';
import type { Trial } from '../../engine/trial.ts';
import type { ConfiguredMasternode } from '../../fixtures/world/types.ts';
import { OUTCOMES, SIGNALS, type VoteOutcome, type VoteSignal } from '../../fixtures/world/votes.ts';
import type { Wire } from '../../specs/model/wire.ts';

/** For cases in which masternodes vote. */
export const voting = {
  profile: 'masternode',
  effect: ['wallet', 'chain', 'network'],
  uses: ['gobject prepare', 'gobject submit', 'gobject check', 'gobject getvotes', 'gobject getcurrentvotes'],
  timeoutMs: 120_000,
} as const;

/** Seconds between two votes of a masternode on the same: nodes may limit how often it votes. */
export const VOTES_APART_S = 7_200;

/**
 * The votes in an answer, as texts; none in null. The documents do not show its form: the case is inapplicable unless it is a list or
 * an object, with an entry for each vote.
 */
function entries(t: Trial, answer: Wire): string[] {
  if (answer === null) return [];
  if (typeof answer !== 'object') t.inapplicable('the answer has no entries, and the documents do not show its form');
  return Object.values(answer as { readonly [key: string]: Wire }).map((entry) => stringify(entry));
}

/** All votes on an object. */
export const votesOn = async (t: Trial, hash: string): Promise<string[]> =>
  entries(t, await t.result('gobject getvotes', { 'governance-hash': hash }));

/** The votes on an object that count. */
export const currentVotesOn = async (t: Trial, hash: string): Promise<string[]> =>
  entries(t, await t.result('gobject getcurrentvotes', { 'governance-hash': hash }));

/** How many votes are those of a masternode: they name its collateral. */
export const countOf = (votes: readonly string[], { txid }: ConfiguredMasternode): number =>
  votes.filter((vote) => vote.includes(txid)).length;

/** Whether a vote names a signal or an outcome: the documents do not show its form. */
export const hasWord = (vote: string, word: string): boolean => new RegExp(`(?<![a-z])${word}(?![a-z])`, 'i').test(vote);

/** Arguments of a call that votes. */
interface VoteArguments {
  readonly 'governance-hash': string;
  readonly signal: VoteSignal;
  readonly outcome: VoteOutcome;
}

/**
 * Votes with every signal and outcome, each on an object of its own: the votes that count name both, once for each of the masternodes
 * that vote by this call.
 */
export async function everyVoteCounts(
  t: Trial,
  voters: readonly ConfiguredMasternode[],
  vote: (args: VoteArguments) => Promise<unknown>,
): Promise<void> {
  for (const outcome of OUTCOMES) {
    const { hash } = await t.world.fresh('proposal');
    for (const signal of SIGNALS) await vote({ 'governance-hash': hash, signal, outcome });
    const [votes, all] = [await currentVotesOn(t, hash), await votesOn(t, hash)];
    for (const voter of voters) {
      const count = SIGNALS.length;
      t.equal(countOf(votes, voter), count, `the number of votes ${outcome} of ${voter.name} that count, one with each signal`);
      t.equal(countOf(all, voter), count, `the number of all votes ${outcome} of ${voter.name}, one with each signal`);
    }
    if (!votes.some((text) => OUTCOMES.some((word) => hasWord(text, word)))) t.inapplicable('votes do not show their outcome');
    for (const voter of voters)
      for (const signal of SIGNALS)
        t.ok(
          votes.some((text) => text.includes(voter.txid) && hasWord(text, signal) && hasWord(text, outcome)),
          `no vote of ${voter.name} that counts is ${outcome} for ${signal}, as was voted`,
          { path: signal },
        );
  }
}
