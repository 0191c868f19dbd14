import { hash160 } from '../primitives/hash.ts';
import { p2pkh, p2sh, p2wpkh } from '../script/standard.ts';
import type { AddressType } from './types.ts';

/** The output script that pays to a key with this address type. */
export function scriptFor(publicKey: Buffer, type: AddressType): Buffer {
  const keyHash = hash160(publicKey);
  if (type === 'legacy') return p2pkh(keyHash);
  return type === 'bech32' ? p2wpkh(keyHash) : p2sh(hash160(p2wpkh(keyHash)));
}
