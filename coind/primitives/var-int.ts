import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { DeserializationError } from './deserialization-error.ts';

const MAX_U64 = 0xffff_ffff_ffff_ffffn;

/** The family's VARINT: base 128, most significant digit first, with exactly one encoding of each number. */
export function writeVarInt(value: bigint): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = (rest >> 7n) - 1n) {
    bytes.push(Number(rest & 0x7fn) | (bytes.length > 0 ? 0x80 : 0));
    if (rest < 0x80n) return Buffer.from(bytes.reverse());
  }
}

/** Appends the VARINT of a number that is exact: much faster than that of a bigint. */
export function putVarInt(writer: ByteWriter, value: number): void {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 0x80) - 1) {
    bytes.push((rest % 0x80) | (bytes.length > 0 ? 0x80 : 0));
    if (rest < 0x80) break;
  }
  while (bytes.length > 0) writer.u8(bytes.pop()!);
}

/** Reads a VARINT. Throws `DeserializationError` for a number of more than 64 bits. */
export function readVarInt(reader: ByteReader): bigint {
  for (let value = 0n; ; value += 1n) {
    const byte = reader.u8();
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (value > MAX_U64) throw new DeserializationError('number has more than 64 bits');
    if ((byte & 0x80) === 0) return value;
  }
}
