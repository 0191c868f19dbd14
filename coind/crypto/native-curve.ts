import type { Curve } from './curve.ts';
import { encodeDer, hasLowS, parseLaxDer } from './der.ts';
import { grindLowR } from './low-r.ts';
import { recoveryHead, splitRecoverable } from './recoverable.ts';

/** The functions used of the package secp256k1, which has no types. They throw for input that cannot be parsed. */
export interface NativeSecp256k1 {
  privateKeyVerify(key: Uint8Array): boolean;
  publicKeyVerify(key: Uint8Array): boolean;
  publicKeyCreate(key: Uint8Array, compressed: boolean): Uint8Array;
  signatureNormalize(compact: Uint8Array): Uint8Array;
  ecdsaSign(
    hash: Uint8Array,
    key: Uint8Array,
    options?: { readonly data?: Uint8Array },
  ): { readonly signature: Uint8Array; readonly recid: number };
  ecdsaVerify(compact: Uint8Array, hash: Uint8Array, publicKey: Uint8Array): boolean;
  ecdsaRecover(compact: Uint8Array, recovery: number, hash: Uint8Array, compressed: boolean): Uint8Array;
  /** In place. */
  privateKeyTweakAdd(key: Uint8Array, tweak: Uint8Array): Uint8Array;
  publicKeyTweakAdd(publicKey: Uint8Array, tweak: Uint8Array, compressed: boolean): Uint8Array;
}

/** Bitcoin's own C library, through the package secp256k1. */
export function nativeCurve(library: NativeSecp256k1): Curve {
  return {
    name: 'secp256k1',
    publicKey: (key, compressed) => toBuffer(library.publicKeyCreate(key, compressed)),
    isPublicKey: (bytes) => (bytes.length === 33 || bytes.length === 65) && library.publicKeyVerify(bytes),
    sign(hash, key, options) {
      const attempt = (data: Uint8Array | undefined): Uint8Array =>
        library.ecdsaSign(hash, key, data === undefined ? {} : { data }).signature;
      return encodeDer(options?.lowR === true ? grindLowR(attempt) : attempt(undefined));
    },
    verify(hash, signature, publicKey) {
      const compact = parseLaxDer(signature);
      if (compact === undefined || (publicKey.length !== 33 && publicKey.length !== 65)) return false;
      if (!hasLowS(compact)) library.signatureNormalize(compact);
      try {
        return library.ecdsaVerify(compact, hash, publicKey);
      } catch {
        // the key is not a point of the curve
        return false;
      }
    },
    signRecoverable(hash, key, compressed) {
      const { signature, recid } = library.ecdsaSign(hash, key);
      return Buffer.concat([Buffer.from([recoveryHead(recid, compressed)]), signature]);
    },
    recover(hash, signature) {
      const parts = splitRecoverable(signature);
      return parts === undefined ? undefined : attempted(() => library.ecdsaRecover(parts.compact, parts.recovery, hash, parts.compressed));
    },
    tweakPrivateKey: (key, tweak) => attempted(() => library.privateKeyTweakAdd(Uint8Array.from(key), tweak)),
    tweakPublicKey: (publicKey, tweak) => attempted(() => library.publicKeyTweakAdd(publicKey, tweak, true)),
  };
}

/** Undefined if the action throws. */
function attempted(make: () => Uint8Array): Buffer | undefined {
  try {
    return toBuffer(make());
  } catch {
    return undefined;
  }
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
