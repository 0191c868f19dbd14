import type { Trial } from '../../../engine/trial.ts';
import { merkleRoot, parseBlock, type RawBlock } from '../../../oracles/block.ts';
import { fromHex, fromId, hash256, idOf, toHex } from '../../../oracles/bytes.ts';
import { outputBytes, txidOf, type RawTransaction } from '../../../oracles/transaction.ts';
import { present } from '../../support/present.ts';
import { decoded } from '../../support/decoded.ts';

/** Places in a block header (its 80 bytes), all numbers little-endian. */
const MERKLE_ROOT_AT = 36;
const TIME_AT = 68;
const NONCE_AT = 76;
const HEADER_BYTES = 80;
/** On regtest every other nonce will do. */
const MAX_NONCES = 200;

/** A block made from another one: same parent, other hash. */
export interface Sibling {
  readonly hash: string;
  readonly bytes: Uint8Array;
  /** What the node answered when the block was submitted: null, or the reason in the words of BIP 22. */
  readonly said: string | null;
}

/** Mines a block and gives its hash. */
export async function minedBlock(t: Trial): Promise<string> {
  const [hash = ''] = await t.world.mine(1);
  return hash;
}

/** The serialized block. */
export async function blockBytes(t: Trial, blockhash: string): Promise<Uint8Array> {
  return fromHex(await t.world.result('getblock', { blockhash, verbosity: 0 }));
}

/**
 * Hands the node a block with the parent and transactions of `original`, a second younger. Which function the proof of
 * work is judged by need not be known: nonces are tried until the node finds no more fault with it. `kept`: the case is
 * about what the node has of it afterwards. Where it has nothing (the blocks of its chain may carry more than can be made
 * here, such as the proof of a merge-mined chain), the case cannot be tried.
 */
export async function submitSibling(t: Trial, original: Uint8Array, kept = true): Promise<Sibling> {
  const bytes = Buffer.from(original);
  bytes.writeUInt32LE(bytes.readUInt32LE(TIME_AT) + 1, TIME_AT);
  for (let nonce = 0; nonce < MAX_NONCES; nonce++) {
    bytes.writeUInt32LE(nonce, NONCE_AT);
    const said = await submit(t, bytes);
    if (said === 'high-hash') continue;
    const hash = idOf(hash256(bytes.subarray(0, HEADER_BYTES)));
    if (kept && !(await isKnown(t, hash)))
      t.inapplicable(`the node does not take a block that is made here (${said ?? 'it says nothing'}), so there is no second branch`);
    return { hash, bytes, said };
  }
  return t.inapplicable(`the proof of work of this chain is too hard to be found in ${MAX_NONCES} tries`);
}

/** No document describes the call, so a refusal of it is no finding. */
async function submit(t: Trial, bytes: Uint8Array): Promise<string | null> {
  const reply = await t.world.service.call('submitblock', { hexdata: toHex(bytes) });
  if (reply.type === 'result') return typeof reply.result === 'string' ? reply.result : null;
  const why = reply.type === 'error' ? `${reply.error.code} ${reply.error.message.split('\n', 1)[0]}` : reply.fault.message;
  return t.inapplicable(`no block can be handed to the node, submitblock was answered with ${why}`);
}

async function isKnown(t: Trial, hash: string): Promise<boolean> {
  return (await t.world.service.call('getblockheader', { hash })).type === 'result';
}

/** The block with a coinbase that takes one satoshi more than it may, and the Merkle root that goes with it. */
export function withGreedyCoinbase(t: Trial, original: Uint8Array): Uint8Array {
  const bytes = Buffer.from(original);
  const output = present(t, coinbaseOf(t, parsed(t, bytes)).outputs[0], 'the coinbase has no output');
  bytes.writeBigUInt64LE(output.valueSat + 1n, bytes.indexOf(outputBytes(output)));
  const root = merkleRoot(parsed(t, bytes).transactions.map(txidOf));
  bytes.set(fromId(root), MERKLE_ROOT_AT);
  return bytes;
}

/**
 * The block with another reserved value in the witness of its coinbase. The header does not change with it, so these
 * are wrong data for a block that may well be right (BIP 141, Commitment structure).
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
