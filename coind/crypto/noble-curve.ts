import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Curve } from './curve.ts';
import { encodeDer, parseLaxDer } from './der.ts';
import { grindLowR } from './low-r.ts';
import { recoveryHead, splitRecoverable } from './recoverable.ts';

/** Messages are already hashed, and signatures with high S are accepted. */
const asGiven = { prehash: false, lowS: false } as const;

const order = secp256k1.Point.Fn.ORDER;

/** The curve in pure JavaScript, if there is no binary. */
export const nobleCurve: Curve = {
  name: 'noble',
  publicKey: (key, compressed) => Buffer.from(secp256k1.getPublicKey(key, compressed)),
  isPublicKey(bytes) {
    const key = withoutHybrid(bytes);
    return key !== undefined && secp256k1.utils.isValidPublicKey(key);
  },
  sign(hash, key, options) {
    const attempt = (extraEntropy: Uint8Array | undefined): Uint8Array =>
      secp256k1.sign(hash, key, { prehash: false, lowS: true, ...(extraEntropy === undefined ? {} : { extraEntropy }) });
    return encodeDer(options?.lowR === true ? grindLowR(attempt) : attempt(undefined));
  },
  verify(hash, signature, publicKey) {
    const compact = parseLaxDer(signature);
    const key = withoutHybrid(publicKey);
    if (compact === undefined || key === undefined) return false;
    try {
      return secp256k1.verify(compact, hash, key, asGiven);
    } catch {
      // the key is not a point of the curve
      return false;
    }
  },
  signRecoverable(hash, key, compressed) {
    const signature = secp256k1.sign(hash, key, { prehash: false, lowS: true, format: 'recovered' });
    return Buffer.from([recoveryHead(signature[0]!, compressed), ...signature.subarray(1)]);
  },
  recover(hash, signature) {
    const parts = splitRecoverable(signature);
    if (parts === undefined) return undefined;
    try {
      const key = secp256k1.Signature.fromBytes(parts.compact, 'compact').addRecoveryBit(parts.recovery).recoverPublicKey(hash);
      return Buffer.from(key.toBytes(parts.compressed));
    } catch {
      // no point has this R
      return undefined;
    }
  },
  tweakPrivateKey(key, tweak) {
    const number = toScalar(tweak);
    if (number >= order) return undefined;
    const sum = (toScalar(key) + number) % order;
    return sum === 0n ? undefined : Buffer.from(sum.toString(16).padStart(64, '0'), 'hex');
  },
  tweakPublicKey(publicKey, tweak) {
    const number = toScalar(tweak);
    if (number >= order) return undefined;
    let sum = secp256k1.Point.fromBytes(publicKey);
    if (number !== 0n) sum = sum.add(secp256k1.Point.BASE.multiply(number));
    return sum.is0() ? undefined : Buffer.from(sum.toBytes(true));
  },
};

/** Converts a hybrid key (first byte 6 or 7), which noble does not support, to an uncompressed one; undefined if parity or length is wrong. */
function withoutHybrid(key: Uint8Array): Uint8Array | undefined {
  if (key.length !== 33 && key.length !== 65) return undefined;
  const first = key[0]!;
  if (key.length !== 65 || (first !== 6 && first !== 7)) return key;
  if ((key[64]! & 1) !== (first & 1)) return undefined;
  const plain = Uint8Array.from(key);
  plain[0] = 4;
  return plain;
}

function toScalar(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}
