const TARGET_LIMIT = 1n << 256n;

/** The target encoded by the `bits` of a header; undefined if it is negative, zero, or longer than 256 bits. */
export function targetOf(bits: number): bigint | undefined {
  const size = bits >>> 24;
  const mantissa = bits & 0x007fffff;
  if ((bits & 0x00800000) !== 0 && mantissa !== 0) return undefined;
  const target = size <= 3 ? BigInt(mantissa >>> (8 * (3 - size))) : BigInt(mantissa) << BigInt(8 * (size - 3));
  return target === 0n || target >= TARGET_LIMIT ? undefined : target;
}

/** Average number of hashes to meet a target; 0 for an invalid one. */
export function workOf(bits: number): bigint {
  const target = targetOf(bits);
  return target === undefined ? 0n : TARGET_LIMIT / (target + 1n);
}

/** Difficulty relative to the easiest target of Bitcoin's main network (0x1d00ffff). */
export function difficultyOf(bits: number): number {
  let shift = bits >>> 24;
  let difficulty = 0x0000ffff / (bits & 0x00ffffff);
  for (; shift < 29; shift++) difficulty *= 256;
  for (; shift > 29; shift--) difficulty /= 256;
  return difficulty;
}
