import { createBase58check } from '@scure/base';
import { sha256 } from './hash.ts';

export const base58check = createBase58check(sha256);

/** Prefix and payload; undefined where the text is no base58 or its checksum is wrong. */
export function decodeBase58check(text: string): Buffer | undefined {
  if (text.length > 256) return undefined; // its cost grows with the square of the length
  try {
    return Buffer.from(base58check.decode(text));
  } catch {
    return undefined;
  }
}
