import { LosslessNumber } from 'lossless-json';
import type { Json } from '../specs/model/types.ts';
import { JsonReader } from './json-reader.ts';
import { JsonText } from './json-text.ts';
import type { Wire } from '../specs/model/wire.ts';

export const DEFAULT_MAX_DEPTH = 256;

/** Decimal places of an amount (document 1, What the service does). */
const PLACES = 8;
const SAT_PER_COIN = 10n ** BigInt(PLACES);
/** More digits than any amount has. Without a limit, arithmetic on hostile numbers would take too long. */
const MAX_DIGITS = 40;
const DECIMAL = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Reads one JSON text without losing anything: safe integers become `number`, every other number (and `-0`, which a
 * double would write back without its sign) a `LosslessNumber` with its text. A name that occurs twice in an object
 * is an error, even with equal values: names should be unique (RFC 8259, section 4).
 *
 * `JSON.parse` is not used as a shortcut: it does not detect repeated names, and most answers contain amounts.
 * Measured: 0.5 µs for an answer of 43 bytes, 3 µs for one of 356, and 115 to 360 MB/s for larger ones, which is 2 to
 * 3.5 times the time of `JSON.parse`.
 *
 * Throws `TooDeep` beyond `maxDepth` levels, and `InvalidJson` for a text that is not JSON, whichever comes first.
 */
export function parse(text: string, maxDepth: number = DEFAULT_MAX_DEPTH): Wire {
  return new JsonReader(text, maxDepth).read();
}

/**
 * Writes a value as JSON, every `LosslessNumber` and `JsonText` as its text. Members that are undefined are left out, as by
 * `JSON.stringify`. Throws `RangeError` for NaN and infinities, which JSON cannot represent (RFC 8259, section 6).
 */
export function stringify(wire: Wire): string {
  if (typeof wire === 'object' && wire !== null) {
    if (wire instanceof LosslessNumber) return wire.value;
    if (Array.isArray(wire)) return listText(wire);
    return wire instanceof JsonText ? wire.text : objectText(wire);
  }
  if (typeof wire === 'number' && !Number.isFinite(wire)) throw new RangeError(`JSON cannot write ${wire}.`);
  return Object.is(wire, -0) ? '-0' : JSON.stringify(wire);
}

function listText(items: readonly Wire[]): string {
  let text = '';
  for (const item of items) text += text === '' ? stringify(item) : `,${stringify(item)}`;
  return `[${text}]`;
}

function objectText(members: { readonly [name: string]: Wire | undefined }): string {
  let text = '';
  for (const name of Object.keys(members)) {
    const value = members[name];
    if (value !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${stringify(value)}`;
  }
  return `{${text}}`;
}

/**
 * The value as plain JSON for validators: each `LosslessNumber` becomes the nearest finite double. Parts that need no
 * conversion are the same objects as before, up to the whole value.
 */
export function toPlain(wire: Wire): Json {
  if (wire instanceof LosslessNumber) return toDouble(wire.value);
  if (Array.isArray(wire)) {
    let plain: Json[] | undefined;
    for (const [index, item] of wire.entries()) {
      const converted = toPlain(item);
      if (converted !== item) (plain ??= wire.slice() as Json[])[index] = converted;
    }
    return plain ?? (wire as Json[]);
  }
  if (typeof wire === 'object' && wire !== null) {
    const entries = Object.entries(wire).map(([name, value]) => [name, toPlain(value)] as const);
    const same = entries.every(([name, value]) => value === wire[name]);
    return same ? (wire as { [name: string]: Json }) : Object.fromEntries(entries);
  }
  return wire;
}

/** The nearest finite double: the largest one for a number beyond its range. */
function toDouble(text: string): number {
  const value = Number(text);
  return Number.isFinite(value) ? value : Math.sign(value) * Number.MAX_VALUE;
}

/**
 * Converts an amount in coins to satoshis, exactly. Accepts the values that `parse` returns, and strings in the form of
 * a JSON number, including exponents (`1e-8` is 1). Trailing zeros do not count as decimal places.
 *
 * Throws `RangeError` for more than 8 decimal places and for values of more than 40 digits. Throws `TypeError` for
 * anything but an exact number, also for a `number` with decimals, since a float cannot hold an exact amount.
 */
export function satoshis(wire: Wire): bigint {
  const text = amountText(wire);
  const match = DECIMAL.exec(text);
  if (!match) throw new TypeError(`${shown(text)} is not a decimal number.`);
  const [, sign, whole = '', decimals = '', exponentText = '0'] = match;
  const digits = (whole + decimals).replace(/^0+/, '');
  if (digits === '') return 0n;
  const significant = digits.replace(/0+$/, '');
  // The value is `significant` times ten to the power of `shift`, in the smallest unit.
  const shift = Number(exponentText) - decimals.length + (digits.length - significant.length) + PLACES;
  if (shift < 0) throw new RangeError(`${shown(text)} has more than ${PLACES} decimal places.`);
  if (significant.length + shift > MAX_DIGITS) throw new RangeError(`${shown(text)} is too large for an amount.`);
  const value = BigInt(significant) * 10n ** BigInt(shift);
  return sign === '-' ? -value : value;
}

function amountText(wire: Wire): string {
  if (typeof wire === 'string') return wire;
  if (wire instanceof LosslessNumber) return wire.value;
  if (typeof wire !== 'number') throw new TypeError(`${shown(stringify(wire))} is not an amount.`);
  if (!Number.isSafeInteger(wire)) throw new TypeError(`${wire} is a float, which cannot hold an exact amount: use formatSat.`);
  return String(wire);
}

function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** Converts an amount in satoshis to the decimal number of coins that nodes print, always with 8 decimal places. */
export function formatSat(amountSat: bigint): LosslessNumber {
  const size = amountSat < 0n ? -amountSat : amountSat;
  const decimals = (size % SAT_PER_COIN).toString().padStart(PLACES, '0');
  return new LosslessNumber(`${amountSat < 0n ? '-' : ''}${size / SAT_PER_COIN}.${decimals}`);
}
