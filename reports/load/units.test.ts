import { expect, test } from 'vitest';
import { gigabytes, latency, megabytes, ofACore, perSecond, share } from './units.ts';

test.each([
  [0, '0 µs'],
  [840.4, '840 µs'],
  [999.6, '1 ms'],
  [9_812, '9.81 ms'],
  [303_000, '303 ms'],
  [999_700, '1 s'],
  [1_020_000, '1.02 s'],
  [120_000_000, '120 s'],
])('a latency of %d µs is %s', (us, text) => {
  expect(latency(us)).toBe(text);
});

test.each([
  [0, '0'],
  [0.5, '0.5'],
  [48.26, '48.3'],
  [99.96, '100'],
  [3_412.4, '3,412'],
])('a rate of %d is %s', (rate, text) => {
  expect(perSecond(rate)).toBe(text);
});

test.each([
  [0, '0 %'],
  [0.001, '0.1 %'],
  [1 / 3, '33.3 %'],
  [1, '100 %'],
])('a share of %d is %s', (value, text) => {
  expect(share(value)).toBe(text);
});

test('memory and CPU time', () => {
  expect(megabytes(83_600_000)).toBe('84 MB');
  expect(gigabytes(25_276_502_016)).toBe('25.3 GB');
  expect(ofACore(3_790, 5_000)).toBe('76 % of a core');
});
