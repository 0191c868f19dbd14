import { CaseOver, type Trial } from '../../engine/trial.ts';
import { expectedCommitment, merkleRoot, parseBlock } from '../../oracles/block.ts';
import { compactSize, fromHex, fromId, hash256, idOf, joined, littleEndian, toHex } from '../../oracles/bytes.ts';
import { assemble } from '../../oracles/assemble.ts';
import { parseTransaction, serializeWithWitness, txidOf, type RawTransaction } from '../../oracles/transaction.ts';
import { METHOD_NOT_FOUND } from '../../fixtures/world/error-codes.ts';
import { decoded } from './decoded.ts';

/** What a transaction is made of. */
export type Content = Pick<RawTransaction, 'version' | 'inputs' | 'outputs' | 'lockTime'>;

/** A block on which others can be made. */
export interface Place {
  readonly hash: string;
  readonly height: number;
  readonly time: number;
  /** Median time of it and the ten before it, BIP 113. */
  readonly medianTime: number;
  readonly bits: number;
}

export interface BlockPlan {
  /** Default: with the first bits of BIP 9, and no signal. */
  readonly version?: number;
  /** Default: a second after the parent. */
  readonly time?: number;
  readonly bits?: number;
  /** Changes the coinbase, which pays nothing, before the block is made of it. */
  readonly coinbase?: (usual: Content) => Content;
  readonly transactions?: readonly Content[];
  /** Whether the coinbase commits to the witnesses (BIP 141). Default: only if there is one. */
  readonly commits?: boolean;
}

/** A block that was made, before its proof of work. */
export interface OwnBlock {
  readonly bytes: Uint8Array;
  readonly coinbase: RawTransaction;
}

/** Version bits of BIP 9 without a signal. */
export const NO_SIGNAL = 0x20000000;
export const NULL_ID = '0'.repeat(64);
export const MAX_UINT32 = 0xffffffff;
/** The witness of a coinbase that commits to the others (BIP 141). */
export const RESERVED = new Uint8Array(32);
/** An output that anyone can spend, without a witness. */
export const OPEN_SCRIPT = assemble('1');
export const BIP22 = { source: 'BIP 22: submitblock returns null for a block that is accepted, else a reason' } as const;
const NONCE_AT = 76;
const HEADER_BYTES = 80;
/** On regtest half of all nonces are valid. */
const MAX_NONCES = 200;

/** The tip of the node. */
export async function tipPlace(t: Trial): Promise<Place> {
  return placeOf(t, await t.result('getbestblockhash'));
}

export async function placeOf(t: Trial, hash: string): Promise<Place> {
  const { height, time, mediantime, bits } = await t.result('getblockheader', { hash });
  return { hash, height, time, medianTime: mediantime, bits: Number.parseInt(bits, 16) };
}

/** The transaction with these contents. */
export const made = (content: Content): RawTransaction => parseTransaction(serializeWithWitness(content));

/** The push of a height with which a coinbase begins (BIP 34). */
export const heightPush = (height: number): Uint8Array => assemble(String(height));

/** The output of a coinbase that commits to the witnesses of these transactions, which are without it. */
export function commitmentOutput(transactions: readonly Content[], reserved: Uint8Array = RESERVED): Content['outputs'][number] {
  // Of the coinbase only the reserved value counts.
  const coinbase = made({
    version: 2,
    inputs: [{ txid: NULL_ID, vout: MAX_UINT32, scriptSig: new Uint8Array(), sequence: MAX_UINT32, witness: [reserved] }],
    outputs: [],
    lockTime: 0,
  });
  const hash = expectedCommitment({ transactions: [coinbase, ...transactions.map(made)] }) ?? new Uint8Array();
  return { valueSat: 0n, script: joined(fromHex('6a24aa21a9ed'), hash) };
}

/** A block on `parent`. */
export function blockOn(t: Trial, parent: Place, plan: BlockPlan = {}): OwnBlock {
  const { transactions = [], version = NO_SIGNAL, time = Math.max(parent.time, parent.medianTime) + 1, bits = parent.bits } = plan;
  const commits = plan.commits ?? transactions.some(({ inputs }) => inputs.some(({ witness }) => witness.length > 0));
  const usual: Content = {
    version: 2,
    inputs: [
      {
        txid: NULL_ID,
        vout: MAX_UINT32,
        scriptSig: joined(heightPush(parent.height + 1), assemble(`<${t.random.hex(8)}>`)),
        sequence: MAX_UINT32,
        witness: commits ? [RESERVED] : [],
      },
    ],
    outputs: [{ valueSat: 0n, script: OPEN_SCRIPT }, ...(commits ? [commitmentOutput(transactions)] : [])],
    lockTime: 0,
  };
  const held = [plan.coinbase?.(usual) ?? usual, ...transactions].map(made);
  return { bytes: serializedBlock({ version, time, bits, previous: parent.hash }, held), coinbase: held[0] as RawTransaction };
}

