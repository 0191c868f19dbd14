import { expect, test } from 'vitest';
import { isFailure, type Finding } from './results.ts';

const seen = (property: Finding['property'], times: number, repeated = false): boolean => isFailure({ property, times, repeated });

test('what was seen more than once is a failure, also if it does not occur again on a fresh node', () => {
  expect(seen('envelope', 50)).toBe(true);
  expect(seen('envelope', 1)).toBe(false);
  expect(seen('envelope', 1, true)).toBe(true);
  expect(isFailure({ property: 'envelope', times: 50, repeated: true, accepted: 'known' })).toBe(false);
});

test('calls that took too long are one only if that is repeated: the machine may be busy', () => {
  expect(seen('hang', 50)).toBe(false);
  expect(seen('hang', 1, true)).toBe(true);
});
