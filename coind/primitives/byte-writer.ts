import { fromId } from './ids.ts';

/** Size of an encoded count or length, bytes. */
export function compactSizeLength(value: number): number {
  return value < 0xfd ? 1 : value <= 0xffff ? 3 : value <= 0xffffffff ? 5 : 9;
}

/** Writes the wire format. Methods return the writer, for chaining. */
export class ByteWriter {
  #bytes: Buffer;
  #offset = 0;

  /** @param capacity initial size in bytes; it grows as needed */
  constructor(capacity = 256) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity);
  }

  get length(): number {
    return this.#offset;
  }

  u8(value: number): this {
    const at = this.#grow(1);
    this.#bytes[at] = value;
    return this;
  }

  u16le(value: number): this {
    const at = this.#grow(2);
    this.#bytes.writeUInt16LE(value, at);
    return this;
  }

  u16be(value: number): this {
    const at = this.#grow(2);
    this.#bytes.writeUInt16BE(value, at);
    return this;
  }

  u32le(value: number): this {
    const at = this.#grow(4);
    this.#bytes.writeUInt32LE(value, at);
    return this;
  }

  i32le(value: number): this {
    const at = this.#grow(4);
    this.#bytes.writeInt32LE(value, at);
    return this;
  }

  u64le(value: bigint): this {
    const at = this.#grow(8);
    this.#bytes.writeBigUInt64LE(value, at);
    return this;
  }

  i64le(value: bigint): this {
    const at = this.#grow(8);
    this.#bytes.writeBigInt64LE(value, at);
    return this;
  }

  compactSize(value: number): this {
    if (value < 0xfd) return this.u8(value);
    if (value <= 0xffff) return this.u8(0xfd).u16le(value);
    if (value <= 0xffffffff) return this.u8(0xfe).u32le(value);
    return this.u8(0xff).u64le(BigInt(value));
  }

  bytes(value: Uint8Array): this {
    const at = this.#grow(value.length);
    this.#bytes.set(value, at);
    return this;
  }

  /** Bytes preceded by their length. */
  varBytes(value: Uint8Array): this {
    return this.compactSize(value.length).bytes(value);
  }

  /** A 32-byte hash. */
  id(value: string): this {
    return this.bytes(fromId(value));
  }

  /** The written bytes. The writer must not be used afterwards. */
  finish(): Buffer {
    return this.#bytes.subarray(0, this.#offset);
  }

  #grow(count: number): number {
    const at = this.#offset;
    const end = at + count;
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(end, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, at));
      this.#bytes = larger;
    }
    this.#offset = end;
    return at;
  }
}
