import { createRequire } from 'node:module';
import type { Curve } from './curve.ts';
import { nativeCurve, type NativeSecp256k1 } from './native-curve.ts';
import { nobleCurve } from './noble-curve.ts';

/**
 * The curve of a node: the requested backend, by default native if secp256k1@5 has a binary for this machine, else pure
 * JavaScript. Throws an Error for the user if the native backend is requested but not available.
 */
export function openCurve(name?: Curve['name']): Curve {
  if (name === 'noble') return nobleCurve;
  if (name === undefined) return new LazyCurve();
  const native = loadNative();
  if (native === undefined) throw new Error('secp256k1 has no binary for this machine; start with -curve=noble');
  return native;
}

/** Loads the binary at the first use, because loading takes longer than the rest of a node's start. */
class LazyCurve implements Curve {
  #loaded: Curve | undefined;

  get #curve(): Curve {
    return (this.#loaded ??= loadNative() ?? nobleCurve);
  }

  get name(): Curve['name'] {
    return this.#curve.name;
  }

  publicKey(key: Uint8Array, compressed: boolean): Buffer {
    return this.#curve.publicKey(key, compressed);
  }

  isPublicKey(bytes: Uint8Array): boolean {
    return this.#curve.isPublicKey(bytes);
  }

  sign(hash: Uint8Array, key: Uint8Array, options?: { readonly lowR?: boolean }): Buffer {
    return this.#curve.sign(hash, key, options);
  }

  verify(hash: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
    return this.#curve.verify(hash, signature, publicKey);
  }

  signRecoverable(hash: Uint8Array, key: Uint8Array, compressed: boolean): Buffer {
    return this.#curve.signRecoverable(hash, key, compressed);
  }

  recover(hash: Uint8Array, signature: Uint8Array): Buffer | undefined {
    return this.#curve.recover(hash, signature);
  }

  tweakPrivateKey(key: Uint8Array, tweak: Uint8Array): Buffer | undefined {
    return this.#curve.tweakPrivateKey(key, tweak);
  }

  tweakPublicKey(publicKey: Uint8Array, tweak: Uint8Array): Buffer | undefined {
    return this.#curve.tweakPublicKey(publicKey, tweak);
  }
}

function loadNative(): Curve | undefined {
  try {
    // The main module silently falls back to elliptic, which is slower than noble: so load only the binary.
    return nativeCurve(createRequire(import.meta.url)('secp256k1/bindings.js') as NativeSecp256k1);
  } catch {
    return undefined;
  }
}
