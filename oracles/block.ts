import { ByteReader, Malformed, hash256, idOf, joined, fromId } from './bytes.ts';
import { readTransaction, wtxidOf, type RawTransaction } from './transaction.ts';

export interface BlockHeader {
  readonly hash: string;
  readonly version: number;
  readonly previous: string;
  readonly merkleRoot: string;
  readonly time: number;
  readonly bits: number;
  readonly nonce: number;
}

export interface RawBlock {
  readonly header: BlockHeader;
  readonly transactions: readonly RawTransaction[];
  readonly size: number;
  /** Size without witnesses. */
  readonly strippedSize: number;
}

const HEADER_BYTES = 80;

/**
 * The first 80 bytes. The hash is their double SHA-256, whatever function the proof of work is judged by, and whatever
 * a merge-mined chain lets follow. Throws `Malformed`.
 */
export function readHeader(reader: ByteReader): BlockHeader {
  const bytes = reader.take(HEADER_BYTES);
  const fields = new ByteReader(bytes);
  return {
    hash: idOf(hash256(bytes)),
    version: fields.int32(),
    previous: idOf(fields.take(32)),
    merkleRoot: idOf(fields.take(32)),
    time: fields.uint(4),
    bits: fields.uint(4),
    nonce: fields.uint(4),
  };
}

/** Reads what follows a header by `rest`, with or without the proof of a merge-mined chain between them. */
export function afterHeader<T>(bytes: Uint8Array, rest: (reader: ByteReader) => T): { readonly header: BlockHeader; readonly rest: T } {
  const read = (mergeMined: boolean): { header: BlockHeader; rest: T } => {
    const reader = new ByteReader(bytes);
    const header = readHeader(reader);
    if (mergeMined) skipParentProof(reader);
    const value = rest(reader);
    reader.end();
    return { header, rest: value };
  };
  try {
    return read(false);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    try {
      return read(true);
    } catch (second) {
      if (second instanceof Malformed) throw error; // the ordinary form is the one to complain about
      throw second;
    }
  }
}

/** Merged mining: the parent's coinbase and block hash, two branches, and the parent's header. */
function skipParentProof(reader: ByteReader): void {
  readTransaction(reader);
  reader.take(32);
  for (let branch = 0; branch < 2; branch++) {
    reader.list((from) => from.take(32));
    reader.take(4);
  }
  reader.take(HEADER_BYTES);
}

/** Takes a whole block apart. Throws `Malformed`. */
export function parseBlock(bytes: Uint8Array): RawBlock {
  const { header, rest: transactions } = afterHeader(bytes, (reader) => reader.list(readTransaction));
  const witnessBytes = transactions.reduce((sum, one) => sum + one.bytes.length - one.strippedBytes.length, 0);
  return { header, transactions, size: bytes.length, strippedSize: bytes.length - witnessBytes };
}

/** Root of the tree over hashes as they are shown; an odd one out is paired with itself. */
export function merkleRoot(ids: readonly string[]): string {
  let level = ids.map(fromId);
  while (level.length > 1) {
    const next: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) next.push(hash256(joined(level[i] as Uint8Array, (level[i + 1] ?? level[i]) as Uint8Array)));
    level = next;
  }
  if (!level[0]) throw new Malformed('a block without transactions');
  return idOf(level[0]);
}

/** The number that a block hash may not exceed, out of its short form in the header. */
export function targetOf(bits: number): bigint {
  const exponent = bits >>> 24;
  const mantissa = BigInt(bits & 0x7fffff);
  return exponent <= 3 ? mantissa >> BigInt(8 * (3 - exponent)) : mantissa << BigInt(8 * (exponent - 3));
}

/** How many hashes such a block takes on average; chain work is the sum of these. */
export const workOf = (bits: number): bigint => (1n << 256n) / (targetOf(bits) + 1n);

const COMMITMENT = Uint8Array.of(0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed);

/** BIP 141: what the coinbase must say of the witnesses of a block; undefined when the coinbase has no reserved value. */
export function expectedCommitment({ transactions }: Pick<RawBlock, 'transactions'>): Uint8Array | undefined {
  const reserved = transactions[0]?.inputs[0]?.witness[0];
  if (!reserved) return undefined;
  const wtxids = transactions.map((one, index) => (index === 0 ? '00'.repeat(32) : wtxidOf(one)));
  return hash256(joined(fromId(merkleRoot(wtxids)), reserved));
}

/** BIP 141: what the coinbase does say, in the last output that has the form. */
export function statedCommitment({ transactions }: Pick<RawBlock, 'transactions'>): Uint8Array | undefined {
  const scripts = transactions[0]?.outputs.map((output) => output.script) ?? [];
  return scripts.findLast((script) => script.length >= 38 && COMMITMENT.every((byte, index) => script[index] === byte))?.slice(6, 38);
}
