import { expect, test } from 'vitest';
import { isListedError } from './listed-error.ts';

const refused = (code: number): Parameters<typeof isListedError>[1] => ({ ok: false, error: { code, message: 'No.' } });
const errors = [{ code: -5, message: 'No such fruit' }];

test('a refusal is listed by its code; a result is none, and without a list nothing is said', () => {
  expect(isListedError({ errors }, refused(-5))).toBe(true);
  expect(isListedError({ errors }, refused(-8))).toBe(false);
  expect(isListedError({ errors: [] }, refused(-8))).toBe(false);
  expect(isListedError({}, refused(-5))).toBeUndefined();
  expect(isListedError({ errors }, { ok: true, result: null })).toBeUndefined();
});
