import type { ChainParams } from '../params.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import { hash256 } from '../primitives/hash.ts';
import { base58check, decodeBase58check } from '../primitives/base58check.ts';
import { isPrivateKey } from './private-key.ts';

/** A private key as wallets write it. `compressed`: which form of its public key goes into addresses. */
export function toWif(key: Uint8Array, compressed: boolean, params: ChainParams): string {
  return base58check.encode(Buffer.concat([Buffer.from([params.wifPrefix]), key, Buffer.from(compressed ? [1] : [])]));
}

/** Undefined where it is none of this chain, or no number that can be a key. */
export function fromWif(text: string, params: ChainParams): { readonly key: Buffer; readonly compressed: boolean } | undefined {
  const payload = decodeBase58check(text);
  if (payload === undefined || payload[0] !== params.wifPrefix) return undefined;
  const compressed = payload.length === 34 && payload[33] === 1;
  if (payload.length !== 33 && !compressed) return undefined;
  const key = payload.subarray(1, 33);
  return isPrivateKey(key) ? { key, compressed } : undefined;
}

/** What `signmessage` signs: the hash of the prefix of the chain and the message, each after its length. */
export function messageHash(message: string, params: ChainParams): Buffer {
  return hash256(new ByteWriter().varBytes(Buffer.from(params.messagePrefix)).varBytes(Buffer.from(message)).finish());
}
