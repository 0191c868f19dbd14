/** The header byte of a recoverable signature: 27 plus the recovery id, plus 4 for a compressed key. */
export function recoveryHead(recovery: number, compressed: boolean): number {
  return 27 + recovery + (compressed ? 4 : 0);
}

/** Parses a recoverable signature; undefined if its length or header is invalid. */
export function splitRecoverable(
  signature: Uint8Array,
): { readonly recovery: number; readonly compressed: boolean; readonly compact: Uint8Array } | undefined {
  // Only the low bits of the header are used, as in the family.
  if (signature.length !== 65) return undefined;
  const head = (signature[0]! - 27) & 0xff;
  return { recovery: head & 3, compressed: (head & 4) !== 0, compact: signature.subarray(1) };
}
