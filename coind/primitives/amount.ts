/** Satoshis of a coin. */
export const COIN = 100_000_000n;

/** Decimal places of a coin. */
const COIN_PLACES = 8;

/** Maximum amount: 84 million coins, in satoshis. */
export const MAX_MONEY = 84_000_000n * COIN;

export function moneyInRange(sat: bigint): boolean {
  return sat >= 0n && sat <= MAX_MONEY;
}

/** Coins with eight decimal places: `1.00000000`. */
export function formatSat(sat: bigint): string {
  return formatUnits(sat, COIN_PLACES);
}

/** A number of smallest units as a decimal with `places` decimal places. */
export function formatUnits(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const point = digits.length - places;
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${places === 0 ? '' : '.'}${digits.slice(point)}`;
}

const jsonNumber = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/**
 * Satoshis of a decimal number of coins in JSON syntax; undefined if it is not a number, has more than eight significant
 * decimal places, or 19 digits or more. It may be negative or above the maximum: see `moneyInRange`.
 */
export function parseAmount(text: string): bigint | undefined {
  return parseUnits(text, COIN_PLACES);
}

/**
 * Smallest units of a decimal number in JSON syntax; undefined if it is not a number, has more than `places` significant
 * decimal places, or 19 digits or more in smallest units. It may be negative.
 */
export function parseUnits(text: string, places: number): bigint | undefined {
  const match = jsonNumber.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const trailing = fraction.length > 0 || whole !== '0' ? /0*$/.exec(whole === '0' ? fraction : whole + fraction)![0].length : 0;
  const digits = (whole + fraction).slice(0, whole.length + fraction.length - trailing);
  // The number is digits × 10^scale smallest units.
  const scale = Number(exponent) - fraction.length + trailing + places;
  if (!(scale >= 0 && scale < 18) || digits.length > 19) return undefined;
  const units = BigInt(digits === '' ? '0' : digits) * 10n ** BigInt(scale);
  if (units >= 10n ** 18n) return undefined;
  return sign === '-' ? -units : units;
}
