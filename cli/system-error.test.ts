import { mkdtempSync, openSync, closeSync, writeFileSync } from 'node:fs';
import { existsSync } from 'node:fs';
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

test('a missing folder for temporary files is reported with the variable that sets it', () => {
  expect(systemErrorText(thrownBy(() => mkdtempSync('/nosuch/pyx-')))).toMatch(
    /^the folder for temporary files does not exist \(ENOENT: .*\); set TMPDIR/,
  );
});

test('other errors are not reported as system errors', () => {
  expect(systemErrorText(new TypeError('x is not a function'))).toBeUndefined();
  expect(systemErrorText(thrownBy(() => openSync('/nosuch/file', 'r')))).toBeUndefined();
});
