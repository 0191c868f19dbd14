import { hash } from 'node:crypto';
import { hash160 } from '../../oracles/bytes.ts';
import type { Curve } from './curve.ts';

/** A key pair and its public key hash. */
export interface Key {
  readonly secret: Buffer;
  /** Compressed. */
  readonly publicKey: Buffer;
  /** HASH160 of the public key, which a P2WPKH output names. */
  readonly publicKeyHash: Buffer;
}

/** Number of keys that are paid in turn. */
const RING_SIZE = 64;

export interface Keys {
  /** Receives the subsidy of mined blocks, or the payment of a wallet. */
  readonly funding: Key;
  /** Own the coins that the transactions spend, and those that they make: coin i belongs to key i modulo their number. */
  readonly ring: readonly Key[];
}

/** All keys of a seed. */
export function keysOf(seed: number, curve: Curve): Keys {
  const key = (name: string): Key => {
    // A hash is no valid secret with a probability of 2^-128.
    const secret = hash('sha256', `pyx prepared transactions, seed ${seed}, ${name}`, 'buffer');
    const publicKey = Buffer.from(curve.publicKey(secret));
    return { secret, publicKey, publicKeyHash: Buffer.from(hash160(publicKey)) };
  };
  return { funding: key('funding'), ring: Array.from({ length: RING_SIZE }, (_, index) => key(`key ${index}`)) };
}
