/** Keys and scripts of a signer, all by hash, so that scripts can be solved without searching. */
export interface SigningProvider {
  publicKey(keyHash: Buffer): Buffer | undefined;
  privateKey(publicKey: Buffer): Uint8Array | undefined;
  /** By HASH160 of the script (for a witness script: the RIPEMD160 of its SHA256). */
  script(scriptHash: Buffer): Buffer | undefined;
  /** Origin of a key, for PSBTs. */
  origin(publicKey: Buffer): { readonly fingerprint: Buffer; readonly path: readonly number[] } | undefined;
}
