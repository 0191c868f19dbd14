import { ByteReader } from './byte-reader.ts';
import { ByteWriter, compactSizeLength } from './byte-writer.ts';
import { hash256 } from './hash.ts';
import { toId } from './ids.ts';
import { readTransaction } from './transaction.ts';
import type { Block, BlockHeader, BlockHeaderParts, Transaction } from './types.ts';

class LazyHeader implements BlockHeader {
  readonly version: number;
  readonly previousHash: string;
  readonly merkleRoot: string;
  readonly time: number;
  readonly bits: number;
  readonly nonce: number;
  #bytes: Buffer | undefined;
  #hash: string | undefined;

  constructor(parts: BlockHeaderParts, { bytes, hash }: { readonly bytes?: Buffer; readonly hash?: string } = {}) {
    this.version = parts.version;
    this.previousHash = parts.previousHash;
    this.merkleRoot = parts.merkleRoot;
    this.time = parts.time;
    this.bits = parts.bits;
    this.nonce = parts.nonce;
    this.#bytes = bytes;
    this.#hash = hash;
  }

  get bytes(): Buffer {
    return (this.#bytes ??= new ByteWriter(80)
      .i32le(this.version)
      .id(this.previousHash)
      .id(this.merkleRoot)
      .u32le(this.time)
      .u32le(this.bits)
      .u32le(this.nonce)
      .finish());
  }

  get hash(): string {
    return (this.#hash ??= toId(hash256(this.bytes)));
  }
}

class LazyBlock implements Block {
  readonly header: BlockHeader;
  readonly transactions: readonly Transaction[];
  readonly size: number;
  readonly strippedSize: number;
  #bytes: Buffer | undefined;

  constructor(header: BlockHeader, transactions: readonly Transaction[], bytes?: Buffer) {
    this.header = header;
    this.transactions = transactions;
    this.#bytes = bytes;
    this.size = this.strippedSize = 80 + compactSizeLength(transactions.length);
    for (const transaction of transactions) {
      this.size += transaction.size;
      this.strippedSize += transaction.strippedSize;
    }
  }

  get weight(): number {
    return this.strippedSize * 3 + this.size;
  }

  get bytes(): Buffer {
    if (this.#bytes === undefined) {
      const writer = new ByteWriter(this.size).bytes(this.header.bytes).compactSize(this.transactions.length);
      for (const transaction of this.transactions) writer.bytes(transaction.bytes);
      this.#bytes = writer.finish();
    }
    return this.#bytes;
  }
}

export function makeHeader(parts: BlockHeaderParts): BlockHeader {
  return new LazyHeader(parts);
}

/** Reads 80 bytes. Throws `DeserializationError`. */
export function readHeader(reader: ByteReader): BlockHeader {
  const bytes = reader.bytes(80);
  return new LazyHeader(readHeaderParts(new ByteReader(bytes)), { bytes });
}

/** Reads the 80 bytes of a header with a known hash; they are not kept, because they can be computed. */
export function readKnownHeader(reader: ByteReader, hash: string): BlockHeader {
  return new LazyHeader(readHeaderParts(reader), { hash });
}

function readHeaderParts(reader: ByteReader): BlockHeaderParts {
  return {
    version: reader.i32le(),
    previousHash: reader.id(),
    merkleRoot: reader.id(),
    time: reader.u32le(),
    bits: reader.u32le(),
    nonce: reader.u32le(),
  };
}

/** A block of these parts. Nothing is checked, not even the merkle root. */
export function makeBlock(header: BlockHeader, transactions: readonly Transaction[]): Block {
  return new LazyBlock(header, transactions);
}

/** Reads one block; later bytes stay unread. Throws `DeserializationError`. */
export function readBlock(reader: ByteReader): Block {
  const start = reader.offset;
  const header = readHeader(reader);
  const count = reader.compactSize();
  const transactions: Transaction[] = [];
  for (let i = 0; i < count; i++) transactions.push(readTransaction(reader));
  return new LazyBlock(header, transactions, reader.since(start));
}
