import type { Curve } from '../crypto/curve.ts';
import type { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import type { Outpoint } from '../primitives/types.ts';
import { readOutpoint, readSignature, signedHash, writeOutpoint } from './signing.ts';

/** Shows that a masternode runs. */
export interface Ping {
  readonly outpoint: Outpoint;
  /** A block of the active chain: the ping was not signed before it. */
  readonly blockHash: string;
  /** Epoch seconds. */
  readonly signedAt: number;
  /** Version of the program, as `versionNumber`. */
  readonly daemonVersion: number;
  /** 0 without a sentinel. */
  readonly sentinelVersion: number;
  readonly sentinelIsCurrent: boolean;
  /** By the operator. */
  readonly signature: Buffer;
}

export type UnsignedPing = Omit<Ping, 'signature'>;

function fieldsOf({ outpoint, blockHash, signedAt, daemonVersion, sentinelVersion, sentinelIsCurrent }: UnsignedPing): Buffer {
  return writeOutpoint(new ByteWriter(96), outpoint)
    .id(blockHash)
    .u32le(signedAt)
    .u32le(daemonVersion)
    .u32le(sentinelVersion)
    .u8(sentinelIsCurrent ? 1 : 0)
    .finish();
}

export const pingHash = (ping: UnsignedPing): Buffer => signedHash('ping', fieldsOf(ping));

/** @param operatorKey private key of the operator */
export function signPing(ping: UnsignedPing, operatorKey: Uint8Array, curve: Curve): Ping {
  return { ...ping, signature: curve.signRecoverable(pingHash(ping), operatorKey, true) };
}

export function encodePing(ping: Ping): Buffer {
  return new ByteWriter(192).bytes(fieldsOf(ping)).varBytes(ping.signature).finish();
}

/** Throws `DeserializationError`. */
export function readPing(reader: ByteReader): Ping {
  const outpoint = readOutpoint(reader);
  return {
    outpoint,
    blockHash: reader.id(),
    signedAt: reader.u32le(),
    daemonVersion: reader.u32le(),
    sentinelVersion: reader.u32le(),
    sentinelIsCurrent: reader.u8() !== 0,
    signature: readSignature(reader),
  };
}
