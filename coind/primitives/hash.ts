import { getHashes, hash } from 'node:crypto';
import { ripemd160 as nobleRipemd160 } from '@noble/hashes/legacy.js';

/** @returns 32 bytes */
export function sha256(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}

/** SHA256 twice: ids, merkle trees, proof of work and signature hashes. @returns 32 bytes */
export function hash256(bytes: Uint8Array): Buffer {
  return hash('sha256', hash('sha256', bytes, 'buffer'), 'buffer');
}

// OpenSSL 3 without its legacy provider has no RIPEMD160.
const nativeRipemd160 = getHashes().includes('ripemd160');

/** @returns 20 bytes */
export const ripemd160: (bytes: Uint8Array) => Buffer = nativeRipemd160
  ? (bytes) => hash('ripemd160', bytes, 'buffer')
  : (bytes) => Buffer.from(nobleRipemd160(bytes));

/** HASH160: RIPEMD160 of SHA256, for public keys and scripts in addresses. @returns 20 bytes */
export function hash160(bytes: Uint8Array): Buffer {
  return ripemd160(hash('sha256', bytes, 'buffer'));
}
