import type { Curve } from '../crypto/curve.ts';
import type { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import { DeserializationError } from '../primitives/deserialization-error.ts';
import { hash256 } from '../primitives/hash.ts';
import type { Outpoint } from '../primitives/types.ts';
import { hasKeySize } from '../script/standard.ts';

const SIGNATURE_BYTES = 65;

/** What messages of masternodes are signed as. The name of its kind keeps a signature from being used for another one. */
export function signedHash(kind: 'broadcast' | 'ping' | 'vote' | 'spork', fields: Buffer): Buffer {
  return hash256(
    new ByteWriter()
      .varBytes(Buffer.from(`coind masternodes: ${kind}`))
      .bytes(fields)
      .finish(),
  );
}

/** Whether the key of a public key made a recoverable signature. */
export function isSignedBy(curve: Curve, hash: Buffer, signature: Buffer, publicKey: Buffer): boolean {
  return curve.recover(hash, signature)?.equals(publicKey) === true;
}

export function writeOutpoint(writer: ByteWriter, { txid, vout }: Outpoint): ByteWriter {
  return writer.id(txid).u32le(vout);
}

export function readOutpoint(reader: ByteReader): Outpoint {
  return { txid: reader.id(), vout: reader.u32le() };
}

/** Throws `DeserializationError` unless it has the length of a recoverable signature. */
export function readSignature(reader: ByteReader): Buffer {
  const signature = reader.varBytes();
  if (signature.length !== SIGNATURE_BYTES) throw new DeserializationError(`signature of ${signature.length} bytes`);
  return Buffer.from(signature); // messages share memory with what was received with them
}

/** Throws `DeserializationError` unless it has the form of a public key. */
export function readPublicKey(reader: ByteReader): Buffer {
  const key = reader.varBytes();
  if (!hasKeySize(key)) throw new DeserializationError(`public key of ${key.length} bytes`);
  return Buffer.from(key);
}
