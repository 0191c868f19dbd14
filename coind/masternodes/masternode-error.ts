import { DomainError } from '../domain-error.ts';

export type MasternodeErrorReason =
  | 'conf-invalid' // masternode.conf cannot be read
  | 'masternode-unknown' // masternode.conf has no such name
  | 'masternode-refused' // it cannot be announced as things are
  | 'spork-key-missing'; // the node cannot sign sporks

/** What was asked of masternodes or sporks cannot be done as things are. */
export class MasternodeError extends DomainError<MasternodeErrorReason> {
  override readonly name = 'MasternodeError';
}
