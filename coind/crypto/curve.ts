import { createRequire } from 'node:module';
import { nativeCurve, type NativeSecp256k1 } from './native-curve.ts';
import { nobleCurve } from './noble-curve.ts';

/** ECDSA on secp256k1. Hashes are 32 bytes; keys and signatures may come from outside, so that nothing about them is taken for granted. */
export interface Curve {
  readonly name: 'secp256k1' | 'noble';
  /** @param key a private key; throws for anything else. @returns 33 bytes, or 65 */
  publicKey(key: Uint8Array, compressed: boolean): Buffer;
  isPrivateKey(bytes: Uint8Array): boolean;
  /** A point of the curve, in any of the forms that nodes know (hybrid too). */
  isPublicKey(bytes: Uint8Array): boolean;
  /**
   * Deterministic (RFC 6979), as strict DER with a low S.
   * @param options.lowR one byte shorter: tried with extra entropy, a 32-byte little-endian counter, until R is low too
   */
  sign(hash: Uint8Array, key: Uint8Array, options?: { readonly lowR?: boolean }): Buffer;
  /** @param signature as loosely encoded as consensus allows, with a low or high S */
  verify(hash: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean;
  /** A signature from which the key follows, for messages: a head byte, R and S. @returns 65 bytes */
  signRecoverable(hash: Uint8Array, key: Uint8Array, compressed: boolean): Buffer;
  /** The key of a signature for messages; undefined where there is none. */
  recover(hash: Uint8Array, signature: Uint8Array): Buffer | undefined;
  /** The key plus a number, BIP 32; undefined where the number is too large or the sum is zero. */
  tweakPrivateKey(key: Uint8Array, tweak: Uint8Array): Buffer | undefined;
  /** The public key (compressed) of such a sum. */
  tweakPublicKey(publicKey: Uint8Array, tweak: Uint8Array): Buffer | undefined;
}

let inUse: Curve | undefined;

/** Loading the binary takes longer than all else at the start of a node, so that it waits for the first who asks. */
function current(): Curve {
  return (inUse ??= loadNative() ?? nobleCurve);
}

/** The one in use: native where secp256k1@5 brings a binary for this machine, else pure JavaScript. */
export const curve: Curve = {
  get name() {
    return current().name;
  },
  publicKey: (key, compressed) => current().publicKey(key, compressed),
  isPrivateKey: (bytes) => current().isPrivateKey(bytes),
  isPublicKey: (bytes) => current().isPublicKey(bytes),
  sign: (hash, key, options) => current().sign(hash, key, options),
  verify: (hash, signature, publicKey) => current().verify(hash, signature, publicKey),
  signRecoverable: (hash, key, compressed) => current().signRecoverable(hash, key, compressed),
  recover: (hash, signature) => current().recover(hash, signature),
  tweakPrivateKey: (key, tweak) => current().tweakPrivateKey(key, tweak),
  tweakPublicKey: (publicKey, tweak) => current().tweakPublicKey(publicKey, tweak),
};

/** Changes the one in use, for benchmarks. Throws where it is not to be had on this machine. */
export function selectCurve(name: Curve['name']): void {
  inUse = name === 'noble' ? nobleCurve : loadNative();
  if (inUse === undefined) throw new Error('secp256k1 has no binary for this machine');
}

function loadNative(): Curve | undefined {
  try {
    // Its main module falls back to elliptic without a word, which is slower than noble: so ask for the binary alone.
    return nativeCurve(createRequire(import.meta.url)('secp256k1/bindings.js') as NativeSecp256k1);
  } catch {
    return undefined;
  }
}
