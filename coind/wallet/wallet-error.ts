import { DomainError } from '../domain-error.ts';

export type WalletErrorReason =
  | 'refused' // any that has no reason of its own
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

/** A wallet cannot do what was asked for. */
export class WalletError extends DomainError<WalletErrorReason> {
  override readonly name = 'WalletError';
}
