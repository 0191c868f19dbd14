import { readBurnCall, type BurnCall } from './burn-call.ts';
import { readExtCall } from './ext-transaction.ts';
import { ProofError } from './proof-error.ts';
import { keccak256, provenTransaction, type TrieProof } from './trie-proof.ts';

/** A proof that a transaction is in a block of the external chain. */
export interface BurnProof extends TrieProof {
  /** The serialised transaction. */
  readonly transaction: Buffer;
}

/** A burn on the external chain, as proven. */
export interface Burn extends BurnCall {
  /** Id of the external transaction, hex. A burn is minted once. */
  readonly id: string;
  /** Hex, without 0x. */
  readonly contract: string;
}

/** Maximum size of an external transaction: a call of a burn has some 300 bytes, an access list adds to it. */
export const MAX_BURN_BYTES = 2_048;
/**
 * Maximum size of the nodes: at most 532 bytes for each of the 6 digits of an index in a large block, and the transaction.
 * Both fit in the data output of a mint.
 */
export const MAX_NODES_BYTES = 6_144;

/**
 * The burn that a proof proves. Whether the root is that of the block, whether the contract is that of the asset, and
 * whether the burn was minted already, is not checked here. Throws ProofError with a reason for each fault; other bytes
 * of the same proof are never accepted.
 */
export function provenBurn(proof: BurnProof): Burn {
  const { transaction, nodes } = proof;
  if (transaction.length > MAX_BURN_BYTES) throw tooLarge('the external transaction', transaction.length, MAX_BURN_BYTES);
  if (nodes.length > MAX_NODES_BYTES) throw tooLarge('the proof', nodes.length, MAX_NODES_BYTES);
  if (!provenTransaction(proof).equals(transaction))
    throw new ProofError('proof-transaction', 'the proof is of another transaction than the given one');
  const { contract, data } = readExtCall(transaction);
  return { ...readBurnCall(data), id: keccak256(transaction).toString('hex'), contract: contract.toString('hex') };
}

const tooLarge = (what: string, bytes: number, limit: number): ProofError =>
  new ProofError('proof-too-large', `${what} has ${bytes} bytes, and at most ${limit} are accepted`);
