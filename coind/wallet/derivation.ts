import { createHmac } from 'node:crypto';
import type { Curve } from '../crypto/curve.ts';
import { CURVE_ORDER } from '../crypto/private-key.ts';

/** A private key from which others are derived, BIP 32. */
export interface ExtendedKey {
  readonly key: Buffer;
  readonly chainCode: Buffer;
}

const HARDENED = 0x8000_0000;

/** The master key of a seed. */
export function masterKeyOf(seed: Uint8Array): ExtendedKey {
  return halves(createHmac('sha512', 'Bitcoin seed').update(seed).digest());
}

/**
 * The hardened child at an index from 0. Every derivation step of a wallet is hardened, which needs no public key of
 * the parents: filling a keypool takes a fraction of the time of general derivation.
 */
export function hardenedChild({ key, chainCode }: ExtendedKey, index: number): ExtendedKey {
  const data = Buffer.alloc(37);
  data.set(key, 1);
  data.writeUInt32BE(HARDENED + index, 33);
  const child = halves(createHmac('sha512', chainCode).update(data).digest());
  const sum = (BigInt(`0x${child.key.toString('hex')}`) + BigInt(`0x${key.toString('hex')}`)) % CURVE_ORDER;
  return { key: Buffer.from(sum.toString(16).padStart(64, '0'), 'hex'), chainCode: child.chainCode };
}

/** The parent of the keys of one chain: `m/0'/0'` for receiving, `m/0'/1'` for change. */
export function chainOf(seed: Uint8Array, internal: boolean): ExtendedKey {
  return hardenedChild(hardenedChild(masterKeyOf(seed), 0), internal ? 1 : 0);
}

export const pathOf = (internal: boolean, index: number): string => `m/0'/${internal ? 1 : 0}'/${index}'`;

/** The indices of a path such as `m/0'/1'/7'`; an empty array for the master key `m`. */
export function pathNumbers(path: string): number[] {
  return path
    .split('/')
    .slice(1)
    .map((step) => (step.endsWith("'") ? HARDENED + Number(step.slice(0, -1)) : Number(step)));
}

/** The public key of a seed's master key. Its fingerprint identifies all keys derived from the seed. */
export const masterPublicKey = (seed: Uint8Array, curve: Curve): Buffer => curve.publicKey(masterKeyOf(seed).key, true);

function halves(digest: Buffer): ExtendedKey {
  return { key: digest.subarray(0, 32), chainCode: digest.subarray(32) };
}
