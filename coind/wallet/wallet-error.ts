import { DomainError } from '../domain-error.ts';
import { reasonOf } from '../storage/store-error.ts';

export type WalletErrorReason =
  | 'refused' // any other reason
  | 'locked'
  | 'wrong-passphrase'
  | 'wrong-encryption-state'
  | 'encryption-failed'
  | 'keypool-ran-out'
  | 'wallet-not-found'
  | 'invalid-address'
  | 'invalid-key-or-transaction'
  | 'invalid-request'
  | 'sighash-mismatch';

/** A wallet cannot do what was requested. */
export class WalletError extends DomainError<WalletErrorReason> {
  override readonly name = 'WalletError';
}

/** The error of a call that another error has made impossible. */
export const failedBy = (what: string, error: unknown): WalletError => new WalletError('refused', `${what}: ${reasonOf(error)}`);
