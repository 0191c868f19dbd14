/** Satoshis of a coin. */
export const COIN = 100_000_000n;

/** Maximum amount: 84 million coins, in satoshis. */
export const MAX_MONEY = 84_000_000n * COIN;

export function moneyInRange(sat: bigint): boolean {
  return sat >= 0n && sat <= MAX_MONEY;
}

/** Coins with eight decimal places: `1.00000000`. */
export function formatSat(sat: bigint): string {
  const digits = (sat < 0n ? -sat : sat).toString().padStart(9, '0');
  return `${sat < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

const jsonNumber = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/**
 * Satoshis of a decimal number of coins in JSON syntax; undefined if it is not a number, has more than eight significant
 * decimal places, or 19 digits or more. It may be negative or above the maximum: see `moneyInRange`.
 */
export function parseAmount(text: string): bigint | undefined {
  const match = jsonNumber.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const trailing = fraction.length > 0 || whole !== '0' ? /0*$/.exec(whole === '0' ? fraction : whole + fraction)![0].length : 0;
  const digits = (whole + fraction).slice(0, whole.length + fraction.length - trailing);
  // The number is digits × 10^scale satoshis.
  const scale = Number(exponent) - fraction.length + trailing + 8;
  if (!(scale >= 0 && scale < 18) || digits.length > 19) return undefined;
  const sat = BigInt(digits === '' ? '0' : digits) * 10n ** BigInt(scale);
  if (sat >= 10n ** 18n) return undefined;
  return sign === '-' ? -sat : sat;
}
