import type { Masternode, Masternodes, OwnMasternode } from '../masternodes/types.ts';

/** A masternode, as far as governance needs it. */
export type Voter = Pick<Masternode, 'outpoint' | 'operatorKey'>;

/** A masternode whose key this node has. */
export type OwnVoter = OwnMasternode;

/** The masternodes, as far as governance needs them. */
export interface Electorate extends Pick<Masternodes, 'mayVote' | 'own' | 'on'> {
  list(): readonly Voter[];
  get(outpoint: Voter['outpoint']): Voter | undefined;
}
