import { LosslessNumber, parse } from 'lossless-json';
import { isNestedDeeper } from '../primitives/json-depth.ts';

/** The parser is recursive, and the data of an object may come from a peer. */
const MAX_DEPTH = 512;

/** The members of the JSON object in some data, numbers with their text; undefined if it holds no such object. */
export function readMembers(data: Buffer): { readonly [name: string]: unknown } | undefined {
  const text = data.toString('utf8');
  if (isNestedDeeper(text, MAX_DEPTH)) return undefined;
  let value: unknown;
  try {
    value = parse(text, null, (digits) => new LosslessNumber(digits));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
  return isObject ? (value as { readonly [name: string]: unknown }) : undefined;
}

/** A whole number that a double holds exactly; undefined for anything else. */
export function wholeNumber(value: unknown): number | undefined {
  if (!(value instanceof LosslessNumber) || !/^-?(0|[1-9][0-9]*)$/.test(value.value)) return undefined;
  const number = Number(value.value);
  return Number.isSafeInteger(number) ? number : undefined;
}
