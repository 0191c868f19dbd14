import { ByteReader, Malformed, hash256, idOf, joined, fromId, littleEndian } from './bytes.ts';
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

export const HEADER_BYTES = 80;

/**
 * The first 80 bytes. The hash is their double SHA-256, independent of the proof-of-work function and of
 * the data that follows in a merge-mined chain. Throws `Malformed`.
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

/** The hash of the header with these fields. Throws `Malformed` where a hash among them is none. */
export function headerHash({ version, previous, merkleRoot, time, bits, nonce }: Omit<BlockHeader, 'hash'>): string {
  const numbers = [time, bits, nonce].map((value) => littleEndian(value, 4));
  return idOf(hash256(joined(littleEndian(version, 4), fromId(previous), fromId(merkleRoot), ...numbers)));
}

/** Reads the data after a header with `rest`, with or without the proof of a merge-mined chain in between. */
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
      if (second instanceof Malformed) throw error; // report the error of the ordinary form
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

/** Parses a whole block. Throws `Malformed`. */
export function parseBlock(bytes: Uint8Array): RawBlock {
  const { header, rest: transactions } = afterHeader(bytes, (reader) => reader.list(readTransaction));
  const witnessBytes = transactions.reduce((sum, transaction) => sum + transaction.bytes.length - transaction.strippedBytes.length, 0);
  return { header, transactions, size: bytes.length, strippedSize: bytes.length - witnessBytes };
}

/** Merkle root over hashes in display order (last byte first); an unpaired hash is paired with itself. */
export function merkleRoot(ids: readonly string[]): string {
  let level = ids.map(fromId);
  while (level.length > 1) {
    const next: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) next.push(hash256(joined(level[i] as Uint8Array, (level[i + 1] ?? level[i]) as Uint8Array)));
    level = next;
  }
  if (!level[0]) throw new Malformed('expected at least one transaction, got none');
  return idOf(level[0]);
}

/** The target, which a block hash may not exceed, from its compact form in the header. */
export function targetOf(bits: number): bigint {
  const exponent = bits >>> 24;
  const mantissa = BigInt(bits & 0x7fffff);
  return exponent <= 3 ? mantissa >> BigInt(8 * (3 - exponent)) : mantissa << BigInt(8 * (exponent - 3));
}

/** Average number of hashes to find a block with this target; chain work is the sum of these. */
export const workOf = (bits: number): bigint => (1n << 256n) / (targetOf(bits) + 1n);

const COMMITMENT = Uint8Array.of(0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed);

/** BIP 141: the witness commitment that the coinbase must contain; undefined when the coinbase has no reserved value. */
export function expectedCommitment({ transactions }: Pick<RawBlock, 'transactions'>): Uint8Array | undefined {
  const reserved = transactions[0]?.inputs[0]?.witness[0];
  if (!reserved) return undefined;
  const wtxids = transactions.map((transaction, index) => (index === 0 ? '00'.repeat(32) : wtxidOf(transaction)));
  return hash256(joined(fromId(merkleRoot(wtxids)), reserved));
}

/** BIP 141: the witness commitment that the coinbase contains, in the last output of that form. */
export function statedCommitment({ transactions }: Pick<RawBlock, 'transactions'>): Uint8Array | undefined {
  const scripts = transactions[0]?.outputs.map((output) => output.script) ?? [];
  return scripts.findLast((script) => script.length >= 38 && COMMITMENT.every((byte, index) => script[index] === byte))?.slice(6, 38);
}
