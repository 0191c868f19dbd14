/** The head byte of a signature for messages: 27, the recovery number, and 4 for a compressed key. */
export function recoveryHead(recovery: number, compressed: boolean): number {
  return 27 + recovery + (compressed ? 4 : 0);
}

/** Takes such a signature apart; undefined where its length or head cannot be. */
export function splitRecoverable(
  signature: Uint8Array,
): { readonly recovery: number; readonly compressed: boolean; readonly compact: Uint8Array } | undefined {
  // Only the low bits of the head are looked at, as ever in this family.
  if (signature.length !== 65) return undefined;
  const head = (signature[0]! - 27) & 0xff;
  return { recovery: head & 3, compressed: (head & 4) !== 0, compact: signature.subarray(1) };
}
