import { DomainError } from '../domain-error.ts';

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
