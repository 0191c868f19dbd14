import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { stringify } from '../client/wire-json.ts';
import type { Wire } from '../specs/model/wire.ts';

/** A value as one short line for a message. */
export function show(value: unknown): string {
  if (typeof value === 'bigint') return `${value} sat`;
  if (value === undefined) return 'missing';
  const text = stringify(withoutBigints(value));
  return text.length <= 120 ? text : `${text.slice(0, 100)}… (${text.length} characters)`;
}

/** The value with each amount in satoshis, which JSON does not have, as a number. */
function withoutBigints(value: unknown): Wire {
  if (typeof value === 'bigint') return new LosslessNumber(String(value));
  if (Array.isArray(value)) return value.map(withoutBigints);
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutBigints(item)]));
  return value as Wire;
}

/** Whether two values are equal, numbers by value: `1`, `1.0` and `1.00000000` are equal. */
export function sameWire(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isNumber(a) && isNumber(b)) return canonical(a) === canonical(b);
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => sameWire(item, b[index]));
  if (isRecord(a) && isRecord(b)) {
    const names = Object.keys(a);
    return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && sameWire(a[name], b[name]));
  }
  return false;
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || isLosslessNumber(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

/** Digits and exponent of a decimal without leading or trailing zeros: equal texts for equal numbers. */
function canonical(number: unknown): string {
  const text = isLosslessNumber(number) ? number.value : String(number);
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!match) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + (digits.length - significant.length)}`;
}
