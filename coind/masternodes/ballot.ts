import type { Curve } from '../crypto/curve.ts';
import { outpointKey } from '../primitives/outpoint.ts';
import type { State, Table } from '../state/types.ts';
import { KEPT_VOTE_BLOCKS } from './limits.ts';
import { isSignedBy } from './signing.ts';
import { voteHash, votesCodec, type Vote } from './vote.ts';

/** The votes about winners. */
export class Ballot {
  /** By height. */
  readonly #votes: Table<readonly Vote[]>;
  readonly #curve: Curve;

  constructor(state: State, curve: Curve) {
    this.#votes = state.table('masternodes.votes', votesCodec);
    this.#curve = curve;
  }

  at(height: number): readonly Vote[] {
    return this.#votes.get(String(height)) ?? [];
  }

  /** All from a height on. */
  from(height: number): Vote[] {
    return [...this.#votes.values()].flat().filter((vote) => vote.height >= height);
  }

  of(voter: Vote['voter'], height: number): Vote | undefined {
    return this.at(height).find((vote) => outpointKey(vote.voter) === outpointKey(voter));
  }

  isSigned(vote: Vote, operatorKey: Buffer): boolean {
    return isSignedBy(this.#curve, voteHash(vote), vote.signature, operatorKey);
  }

  add(vote: Vote): void {
    this.#votes.set(String(vote.height), [...this.at(vote.height), vote]);
  }

  /** Scripts with at least so many votes, the one with most votes first. */
  payees(height: number, minVotes: number): Buffer[] {
    const counts = new Map<string, number>();
    for (const { payeeScript } of this.at(height)) {
      const script = payeeScript.toString('hex');
      counts.set(script, (counts.get(script) ?? 0) + 1);
    }
    return [...counts]
      .filter(([, count]) => count >= minVotes)
      .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
      .map(([script]) => Buffer.from(script, 'hex'));
  }

  /** Forgets votes about blocks far below the tip. */
  clean(tipHeight: number): void {
    const old = [...this.#votes.keys()].filter((height) => Number(height) < tipHeight - KEPT_VOTE_BLOCKS);
    for (const height of old) this.#votes.delete(height);
  }
}
