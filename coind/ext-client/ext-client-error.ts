import { DomainError } from '../domain-error.ts';

export type ExtClientReason = 'no-ext-client' | 'ext-client-failed' | 'invalid-ext-status' | 'invalid-ext-header';

/** What was asked of the external chain's client, or stated about that chain, cannot be used. */
export class ExtClientError extends DomainError<ExtClientReason> {
  override readonly name = 'ExtClientError';
}
