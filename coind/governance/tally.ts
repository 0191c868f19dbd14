import { outpointKey } from '../primitives/outpoint.ts';
import type { Vote, VoteSignal } from './vote.ts';

/** Votes of one signal. */
export interface Counts {
  readonly yes: number;
  readonly no: number;
  readonly abstain: number;
  /** Yes less no. */
  readonly absolute: number;
}

/** Thresholds of absolute yes votes. */
export interface Thresholds {
  readonly funding: number;
  readonly delete: number;
}

/** As in nodes of this family: a tenth of the masternodes to fund, two thirds to delete, never below the minimum. */
export function thresholdsFor(masternodes: number, minQuorum: number): Thresholds {
  return { funding: Math.max(minQuorum, Math.floor(masternodes / 10)), delete: Math.max(minQuorum, Math.floor((2 * masternodes) / 3)) };
}

/**
 * The votes that count: of each masternode and signal the last.
 * @param votes in the order of their times; those with the same time by their hashes, so that all nodes agree in whatever order they arrive
 */
export function lastVotes<V extends Vote>(votes: Iterable<V>): V[] {
  const last = new Map<string, V>();
  for (const vote of votes) last.set(`${outpointKey(vote.outpoint)} ${vote.signal}`, vote);
  return [...last.values()];
}

/** @param votes of which each counts */
export function countVotes(votes: readonly Vote[], signal: VoteSignal): Counts {
  const ofOutcome = (outcome: Vote['outcome']): number => votes.filter((vote) => vote.signal === signal && vote.outcome === outcome).length;
  const [yes, no, abstain] = [ofOutcome('yes'), ofOutcome('no'), ofOutcome('abstain')];
  return { yes, no, abstain, absolute: yes - no };
}
