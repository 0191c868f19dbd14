import { DomainError } from '../domain-error.ts';

export type GovernanceReason =
  | 'invalid-object' // the data of an object, or what it was called with
  | 'unknown-object'
  | 'fee-not-paid' // no transaction of the chain pays the fee of this object
  | 'fee-not-confirmed'
  | 'vote-refused'
  | 'no-masternode';

/** A governance object or a vote that cannot be accepted, or is not known. */
export class GovernanceError extends DomainError<GovernanceReason> {
  override readonly name = 'GovernanceError';
}
