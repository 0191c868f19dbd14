import type { Curve } from '../crypto/curve.ts';
import { hash160, sha256 } from '../primitives/hash.ts';
import type { SigningProvider } from './signing-provider.ts';
import { p2wpkh, p2wsh } from './standard.ts';

/** Knows nothing: for those who only put together what others have signed. */
export const noProvider: SigningProvider = {
  publicKey: () => undefined,
  privateKey: () => undefined,
  script: () => undefined,
  origin: () => undefined,
};

/** Keys and scripts that a caller gave, for the time of one call. */
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
    // Whoever has the key can tell the program that P2SH wraps.
    if (compressed) this.#add(p2wpkh(keyHash));
  }

  /** A redeem or witness script; wrapped as P2SH-P2WSH it is found as well. */
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

/** Asks the first, and where it does not know, the second. */
export function layered(first: SigningProvider, second: SigningProvider): SigningProvider {
  return {
    publicKey: (keyHash) => first.publicKey(keyHash) ?? second.publicKey(keyHash),
    privateKey: (publicKey) => first.privateKey(publicKey) ?? second.privateKey(publicKey),
    script: (scriptHash) => first.script(scriptHash) ?? second.script(scriptHash),
    origin: (publicKey) => first.origin(publicKey) ?? second.origin(publicKey),
  };
}
