import { expect, test } from 'vitest';
import { exitCode } from './verdict.ts';

const none = { passed: 5, failed: 0, observed: 1, waived: 1, skipped: 0, inapplicable: 1 };

test.each([
  [none, true, 0, 0],
  [{ ...none, failed: 1 }, true, 0, 1],
  [none, false, 0, 1],
  [{ ...none, skipped: 1 }, true, 0, 1],
  [{ ...none, failed: 1 }, false, 1, 2],
  [none, true, 1, 2],
] as const)('%o, complete %s, %i internal errors: exit code %i', (totals, complete, internalErrors, expected) => {
  expect(exitCode(totals, { complete, internalErrors })).toBe(expected);
});
