import { expect, test } from 'vitest';
import { likely, nearest } from './nearest.ts';

test('nearest names come in order of nearness', () => {
  expect(nearest('getblok', ['getblockcount', 'getblock', 'getblockhash'], 2)).toEqual(['getblock', 'getblockhash']);
  expect(nearest('block', ['getblockcount', 'getblock', 'stop'], 2)).toEqual(['getblock', 'getblockcount']);
});

test('a name is likely meant only where few letters differ', () => {
  expect(likely('waiverz', ['match', 'waivers'])).toBe('waivers');
  expect(likely('dependencies', ['names', 'startOptions'])).toBeUndefined();
});
