import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { systemErrorText } from './system-error.ts';

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

test.skipIf(!existsSync('/dev/full'))('a full disk is reported with the remedy', () => {
  const fd = openSync('/dev/full', 'w');
  expect(systemErrorText(thrownBy(() => writeFileSync(fd, 'x')))).toMatch(
    /^ENOSPC: .*; free some space, or choose another folder with --out/,
  );
  closeSync(fd);
});

test('other errors are not reported as system errors', () => {
  expect(systemErrorText(new TypeError('x is not a function'))).toBeUndefined();
  expect(systemErrorText(thrownBy(() => openSync('/nosuch/file', 'r')))).toBeUndefined();
});
