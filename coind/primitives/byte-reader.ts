import { DeserializationError } from './deserialization-error.ts';
import { idAt } from './ids.ts';

/** Maximum value of a length prefix, in bytes or items. */
const MAX_LENGTH = 0x02000000;

const empty = Buffer.alloc(0);

/** Reads the wire format. Results share memory with the input. Throws `DeserializationError`. */
export class ByteReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get offset(): number {
    return this.#offset;
  }

  /** Number of unread bytes. */
  get remaining(): number {
    return this.#bytes.length - this.#offset;
  }

  /** The bytes read since an earlier offset. */
  since(offset: number): Buffer {
    return this.#bytes.subarray(offset, this.#offset);
  }

  /** The next byte, which stays unread; undefined at the end. */
  peek(): number | undefined {
    return this.#bytes[this.#offset];
  }

  u8(): number {
    return this.#bytes[this.#take(1)]!;
  }

  u16le(): number {
    return this.#bytes.readUInt16LE(this.#take(2));
  }

  u16be(): number {
    return this.#bytes.readUInt16BE(this.#take(2));
  }

  u32le(): number {
    return this.#bytes.readUInt32LE(this.#take(4));
  }

  i32le(): number {
    return this.#bytes.readInt32LE(this.#take(4));
  }

  u64le(): bigint {
    return this.#bytes.readBigUInt64LE(this.#take(8));
  }

  i64le(): bigint {
    const at = this.#take(8);
    const low = this.#bytes.readUInt32LE(at);
    const high = this.#bytes.readInt32LE(at + 4);
    // Amounts are nearly always below 2^53: one conversion is faster than three bigint operations.
    return high >= 0 && high < 0x200000 ? BigInt(high * 0x100000000 + low) : (BigInt(high) << 32n) | BigInt(low);
  }

  /** A length or count, only in its shortest encoding. */
  compactSize(): number {
    const first = this.u8();
    if (first < 0xfd) return first;
    const [value, least] =
      first === 0xfd ? [this.u16le(), 0xfd] : first === 0xfe ? [this.u32le(), 0x10000] : [this.#safeU64(), 0x100000000];
    if (value < least) throw new DeserializationError('length is not in its shortest form');
    if (value > MAX_LENGTH) throw new DeserializationError('length is too large');
    return value;
  }

  bytes(count: number): Buffer {
    if (count === 0) return empty;
    const at = this.#take(count);
    return this.#bytes.subarray(at, at + count);
  }

  /** Bytes preceded by their length. */
  varBytes(): Buffer {
    return this.bytes(this.compactSize());
  }

  /** UTF-8 text preceded by its length in bytes. */
  varText(): string {
    const length = this.compactSize();
    const at = this.#take(length);
    return this.#bytes.toString('utf8', at, at + length);
  }

  skip(count: number): void {
    this.#take(count);
  }

  /** A 32-byte hash. */
  id(): string {
    return idAt(this.#bytes, this.#take(32));
  }

  #take(count: number): number {
    const at = this.#offset;
    if (count > this.#bytes.length - at) throw new DeserializationError('end of data');
    this.#offset = at + count;
    return at;
  }

  #safeU64(): number {
    return Number(this.u64le()); // inexact above 2^53, which is above the maximum
  }
}
