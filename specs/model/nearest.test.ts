import { expect, test } from 'vitest';
import { likely, nearest } from './nearest.ts';

test('similar names are sorted by distance', () => {
  expect(nearest('getblok', ['getblockcount', 'getblock', 'getblockhash'], 2)).toEqual(['getblock', 'getblockhash']);
  expect(nearest('block', ['getblockcount', 'getblock', 'stop'], 2)).toEqual(['getblock', 'getblockcount']);
});

test('a name is suggested only if few letters differ', () => {
  expect(likely('waiverz', ['match', 'waivers'])).toBe('waivers');
  expect(likely('dependencies', ['names', 'startOptions'])).toBeUndefined();
});
