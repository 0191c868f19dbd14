import type { Curve } from '../crypto/curve.ts';
import type { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import { toId } from '../primitives/ids.ts';
import { ipBytes, ipText, type NetAddress } from '../primitives/net-address.ts';
import type { Outpoint } from '../primitives/types.ts';
import { encodePing, readPing, type Ping } from './ping.ts';
import { readOutpoint, readPublicKey, readSignature, signedHash, writeOutpoint } from './signing.ts';

/** Announces a masternode, or announces it anew. */
export interface Broadcast {
  /** The collateral. */
  readonly outpoint: Outpoint;
  readonly address: NetAddress;
  readonly collateralKey: Buffer;
  readonly operatorKey: Buffer;
  /** Epoch seconds. */
  readonly signedAt: number;
  readonly protocol: number;
  /** By the key of the collateral. */
  readonly signature: Buffer;
  /** The latest known; in a new broadcast, one that was made with it. */
  readonly ping: Ping;
}

export type UnsignedBroadcast = Omit<Broadcast, 'signature' | 'ping'>;

function fieldsOf({ outpoint, address, collateralKey, operatorKey, signedAt, protocol }: UnsignedBroadcast): Buffer {
  return writeOutpoint(new ByteWriter(192), outpoint)
    .bytes(ipBytes(address.host) ?? Buffer.alloc(16))
    .u16be(address.port)
    .varBytes(collateralKey)
    .varBytes(operatorKey)
    .u32le(signedAt)
    .u32le(protocol)
    .finish();
}

export const broadcastHash = (broadcast: UnsignedBroadcast): Buffer => signedHash('broadcast', fieldsOf(broadcast));

/** The hash that is signed, in display order. It does not depend on the ping. */
export const broadcastId = (broadcast: UnsignedBroadcast): string => toId(broadcastHash(broadcast));

/** @param collateralKey private key of the collateral */
export function signBroadcast(
  unsigned: UnsignedBroadcast,
  ping: Ping,
  { collateralKey, curve }: { readonly collateralKey: Uint8Array; readonly curve: Curve },
): Broadcast {
  const compressed = unsigned.collateralKey.length === 33;
  return { ...unsigned, signature: curve.signRecoverable(broadcastHash(unsigned), collateralKey, compressed), ping };
}

export function encodeBroadcast(broadcast: Broadcast): Buffer {
  return new ByteWriter(448).bytes(fieldsOf(broadcast)).varBytes(broadcast.signature).bytes(encodePing(broadcast.ping)).finish();
}

/** Throws `DeserializationError`. */
export function readBroadcast(reader: ByteReader): Broadcast {
  const outpoint = readOutpoint(reader);
  return {
    outpoint,
    address: { host: ipText(reader.bytes(16)), port: reader.u16be() },
    collateralKey: readPublicKey(reader),
    operatorKey: readPublicKey(reader),
    signedAt: reader.u32le(),
    protocol: reader.u32le(),
    signature: readSignature(reader),
    ping: readPing(reader),
  };
}
