import { ripemd160 as nobleRipemd160 } from '@noble/hashes/legacy.js';
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import { expect, test } from 'vitest';
import { hash160, hash256, ripemd160, sha256 } from './hash.ts';
import { fromId, toId } from './ids.ts';

test('hashes agree with noble', () => {
  for (const length of [0, 1, 55, 64, 80, 1000]) {
    const bytes = Buffer.alloc(length, 7);
    expect(sha256(bytes)).toEqual(Buffer.from(nobleSha256(bytes)));
    expect(hash256(bytes)).toEqual(Buffer.from(nobleSha256(nobleSha256(bytes))));
    expect(ripemd160(bytes)).toEqual(Buffer.from(nobleRipemd160(bytes)));
    expect(hash160(bytes)).toEqual(Buffer.from(nobleRipemd160(nobleSha256(bytes))));
  }
});

test('ids are the reversed bytes', () => {
  const bytes = Buffer.from(Array.from({ length: 32 }, (_, i) => i));
  expect(toId(bytes)).toBe('1f1e1d1c1b1a191817161514131211100f0e0d0c0b0a09080706050403020100');
  expect(fromId(toId(bytes))).toEqual(bytes);
  for (const wrong of ['', 'zz'.repeat(32), '00'.repeat(31), `${'00'.repeat(32)}0`]) expect(() => fromId(wrong)).toThrow(RangeError);
  expect(() => toId(bytes.subarray(1))).toThrow(RangeError);
});
