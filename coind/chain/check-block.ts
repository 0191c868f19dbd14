import { merkleRoot } from '../primitives/merkle-root.ts';
import type { Block, BlockHeader } from '../primitives/types.ts';
import { pushNumber } from '../script/script.ts';
import { transactionLegacySigOps } from '../script/sigops.ts';
import { MAX_BLOCK_SIGOPS_COST, MAX_BLOCK_WEIGHT, MAX_FUTURE_BLOCK_SECONDS, WITNESS_SCALE } from './limits.ts';
import type { ChainParams } from '../params.ts';
import { meetsTarget } from './pow.ts';
import { checkTransaction, isFinal } from './tx-rules.ts';
import type { Rejection } from './types.ts';
import type { BlockNode } from './block-node.ts';
import { checkWitnessCommitment } from './witness-commitment.ts';

/** `mutated`: the hash does not commit to the fault, so another block with the same hash may be valid. */
export interface BlockFault extends Rejection {
  readonly mutated?: boolean;
}

/** Checks the proof of work of a header; undefined if valid. */
export function checkProofOfWork(header: BlockHeader, params: ChainParams): Rejection | undefined {
  return meetsTarget(header.hash, header.bits, params) ? undefined : { reason: 'high-hash', detail: 'proof of work failed' };
}

/** Checks a header as the child of its parent; undefined if valid. @param now epoch seconds */
export function checkHeader(header: BlockHeader, parent: BlockNode, params: ChainParams, now: number): Rejection | undefined {
  const height = parent.height + 1;
  const { version } = header;
  if (header.bits !== params.powLimitBits) return { reason: 'bad-diffbits', detail: 'incorrect proof of work' };
  if (header.time <= parent.medianTime) return { reason: 'time-too-old', detail: `block's timestamp is too early` };
  if (header.time > now + MAX_FUTURE_BLOCK_SECONDS) return { reason: 'time-too-new', detail: 'block timestamp too far in the future' };
  const outdated =
    (version < 2 && height >= params.bip34Height) ||
    (version < 3 && height >= params.bip66Height) ||
    (version < 4 && height >= params.bip65Height);
  if (!outdated) return undefined;
  const hex = `0x${(version >>> 0).toString(16).padStart(8, '0')}`;
  return { reason: `bad-version(${hex})`, detail: `rejected nVersion=${hex} block` };
}

function checkMerkleRoot({ header, transactions }: Block): Rejection | undefined {
  const { root, mutated } = merkleRoot(transactions.map(({ txid }) => txid));
  if (root !== header.merkleRoot) return { reason: 'bad-txnmrklroot', detail: 'hashMerkleRoot mismatch' };
  return mutated ? { reason: 'bad-txns-duplicate', detail: 'duplicate transaction' } : undefined;
}

/** Checks the transactions of a block without context; undefined if valid. @param merkle whether to check the merkle root */
export function checkBlock(block: Block, merkle: boolean): Rejection | undefined {
  const { transactions } = block;
  const fault = merkle ? checkMerkleRoot(block) : undefined;
  if (fault !== undefined) return fault;
  const limit = MAX_BLOCK_WEIGHT / WITNESS_SCALE;
  if (transactions.length === 0 || transactions.length > limit || block.strippedSize > limit)
    return { reason: 'bad-blk-length', detail: 'size limits failed' };
  if (!transactions[0]!.isCoinbase) return { reason: 'bad-cb-missing', detail: 'first tx is not coinbase' };
  let sigOpCount = 0;
  for (const [index, transaction] of transactions.entries()) {
    if (index > 0 && transaction.isCoinbase) return { reason: 'bad-cb-multiple', detail: 'more than one coinbase' };
  }
  for (const transaction of transactions) {
    const rejection = checkTransaction(transaction);
    if (rejection !== undefined) return { ...rejection, detail: `Transaction check failed (tx hash ${transaction.txid})` };
    sigOpCount += transactionLegacySigOps(transaction);
  }
  return sigOpCount * WITNESS_SCALE > MAX_BLOCK_SIGOPS_COST ? { reason: 'bad-blk-sigops', detail: 'out-of-bounds SigOpCount' } : undefined;
}

/**
 * Checks a block as the child of its parent, except for the coins it spends; undefined if valid.
 * @param commitment whether to check the witness commitment
 */
export function checkBlockInContext(block: Block, parent: BlockNode, params: ChainParams, commitment: boolean): BlockFault | undefined {
  const height = parent.height + 1;
  if (!block.transactions.every((transaction) => isFinal(transaction, height, parent.medianTime))) {
    return { reason: 'bad-txns-nonfinal', detail: 'non-final transaction' };
  }
  if (height >= params.bip34Height) {
    const expected = pushNumber(height);
    const { scriptSig } = block.transactions[0]!.inputs[0]!;
    if (!expected.equals(scriptSig.subarray(0, expected.length)))
      return { reason: 'bad-cb-height', detail: 'block height mismatch in coinbase' };
  }
  const fault = commitment ? checkWitnessCommitment(block) : undefined;
  if (fault !== undefined) return { ...fault, mutated: true };
  return block.weight > MAX_BLOCK_WEIGHT ? { reason: 'bad-blk-weight', detail: 'weight limit failed' } : undefined;
}
