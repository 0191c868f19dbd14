import { expect, test } from 'vitest';
import { specification } from '../../specs/model/specification.ts';
import { errorItems } from './error-items.ts';
import { withoutValues } from './without-values.ts';

const changed = (after: string, accepted: string | string[]): string[] =>
  errorItems(
    specification,
    new Map([['methods/gobject-get/near-miss/hash:unknown', after]]),
    { 'methods/gobject-get/near-miss/hash:unknown': accepted },
    (id) => id,
  ).map(({ method, before, after: now }) => `${method}: ${before} → ${now}`);

test('an error differs from what was accepted if it is none of these', () => {
  expect(changed('-8 Unknown', '-8 Unknown')).toEqual([]);
  expect(changed('-8 Unknown', ['-5 No', '-8 Unknown'])).toEqual([]);
  expect(changed('-8 Other', '-8 Unknown')).toEqual(['gobject get: -8 Unknown → -8 Other']);
  expect(changed('-8 Other', ['-5 No', '-8 Unknown'])).toEqual([]); // its text depends on values
  expect(changed('-9 Unknown', ['-5 No', '-8 Unknown'])).toEqual(['gobject get: -5 No or -8 Unknown → -9 Unknown']);
  expect(errorItems(specification, new Map([['methods/getblock/too-many', '-1 x']]), {}, (id) => id)).toEqual([]);
});

test('values that differ between calls are left out of messages', () => {
  expect(withoutValues('Block 5 of 00ffee1122334455 not found in /tmp/pyx-1/node\nUsage')).toBe('Block … of … not found in …');
  expect(withoutValues('refused with -8 (Invalid)')).toBe('refused with -8 (Invalid)');
  // Base64, cut off after any of its characters; parts of it look like words, hex and paths.
  const cut = (base64: string): string => withoutValues(`returned {"psbt":"${base64}… (987 characters), expected {"psbt":"${base64}`);
  const plain = cut(`cHNidP8BAHECAAAAAUHybXB6bjVAnHx6QU35uavAoZsM79ZRMiGwNXztUqOS`);
  for (const other of [
    'cHNidP8BAHECAAAAAUHyb+B6bjVAnHx6QU35/lBAAAAAD/ZRMiGwNXztUqOSBg+',
    'cHNidPBAHECAAAAAUHybX/+/tmp/folder5uavAoZsM79ZRMiGwNXztUqOSBgA/',
    'cHNid+uSAi943LX/ariWnKioZzAQAAAAD/deadbeef00+deadbeef11/tUqOS==',
  ])
    expect(cut(other), other).toBe(plain);
});
