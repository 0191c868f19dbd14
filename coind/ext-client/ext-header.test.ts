import { expect, test } from 'vitest';
import { extHeaderOf } from './ext-header.ts';

const root = '0a'.repeat(32);

test.each([0, 7, 2 ** 32 - 1])('block %d with a root of 64 digits is a header', (number) => {
  expect(extHeaderOf([number, root], 0)).toEqual({ number, root: Buffer.alloc(32, 10) });
});

test.each<[unknown]>([
  [[-1, root]],
  [[2 ** 32, root]],
  [[1.5, root]],
  [['1', root]],
  [[1, root.slice(2)]],
  [[1, `${root}0a`]],
  [[1, `${root.slice(2)}0g`]],
  [[1, 5]],
  [[1]],
  [[1, root, 2]],
  [{ 0: 1, 1: root }],
  [null],
])('%j is none', (item) => {
  expect(() => extHeaderOf(item, 3)).toThrow(expect.objectContaining({ name: 'ExtClientError', reason: 'invalid-ext-header' }) as Error);
});
