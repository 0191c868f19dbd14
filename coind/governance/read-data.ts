import { LosslessNumber, parse } from 'lossless-json';

/** The members of the JSON object in some data, numbers with their text; undefined if it holds no such object. */
export function readMembers(data: Buffer): { readonly [name: string]: unknown } | undefined {
  let value: unknown;
  try {
    value = parse(data.toString('utf8'), null, (text) => new LosslessNumber(text));
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
