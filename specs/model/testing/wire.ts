import { LosslessNumber, parse } from 'lossless-json';

/** Parses JSON as the client does: an amount, or a number too large for a double, keeps its text. */
export const wire = (json: string): unknown =>
  parse(json, null, (value) => (Number.isSafeInteger(Number(value)) && !/[.eE]/.test(value) ? Number(value) : new LosslessNumber(value)));