/** The block with these transactions and their Merkle root. */
export function serializedBlock(
  { version, time, bits, previous }: { readonly version: number; readonly time: number; readonly bits: number; readonly previous: string },
  held: readonly RawTransaction[],
): Uint8Array {
  return joined(
    littleEndian(version, 4),
    fromId(previous),
    fromId(merkleRoot(held.map(txidOf))),
    littleEndian(time, 4),
    littleEndian(bits, 4),
    littleEndian(0, 4),
    compactSize(held.length),
    ...held.map(({ bytes }) => bytes),
  );
}

/** What a node said of a block. */
export interface Said {
  readonly hash: string;
  /** As it was submitted, with its proof of work. */
  readonly bytes: Uint8Array;
  /** The result of submitblock: null, or a reason of BIP 22; the text of an error, with which a node refuses some blocks. */
  readonly said: string | null;
}

/** Submits a block once its proof of work is valid: nonces are tried until the node accepts it, as its function need not be known. */
export async function submitOwn(t: Trial, block: Uint8Array): Promise<Said> {
  const bytes = Buffer.from(block);
  for (let nonce = 0; nonce < MAX_NONCES; nonce++) {
    bytes.writeUInt32LE(nonce, NONCE_AT);
    const said = await submitted(t, bytes);
    if (said !== 'high-hash') return { hash: idOf(hash256(bytes.subarray(0, HEADER_BYTES))), bytes, said };
  }
  return t.inapplicable(`no proof of work for this chain found with ${MAX_NONCES} nonces`);
}

/** No document describes the call: a refusal of it is one of the block. */
async function submitted(t: Trial, bytes: Uint8Array): Promise<string | null> {
  const reply = await t.world.service.call('submitblock', { hexdata: toHex(bytes) });
  if (reply.type === 'result') {
    if (reply.result === '')
      t.ok(false, 'submitblock returned an empty text, expected null or a reason', { evidence: 'standard', ...BIP22 });
    return typeof reply.result === 'string' ? reply.result : null;
  }
  if (reply.type === 'fault') return t.inapplicable(`the node takes no blocks: submitblock was answered with ${reply.fault.message}`);
  if (reply.error.code !== METHOD_NOT_FOUND) return reply.error.message;
  return t.inapplicable('the node takes no blocks: it has no submitblock');
}

/** Submits a valid block on the tip, which must become the tip. Returns its place. Ends the case if it does not. */
export async function extend(t: Trial, parent: Place, plan: BlockPlan = {}): Promise<Place> {
  const { hash, said } = await submitOwn(t, blockOn(t, parent, plan).bytes);
  const best = await t.result('getbestblockhash');
  if (!t.equal(best, hash, `the tip after a valid block was submitted (submitblock: ${said ?? 'null'})`)) throw new CaseOver();
  return placeOf(t, hash);
}

/**
 * Whether a block has no more than the family requires, such as the proof of a merge-mined chain, an extension, a version with the number
 * of the chain or payments to others: then the node takes one of Pyx on it.
 */
export async function isPlain(t: Trial, blockhash: string): Promise<boolean> {
  const bytes = fromHex(await t.result('getblock', { blockhash, verbosity: 0 }));
  const { header, transactions } = decoded(t, 'the serialized block', () => parseBlock(bytes));
  const length = HEADER_BYTES + compactSize(transactions.length).length + transactions.reduce((sum, one) => sum + one.bytes.length, 0);
  const paid = transactions[0]?.outputs.filter(({ valueSat }) => valueSat > 0n) ?? [];
  return length === bytes.length && header.version >>> 29 === NO_SIGNAL >>> 29 && paid.length === 1;
}

/**
 * As `extend`, for the first block that the node is given. `example`: a block that it made itself. If that is not plain, the case is
 * inapplicable where the block is not taken.
 */
export async function extendFirst(t: Trial, example: string, plan: BlockPlan = {}): Promise<Place> {
  const parent = await placeOf(t, example);
  if (await isPlain(t, example)) return extend(t, parent, plan);
  const { hash, said } = await submitOwn(t, blockOn(t, parent, plan).bytes);
  if ((await t.result('getbestblockhash')) !== hash)
    t.inapplicable(`the node does not take a block made by Pyx (submitblock: ${said ?? 'null'})`);
  return placeOf(t, hash);
}
