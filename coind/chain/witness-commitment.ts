import { makeBlock } from '../primitives/block.ts';
import { hash256 } from '../primitives/hash.ts';
import { fromId } from '../primitives/ids.ts';
import { merkleRoot } from '../primitives/merkle-root.ts';
import { makeTransaction, NULL_ID } from '../primitives/transaction.ts';
import type { Block, Transaction } from '../primitives/types.ts';
import type { Rejection } from './types.ts';

/** OP_RETURN, a push of 36 bytes, and the commitment header of BIP 141. */
const prefix = Buffer.from('6a24aa21a9ed', 'hex');
const length = prefix.length + 32;

/**
 * The script that commits to the witnesses of a block, BIP 141.
 * @param transactions without the coinbase, which counts as zero
 * @param nonce 32 bytes: the witness of the coinbase
 */
export function commitmentScript(transactions: readonly Transaction[], nonce: Buffer): Buffer {
  const { root } = merkleRoot([NULL_ID, ...transactions.map(({ wtxid }) => wtxid)]);
  return Buffer.concat([prefix, hash256(Buffer.concat([fromId(root), nonce]))]);
}

/** The last commitment counts if there are several. */
function findCommitment(coinbase: Transaction): Buffer | undefined {
  return coinbase.outputs.findLast(
    ({ scriptPubKey }) => scriptPubKey.length >= length && prefix.equals(scriptPubKey.subarray(0, prefix.length)),
  )?.scriptPubKey;
}

/** Checks the witness commitment of a block; undefined if valid. */
export function checkWitnessCommitment(block: Block): Rejection | undefined {
  const coinbase = block.transactions[0]!;
  const commitment = findCommitment(coinbase);
  if (commitment !== undefined) {
    const { witness } = coinbase.inputs[0]!;
    if (witness.length !== 1 || witness[0]!.length !== 32)
      return { reason: 'bad-witness-nonce-size', detail: 'invalid witness reserved value size' };
    if (!commitmentScript(block.transactions.slice(1), witness[0]!).equals(commitment.subarray(0, length))) {
      return { reason: 'bad-witness-merkle-match', detail: 'witness merkle commitment mismatch' };
    }
    return undefined;
  }
  if (block.transactions.some(({ hasWitness }) => hasWitness))
    return { reason: 'unexpected-witness', detail: 'unexpected witness data found' };
  return undefined;
}

/**
 * The block with the coinbase witness that a witness commitment requires. Miners may omit it, since it is the same in
 * every block.
 */
export function withCoinbaseWitness(block: Block): Block {
  const [coinbase, ...others] = block.transactions;
  if (coinbase === undefined || !coinbase.isCoinbase || coinbase.hasWitness || findCommitment(coinbase) === undefined) return block;
  const { version, outputs, locktime, inputs } = coinbase;
  const complete = makeTransaction({ version, outputs, locktime, inputs: [{ ...inputs[0]!, witness: [Buffer.alloc(32)] }] });
  return makeBlock(block.header, [complete, ...others]);
}
