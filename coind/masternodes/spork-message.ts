import type { Curve } from '../crypto/curve.ts';
import { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import type { Codec } from '../state/types.ts';
import { readSignature, signedHash } from './signing.ts';

/** A value of a spork, for the whole network. */
export interface SporkMessage {
  readonly id: number;
  readonly value: bigint; // a signed 64-bit integer
  /** Epoch seconds: of two messages about a spork the later one applies. */
  readonly signedAt: number;
  /** With the spork key. */
  readonly signature: Buffer;
}

export type UnsignedSpork = Omit<SporkMessage, 'signature'>;

const fieldsOf = ({ id, value, signedAt }: UnsignedSpork): Buffer => new ByteWriter(32).u32le(id).i64le(value).u32le(signedAt).finish();

export const sporkHash = (spork: UnsignedSpork): Buffer => signedHash('spork', fieldsOf(spork));

export function signSpork(spork: UnsignedSpork, sporkKey: Uint8Array, curve: Curve): SporkMessage {
  return { ...spork, signature: curve.signRecoverable(sporkHash(spork), sporkKey, true) };
}

export function encodeSpork(spork: SporkMessage): Buffer {
  return new ByteWriter(96).bytes(fieldsOf(spork)).varBytes(spork.signature).finish();
}

/** Throws `DeserializationError`. */
export function readSpork(reader: ByteReader): SporkMessage {
  return { id: reader.u32le(), value: reader.i64le(), signedAt: reader.u32le(), signature: readSignature(reader) };
}

export const sporkCodec: Codec<SporkMessage> = { encode: encodeSpork, decode: (bytes) => readSpork(new ByteReader(bytes)) };
