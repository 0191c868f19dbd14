import type { Outpoint } from '../primitives/types.ts';
import type { OwnVoter } from './electorate.ts';
import type { GovernanceObject, ObjectContent } from './governance-object.ts';
import type { CastVote } from './governance-store.ts';
import type { SuperblockSchedule } from './superblock-schedule.ts';
import type { Counts } from './tally.ts';
import type { Vote, VoteContent, VoteSignal } from './vote.ts';

/** What the votes and the chain make of an object. */
export interface ObjectStatus {
  readonly counts: { readonly [S in VoteSignal]: Counts };
  /** Whether its fee is paid and confirmed in the active chain; always so for a trigger. */
  readonly isPaidFor: boolean;
  /** Why it is not paid for; '' if it is. */
  readonly reason: string;
  /** By the votes with each signal. An object is valid unless a quorum votes against it. */
  readonly isValid: boolean;
  readonly isFunded: boolean;
  readonly isDeleted: boolean;
  /** No signal of document 3 endorses an object. */
  readonly isEndorsed: false;
}

/** What happened to an object or a vote of a peer. */
export type Reception =
  | { readonly outcome: 'accepted' | 'known' }
  | { readonly outcome: 'waiting' | 'refused'; readonly reason: string }
  /** The peer that sent it is at fault. */
  | { readonly outcome: 'invalid'; readonly reason: string };

export interface GovernanceEvents {
  /** After an object was accepted, from a call or a peer. `origin` is undefined for a call. */
  objectAdded(object: GovernanceObject, origin: unknown): void;
  voteAdded(vote: CastVote, origin: unknown): void;
}

/** The governance objects and votes of a node (document 3, Governance). */
export interface Governance {
  readonly schedule: SuperblockSchedule;
  /** Throws `GovernanceError` for data that is no valid proposal. */
  checkProposal(data: Buffer): void;
  object(hash: string): GovernanceObject | undefined;
  /** In the order of their hashes. */
  objects(): readonly GovernanceObject[];
  status(object: GovernanceObject): ObjectStatus;
  /** All votes on an object, the oldest first. */
  votesOn(hash: string): readonly CastVote[];
  /** Those that count: the last of each masternode and signal, of masternodes that may vote now. */
  currentVotes(hash: string, outpoint?: Outpoint): readonly CastVote[];
  readonly totals: { readonly proposals: number; readonly triggers: number; readonly erased: number; readonly votes: number };
  /** The objects that are new, or that votes or the chain have changed, since the last call. */
  changedSinceLastCall(): readonly GovernanceObject[];
  /** Accepts a proposal whose fee is paid. Returns its hash. Throws `GovernanceError`. */
  submit(content: ObjectContent, feeTxid: string): string;
  /** Signs a vote, and accepts it. Throws `GovernanceError`. */
  castVote(vote: Omit<VoteContent, 'time' | 'outpoint'>, voter: OwnVoter): void;
  /** Accepts a vote that was signed elsewhere. Throws `GovernanceError`. */
  acceptVote(vote: Vote): void;
  /** Makes a trigger of this node's masternode, and accepts it. Throws `GovernanceError`. */
  makeTrigger(data: Buffer, maker: OwnVoter): GovernanceObject;
  /** Objects and votes of peers. */
  receiveObject(object: GovernanceObject, origin: unknown): Reception;
  receiveVote(vote: Vote, origin: unknown): Reception;
  allVotes(): Iterable<CastVote>;
  on(events: Partial<GovernanceEvents>): void;
}
