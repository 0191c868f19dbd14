import { isAbsolute, normalize, sep } from 'node:path';
import { WalletError } from './wallet-error.ts';

/** Limit of file systems for one component of a path, in bytes. */
const MAX_PART_BYTES = 255;
const MAX_PATH_BYTES = 1000;
/** Control characters, line separators, bidirectional marks, and lone surrogates. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * Throws `WalletError` (wallet-not-found) for a name that points outside the wallets folder, (refused) for one that is no
 * possible file name or that has unprintable characters.
 */
export function requireWalletName(name: string): void {
  const refuse = (why: string): never => {
    throw new WalletError('refused', `Wallet file verification failed: ${why}. Choose another name`);
  };
  if (name.includes('\0') || (!isAbsolute(name) && normalize(name).split(sep).includes('..'))) {
    throw new WalletError('wallet-not-found', `Wallet file verification failed: Invalid wallet path '${name}'.`);
  }
  if (unprintable.test(name)) refuse('the name of the wallet has control characters');
  const longest = Math.max(...name.split(sep).map((part) => Buffer.byteLength(part)));
  if (longest > MAX_PART_BYTES) refuse(`a component of the wallet name has ${longest} bytes; the maximum is ${MAX_PART_BYTES}`);
  if (Buffer.byteLength(name) > MAX_PATH_BYTES)
    refuse(`the path of the wallet has ${Buffer.byteLength(name)} bytes; the maximum is ${MAX_PATH_BYTES}`);
}
