import type { Curve } from '../crypto/curve.ts';
import { hash160, sha256 } from '../primitives/hash.ts';
import type { SigningProvider } from './signing-provider.ts';
import { p2wpkh, p2wsh } from './standard.ts';

/** An empty provider: for merging signatures of others. */
export const noProvider: SigningProvider = {
  publicKey: () => undefined,
  privateKey: () => undefined,
  script: () => undefined,
  origin: () => undefined,
};

/** Keys and scripts of a call's arguments. */
export class MemoryProvider implements SigningProvider {
  readonly #curve: Curve;
  readonly #publicKeys = new Map<string, Buffer>();
  readonly #privateKeys = new Map<string, Uint8Array>();
  readonly #scripts = new Map<string, Buffer>();

  constructor(curve: Curve) {
    this.#curve = curve;
  }

  addKey(key: Uint8Array, compressed: boolean): void {
    const publicKey = this.#curve.publicKey(key, compressed);
    const keyHash = hash160(publicKey);
    this.#publicKeys.set(keyHash.toString('hex'), publicKey);
    this.#privateKeys.set(publicKey.toString('hex'), key);
    // The P2WPKH program of the key, which P2SH may wrap.
    if (compressed) this.#add(p2wpkh(keyHash));
  }

  /** Adds a redeem or witness script, and its P2SH-P2WSH form. */
  addScript(script: Buffer): void {
    this.#add(script);
    this.#add(p2wsh(sha256(script)));
  }

  publicKey(keyHash: Buffer): Buffer | undefined {
    return this.#publicKeys.get(keyHash.toString('hex'));
  }

  privateKey(publicKey: Buffer): Uint8Array | undefined {
    return this.#privateKeys.get(publicKey.toString('hex'));
  }

  script(scriptHash: Buffer): Buffer | undefined {
    return this.#scripts.get(scriptHash.toString('hex'));
  }

  origin(): undefined {
    return undefined;
  }

  #add(script: Buffer): void {
    this.#scripts.set(hash160(script).toString('hex'), script);
  }
}

/** Looks up in the first provider, then in the second. */
export function layered(first: SigningProvider, second: SigningProvider): SigningProvider {
  return {
    publicKey: (keyHash) => first.publicKey(keyHash) ?? second.publicKey(keyHash),
    privateKey: (publicKey) => first.privateKey(publicKey) ?? second.privateKey(publicKey),
    script: (scriptHash) => first.script(scriptHash) ?? second.script(scriptHash),
    origin: (publicKey) => first.origin(publicKey) ?? second.origin(publicKey),
  };
}
