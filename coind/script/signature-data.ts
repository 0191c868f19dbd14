/** Origin of a key: the fingerprint of its master key (4 bytes) and the path from there, hardened steps from 2^31 on. */
export interface KeyOrigin {
  readonly fingerprint: Buffer;
  readonly path: readonly number[];
}

/** Known signatures, keys and scripts of an input; signing adds to it. Public keys and hashes are hex. */
export interface SignatureData {
  /** Signatures with their type byte, by public key. */
  readonly signatures: Map<string, Buffer>;
  redeemScript: Buffer | undefined;
  witnessScript: Buffer | undefined;
  /** Public keys by their HASH160. */
  readonly publicKeys: Map<string, Buffer>;
  /** By public key, for all examined keys with a known origin. */
  readonly origins: Map<string, KeyOrigin>;
}

export function noSignatureData(): SignatureData {
  return { signatures: new Map(), redeemScript: undefined, witnessScript: undefined, publicKeys: new Map(), origins: new Map() };
}

/** Adds the entries of `from`; existing entries stay. */
export function addSignatureData(into: SignatureData, from: SignatureData): void {
  into.redeemScript ??= from.redeemScript;
  into.witnessScript ??= from.witnessScript;
  for (const name of ['signatures', 'publicKeys', 'origins'] as const) addMissing<unknown>(into[name], from[name]);
}

function addMissing<T>(into: Map<string, T>, from: ReadonlyMap<string, T>): void {
  for (const [key, value] of from) if (!into.has(key)) into.set(key, value);
}
