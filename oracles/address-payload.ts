import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, createBase58check } from '@scure/base';
import { Malformed, toHex } from './bytes.ts';

/** The hash that an address holds, in hex, whatever version byte or prefix it has. Throws `Malformed`. */
export function base58OrSegwitPayload(address: string): string {
  const segwit = bech32.decodeUnsafe(address);
  if (segwit) {
    const program = bech32.fromWordsUnsafe(segwit.words.slice(1));
    if (program) return toHex(Uint8Array.from(program));
  }
  try {
    return toHex(createBase58check(sha256).decode(address).slice(1));
  } catch (error) {
    throw new Malformed(`expected base58 or bech32: ${(error as Error).message}`);
  }
}
