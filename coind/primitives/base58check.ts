import { createBase58check } from '@scure/base';
import { sha256 } from './hash.ts';

export const base58check = createBase58check(sha256);

/** Prefix and payload; undefined if the text is not base58 or its checksum is wrong. */
export function decodeBase58check(text: string): Buffer | undefined {
  if (text.length > 256) return undefined; // the decoding time is quadratic in the length
  try {
    return Buffer.from(base58check.decode(text));
  } catch {
    return undefined;
  }
}
