import { createRequire } from 'node:module';
import type { Curve } from './curve.ts';
import { nativeCurve, type NativeSecp256k1 } from './native-curve.ts';
import { nobleCurve } from './noble-curve.ts';

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
