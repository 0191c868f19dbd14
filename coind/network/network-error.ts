import { DomainError } from '../domain-error.ts';

/** A request that conflicts with the present peers, added nodes or bans, or names an invalid subnet. */
export class NetworkError extends DomainError<'already-added' | 'not-added' | 'not-connected' | 'invalid-subnet'> {
  override readonly name = 'NetworkError';
}
