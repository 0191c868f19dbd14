import { DomainError } from '../domain-error.ts';

/** What was asked for does not fit the peers, added nodes and bans that there are. */
export class NetworkError extends DomainError<'already-added' | 'not-added' | 'not-connected' | 'invalid-subnet'> {
  override readonly name = 'NetworkError';
}
