/** ECDSA on secp256k1. Hashes are 32 bytes; keys and signatures may come from outside, so that nothing about them is taken for granted. */
export interface Curve {
  readonly name: 'secp256k1' | 'noble';
  /** @param key a private key; throws for anything else. @returns 33 bytes, or 65 */
  publicKey(key: Uint8Array, compressed: boolean): Buffer;
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
