/** The order of secp256k1. */
export const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Whether the bytes are a valid private key: from 1 to below the order. */
export function isPrivateKey(bytes: Uint8Array): boolean {
  if (bytes.length !== 32) return false;
  const key = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  return key > 0n && key < CURVE_ORDER;
}
