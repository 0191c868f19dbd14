import { secp256k1 } from '@noble/curves/secp256k1.js';
import { createRequire } from 'node:module';
import { PrepareError } from './errors.ts';
import type { CurveName } from './types.ts';

/** What transactions are signed with. Both libraries give the same signatures (RFC 6979, low S). */
export interface Curve {
  readonly name: CurveName;
  /** Compressed. */
  publicKey(secret: Uint8Array): Uint8Array;
  /** R and S, 32 bytes each, of a signature of a hash. */
  sign(hash: Uint8Array, secret: Uint8Array): Uint8Array;
}

/** What is used of the package secp256k1, which has no types of its own. */
interface NativeLibrary {
  publicKeyCreate(secret: Uint8Array, compressed: boolean): Uint8Array;
  ecdsaSign(hash: Uint8Array, secret: Uint8Array): { readonly signature: Uint8Array };
}

/** Undefined if the package has no binary for this machine. */
function loadNativeLibrary(): NativeLibrary | undefined {
  try {
    // The package's main module falls back to elliptic without a warning, which is slower than noble: ask for the binary alone.
    return createRequire(import.meta.url)('secp256k1/bindings.js') as NativeLibrary;
  } catch {
    return undefined;
  }
}

const nobleCurve: Curve = {
  name: 'noble',
  publicKey: (secret) => secp256k1.getPublicKey(secret, true),
  sign: (hash, secret) => secp256k1.sign(hash, secret, { prehash: false, lowS: true }),
};

/** The curve of this library; by default the native one if it has a binary for this machine, else noble. Throws `PrepareError`. */
export function openCurve(name?: CurveName): Curve {
  const library = name === 'noble' ? undefined : loadNativeLibrary();
  if (library === undefined && name === 'secp256k1')
    throw new PrepareError('the package secp256k1 has no binary for this machine', {
      remedy: 'sign with the curve noble, which is slower',
    });
  if (library === undefined) return nobleCurve;
  return {
    name: 'secp256k1',
    publicKey: (secret) => library.publicKeyCreate(secret, true),
    sign: (hash, secret) => library.ecdsaSign(hash, secret).signature,
  };
}
