import type { ChainParams } from '../params.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import { hash256 } from '../primitives/hash.ts';
import { base58check, decodeBase58check } from '../primitives/base58check.ts';
import { isPrivateKey } from './private-key.ts';

/** A private key in wallet import format. `compressed`: form of its public key in addresses. */
export function toWif(key: Uint8Array, compressed: boolean, params: ChainParams): string {
  return base58check.encode(Buffer.concat([Buffer.from([params.wifPrefix]), key, Buffer.from(compressed ? [1] : [])]));
}

/** Undefined if it is of another chain, or not a valid private key. */
export function fromWif(text: string, params: ChainParams): { readonly key: Buffer; readonly compressed: boolean } | undefined {
  const payload = decodeBase58check(text);
  if (payload === undefined || payload[0] !== params.wifPrefix) return undefined;
  const compressed = payload.length === 34 && payload[33] === 1;
  if (payload.length !== 33 && !compressed) return undefined;
  const key = payload.subarray(1, 33);
  return isPrivateKey(key) ? { key, compressed } : undefined;
}

/** The hash that `signmessage` signs: of the chain's prefix and the message, each preceded by its length. */
export function messageHash(message: string, params: ChainParams): Buffer {
  return hash256(new ByteWriter().varBytes(Buffer.from(params.messagePrefix)).varBytes(Buffer.from(message)).finish());
}
