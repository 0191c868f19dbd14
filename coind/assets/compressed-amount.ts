/**
 * The family's compression of amounts: a number with trailing zeros becomes a smaller one. Every number is the compressed
 * form of exactly one amount.
 */
export function compressAmount(amount: bigint): bigint {
  if (amount === 0n) return 0n;
  let rest = amount;
  let zeros = 0n;
  while (rest % 10n === 0n && zeros < 9n) {
    rest /= 10n;
    zeros += 1n;
  }
  return zeros < 9n ? 1n + ((rest / 10n) * 9n + (rest % 10n) - 1n) * 10n + zeros : 1n + (rest - 1n) * 10n + 9n;
}

/** The amount of a compressed one. */
export function decompressAmount(compressed: bigint): bigint {
  if (compressed === 0n) return 0n;
  const rest = (compressed - 1n) / 10n;
  const zeros = (compressed - 1n) % 10n;
  const digits = zeros < 9n ? (rest / 9n) * 10n + (rest % 9n) + 1n : rest + 1n;
  return digits * 10n ** zeros;
}
