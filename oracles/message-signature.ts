import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base64, utf8 } from '@scure/base';
import { Malformed, hash160, hash256, joined, withLength } from './bytes.ts';

/** Header bytes of a compact signature: 27 and the recovery number, 4 more for a compressed key. */
const FIRST = 27;
const LAST = 34;

/** The 65 bytes of a signed message. Throws `Malformed`. */
export function signatureBytes(text: string): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = base64.decode(text);
  } catch {
    throw new Malformed('expected base64');
  }
  if (bytes.length !== 65) throw new Malformed(`expected 65 bytes, got ${bytes.length}`);
  const header = bytes[0] as number;
  if (header < FIRST || header > LAST) throw new Malformed(`the first byte is ${header}, expected ${FIRST} to ${LAST}`);
  return bytes;
}

/** Hash160 of the key that made the signature, if the message was signed under this brand; undefined when no key can be recovered. */
export function recoverKeyHash(signature: Uint8Array, message: string, brand: string): Uint8Array | undefined {
  const header = (signature[0] as number) - FIRST;
  const hash = hash256(joined(withLength(utf8.decode(`${brand} Signed Message:\n`)), withLength(utf8.decode(message))));
  try {
    const key = secp256k1.Signature.fromBytes(signature.slice(1), 'compact')
      .addRecoveryBit(header & 3)
      .recoverPublicKey(hash);
    return hash160(key.toBytes((header & 4) !== 0));
  } catch {
    return undefined; // the numbers are not a signature by any key
  }
}
