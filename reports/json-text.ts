import { stringify } from 'lossless-json';
import { visible } from './escape.ts';

/** A value as JSON with all digits of its numbers, and with hidden characters escaped, which is the same JSON value. `indent` spaces. */
export function jsonText(value: unknown, indent = 0): string {
  return visible(stringify(value, undefined, indent) ?? 'null');
}
