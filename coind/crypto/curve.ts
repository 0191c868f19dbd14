/** ECDSA on secp256k1. Hashes are 32 bytes. Keys and signatures may be untrusted input. */
export interface Curve {
  readonly name: 'secp256k1' | 'noble';
  /** @param key a private key; throws for an invalid one. @returns 33 bytes, or 65 uncompressed */
  publicKey(key: Uint8Array, compressed: boolean): Buffer;
  /** Whether it is a point of the curve, in any form that nodes accept (including hybrid). */
  isPublicKey(bytes: Uint8Array): boolean;
  /**
   * A deterministic signature (RFC 6979), strict DER with low S.
   * @param options.lowR repeated with extra entropy, a 32-byte little-endian counter, until R is low and one byte shorter
   */
  sign(hash: Uint8Array, key: Uint8Array, options?: { readonly lowR?: boolean }): Buffer;
  /** @param signature in the lax encoding that consensus allows, with low or high S */
  verify(hash: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean;
  /** A recoverable signature, for messages: a header byte, R and S. @returns 65 bytes */
  signRecoverable(hash: Uint8Array, key: Uint8Array, compressed: boolean): Buffer;
  /** Recovers the public key from a recoverable signature; undefined if there is none. */
  recover(hash: Uint8Array, signature: Uint8Array): Buffer | undefined;
  /** A private key plus a tweak, BIP 32; undefined if the tweak is too large or the sum is zero. */
  tweakPrivateKey(key: Uint8Array, tweak: Uint8Array): Buffer | undefined;
  /** A public key plus a tweak, compressed. */
  tweakPublicKey(publicKey: Uint8Array, tweak: Uint8Array): Buffer | undefined;
}
