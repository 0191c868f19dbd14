import type { Clock } from '../clock.ts';
import type { Curve } from '../crypto/curve.ts';
import type { ChainParams } from '../params.ts';
import { outpointKey } from '../primitives/outpoint.ts';
import type { Outpoint } from '../primitives/types.ts';
import type { Electorate } from './electorate.ts';
import type { CastVote, GovernanceStore } from './governance-store.ts';
import { MAX_AHEAD_SECONDS } from './object-rules.ts';
import type { Rejection } from './verdict.ts';
import { signerOfVote, type Vote, type VoteSignal } from './vote.ts';

/** Votes of one masternode on one object with one signal that are kept: old votes are never removed. */
const MAX_VOTES = 1_000;

export interface VoteRulesDeps {
  readonly clock: Pick<Clock, 'seconds'>;
  readonly curve: Curve;
  readonly params: ChainParams;
  readonly electorate: Electorate;
  readonly store: GovernanceStore;
}

/** Decides which votes a node accepts, and which of them count. */
export class VoteRules {
  readonly #deps: VoteRulesDeps;
  /** In hex. A vote that waits is checked again with each block, and to find who signed it takes long. */
  readonly #signers = new WeakMap<Vote, string>();

  constructor(deps: VoteRulesDeps) {
    this.#deps = deps;
  }

  /** The vote with its signer, or why it is not accepted. */
  check(vote: Vote): { readonly accepted: CastVote } | Rejection {
    const { clock, electorate, store } = this.#deps;
    const { outpoint, objectHash, signal, time } = vote;
    const now = clock.seconds();
    if (time > now + MAX_AHEAD_SECONDS || time < 0)
      return refused(`time: expected epoch seconds, at most two hours ahead of ${now}, found ${time}`);
    const signer = this.#signerOf(vote);
    if (signer === undefined) return { outcome: 'invalid', reason: 'vote-refused', message: 'the signature of the vote is invalid' };
    const cast = { ...vote, signer };
    if (!this.counts(cast))
      return {
        outcome: 'waiting',
        reason: 'no-masternode',
        message:
          electorate.get(outpoint) === undefined
            ? `no masternode has the collateral ${outpointKey(outpoint)}`
            : `the masternode ${outpointKey(outpoint)} may not vote, or another key signed the vote`,
      };
    if (store.object(objectHash) === undefined)
      return { outcome: 'waiting', reason: 'unknown-object', message: `no governance object has the hash ${objectHash}` };
    if (this.ofVoter(objectHash, outpoint, signal).length >= MAX_VOTES)
      return refused(`the masternode ${outpointKey(outpoint)} has voted ${MAX_VOTES} times on this object with this signal`);
    return { accepted: cast };
  }

  #signerOf(vote: Vote): string | undefined {
    const { curve, params } = this.#deps;
    const signer = this.#signers.get(vote) ?? signerOfVote(vote, curve, params)?.toString('hex');
    if (signer !== undefined) this.#signers.set(vote, signer);
    return signer;
  }

  /** Whether a vote counts now: its masternode may vote, and has the key that signed it. */
  counts({ outpoint, signer }: CastVote): boolean {
    const { electorate } = this.#deps;
    return electorate.mayVote(outpoint) && electorate.get(outpoint)?.operatorKey.toString('hex') === signer;
  }

  /** The votes of a masternode on an object with a signal. */
  ofVoter(objectHash: string, outpoint: Outpoint, signal: VoteSignal): CastVote[] {
    const key = outpointKey(outpoint);
    return [...this.#deps.store.votesOn(objectHash)].filter((vote) => vote.signal === signal && outpointKey(vote.outpoint) === key);
  }
}

const refused = (message: string): Rejection => ({ outcome: 'refused', reason: 'vote-refused', message });
