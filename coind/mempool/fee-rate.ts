/** The fee of a size in virtual bytes at a rate in satoshis per 1000: rounded down, but at least 1 if the rate is not 0. */
export function feeAt(ratePerKvb: bigint, vsize: number): bigint {
  const fee = (ratePerKvb * BigInt(vsize)) / 1000n;
  return fee === 0n && vsize !== 0 && ratePerKvb > 0n ? 1n : fee;
}

/** Satoshis per 1000 virtual bytes, rounded down. */
export function feeRateOf(feeSat: bigint, vsize: number): bigint {
  return vsize === 0 ? 0n : (feeSat * 1000n) / BigInt(vsize);
}
