import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hex } from '@scure/base';

/** Bytes from a node do not have the expected form. The message names what was expected and what came. */
export class Malformed extends Error {
  override readonly name = 'Malformed';
}

/** The bytes of a hex text. Throws `Malformed` for anything else. */
export function fromHex(text: unknown): Uint8Array {
  if (typeof text !== 'string' || !/^([0-9a-fA-F]{2})*$/.test(text)) throw new Malformed('expected hex, an even number of digits');
  return hex.decode(text.toLowerCase());
}

export const toHex = (bytes: Uint8Array): string => hex.encode(bytes);

/** Double SHA-256. */
export const hash256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));

/** RIPEMD-160 of SHA-256. */
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));

/** A hash in display order: hex, last byte first. */
export const idOf = (hash: Uint8Array): string => toHex(Uint8Array.from(hash).reverse());

/** The bytes of a hash in display order. Throws `Malformed`. */
export function fromId(id: string): Uint8Array {
  const bytes = fromHex(id);
  if (bytes.length !== 32) throw new Malformed(`expected a hash of 32 bytes, got ${bytes.length}`);
  return bytes.reverse();
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

export function joined(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** `length` bytes of a whole number, least byte first; negative ones as two's complement. */
export function littleEndian(value: number | bigint, length: number): Uint8Array {
  let rest = BigInt.asUintN(length * 8, BigInt(value));
  return Uint8Array.from({ length }, () => {
    const byte = Number(rest & 0xffn);
    rest >>= 8n;
    return byte;
  });
}

/** A count or length as a compact size (1, 3, 5 or 9 bytes). */
export function compactSize(value: number): Uint8Array {
  if (value < 0xfd) return Uint8Array.of(value);
  if (value <= 0xffff) return joined([0xfd], littleEndian(value, 2));
  if (value <= 0xffffffff) return joined([0xfe], littleEndian(value, 4));
  return joined([0xff], littleEndian(value, 8));
}

export const withLength = (bytes: Uint8Array): Uint8Array => joined(compactSize(bytes.length), bytes);

/** Reads bytes from the front. Throws `Malformed` when too few are left. */
export class ByteReader {
  readonly bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  take(count: number): Uint8Array {
    if (count > this.left) throw new Malformed(`expected ${count} more bytes after byte ${this.at}, got ${this.left}`);
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  /** A whole number without sign of at most six bytes. */
  uint(length: number): number {
    return this.take(length).reduceRight((value, byte) => value * 256 + byte, 0);
  }

  int32(): number {
    return this.uint(4) | 0;
  }

  uint64(): bigint {
    return this.take(8).reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
  }

  /** A compact size, which must have its shortest encoding. */
  compactSize(): number {
    const first = this.uint(1);
    if (first < 0xfd) return first;
    const [length, least] = first === 0xfd ? [2, 0xfd] : first === 0xfe ? [4, 0x10000] : [8, 0x100000000];
    const value = length === 8 ? Number(this.uint64()) : this.uint(length);
    if (value < least) throw new Malformed(`expected the shortest encoding of the count ${value}`);
    return value;
  }

  /** Bytes that follow their length. */
  withLength(): Uint8Array {
    return this.take(this.compactSize());
  }

  /** `count` items, each read by `readItem`. An item has at least one byte, so a count above the number of bytes left is wrong. */
  list<T>(readItem: (reader: ByteReader) => T): T[] {
    const count = this.compactSize();
    if (count > this.left) throw new Malformed(`expected a count of at most ${this.left} (bytes left), got ${count}`);
    return Array.from({ length: count }, () => readItem(this));
  }

  end(): void {
    if (this.left > 0) throw new Malformed(`expected the end of the data, got ${this.left} more bytes`);
  }
}
