import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { knownPairNote } from './known-pairs.ts';

test('the list of a pair is named, in the order of its targets', () => {
  const [litecoind, coind] = ['/LitecoinCore:0.21.2.1/', '/coind:0.1.0/'];
  const note = knownPairNote(litecoind, coind) ?? '';
  expect(note).toMatch(/: name it by --known$/);
  expect(existsSync(/ in (\S+):/.exec(note)?.[1] ?? '')).toBe(true);
  expect(knownPairNote(coind, litecoind)).toMatch(/: exchange the two targets, and name it by --known$/);
  for (const other of ['/LitecoinCore:0.18.1/', coind, '']) expect(knownPairNote(other, coind)).toBeUndefined();
});
