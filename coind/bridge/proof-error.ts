import { DomainError } from '../domain-error.ts';

/** Why a proof of a burn is refused; each fault has its own reason. */
export type ProofReason =
  | 'proof-too-large'
  | 'proof-malformed' // not RLP, or not nodes of a trie
  | 'proof-path' // the path is not the key of a transaction
  | 'proof-root' // the first node is not the one of the root
  | 'proof-broken' // a node does not have the hash that its parent names
  | 'proof-truncated' // the nodes end before the transaction
  | 'proof-excess' // nodes follow the transaction
  | 'proof-absent' // the trie has no transaction at the path
  | 'proof-transaction' // the trie has another transaction at the path
  | 'burn-malformed' // not an external transaction
  | 'burn-method' // the transaction does not call the burn of a contract
  | 'burn-call-data'; // arguments of the call are not encoded as they must be

/** A proof of a burn on the external chain that does not hold. */
export class ProofError extends DomainError<ProofReason> {
  override readonly name = 'ProofError';
}
