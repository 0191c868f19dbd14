import { isLosslessNumber } from 'lossless-json';
import type { ReadJson } from './json-text.ts';

/** Whether a value that was read is a JSON object: no list, and no number with exact digits. */
export function isObject(value: ReadJson): value is { [name: string]: ReadJson } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}
