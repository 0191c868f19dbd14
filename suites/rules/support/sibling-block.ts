import type { Trial } from '../../../engine/trial.ts';
import { merkleRoot, parseBlock, type RawBlock } from '../../../oracles/block.ts';
import { fromHex, fromId } from '../../../oracles/bytes.ts';
import { outputBytes, txidOf, type RawTransaction } from '../../../oracles/transaction.ts';
import { present } from '../../support/present.ts';
import { decoded } from '../../support/decoded.ts';
import { submitOwn, type Said } from '../../support/own-blocks.ts';

/** A million coins. A superblock may pay more than subsidy and fees, up to its budget. */
const EXCESS_SAT = 100_000_000_000_000n;
/** Offsets in the 80 bytes of a block header; all numbers are little-endian. */
const MERKLE_ROOT_AT = 36;
const TIME_AT = 68;

/** Mines a block and returns its hash. */
export async function minedBlock(t: Trial): Promise<string> {
  const [hash = ''] = await t.world.mine(1);
  return hash;
}

/** The serialized block. */
export async function blockBytes(t: Trial, blockhash: string): Promise<Uint8Array> {
  return fromHex(await t.world.result('getblock', { blockhash, verbosity: 0 }));
}

/**
 * Submits a block with the parent and transactions of `original`, one second later. `kept`: the case requires that the node
 * stores the block. If it does not (on a merge-mined chain a block needs a proof that cannot be made here), the case is inapplicable.
 */
export async function submitSibling(t: Trial, original: Uint8Array, kept = true): Promise<Said> {
  const bytes = Buffer.from(original);
  bytes.writeUInt32LE(bytes.readUInt32LE(TIME_AT) + 1, TIME_AT);
  const sibling = await submitOwn(t, bytes);
  if (kept && !(await isKnown(t, sibling.hash)))
    t.inapplicable(`the node does not store a block made by Pyx (submitblock: ${sibling.said ?? 'null'}), so there is no second branch`);
  return sibling;
}

async function isKnown(t: Trial, hash: string): Promise<boolean> {
  return (await t.world.service.call('getblockheader', { hash })).type === 'result';
}

/** The block with a coinbase that pays more, by default far too much, and the matching Merkle root. */
export function withGreedyCoinbase(t: Trial, original: Uint8Array, excessSat = EXCESS_SAT): Uint8Array {
  const bytes = Buffer.from(original);
  const output = present(t, coinbaseOf(t, parsed(t, bytes)).outputs[0], 'the coinbase has no output');
  bytes.writeBigUInt64LE(output.valueSat + excessSat, bytes.indexOf(outputBytes(output)));
  const root = merkleRoot(parsed(t, bytes).transactions.map(txidOf));
  bytes.set(fromId(root), MERKLE_ROOT_AT);
  return bytes;
}

/**
 * The block with another reserved value in the witness of its coinbase. The header is unchanged, so this is invalid data
 * for a header that may be valid (BIP 141, Commitment structure).
 */
export function withAlteredWitness(t: Trial, original: Uint8Array): Uint8Array {
  const bytes = Buffer.from(original);
  const coinbase = coinbaseOf(t, parsed(t, bytes));
  if (coinbase.inputs[0]?.witness[0]?.length !== 32) t.inapplicable('the coinbase of this chain has no witness');
  const end = bytes.indexOf(coinbase.bytes) + coinbase.bytes.length;
  const last = end - 4 - 1; // before the lock time
  bytes[last] = (bytes[last] as number) ^ 0xff;
  return bytes;
}

const parsed = (t: Trial, bytes: Uint8Array): RawBlock => decoded(t, 'the serialized block', () => parseBlock(bytes));

const coinbaseOf = (t: Trial, { transactions }: RawBlock): RawTransaction => present(t, transactions[0], 'the block has no transaction');
