import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COIN, formatSat, formatUnits, MAX_MONEY, moneyInRange, parseAmount, parseUnits } from './amount.ts';

describe('amounts', () => {
  test.each([
    ['0', 0n],
    ['1', COIN],
    ['0.00000001', 1n],
    ['-0.5', -COIN / 2n],
    ['84000000', MAX_MONEY],
    ['1e-8', 1n],
    ['1E8', 10n ** 16n],
    ['2.5e+1', 25n * COIN],
    ['0.1000000000000', COIN / 10n],
    ['100', 100n * COIN],
    ['1234567.89', 123_456_789_000_000n],
    ['0.0000000000', 0n],
    ['9999999999.99999999', 10n ** 18n - 1n],
  ])('%s', (text, sat) => expect(parseAmount(text)).toBe(sat));

  test.each([
    '',
    '1.',
    '.5',
    '+1',
    '01',
    '1e',
    'e1',
    '0x1',
    'NaN',
    '1 ',
    ' 1',
    '0.000000001',
    '1e-9',
    '1e11',
    '10000000000',
    '1e999999999999',
    '1,5',
    '--1',
    '0e100',
  ])("'%s' is not an amount", (text) => expect(parseAmount(text)).toBeUndefined());

  test('a printed amount has eight decimal places, and is read as the same amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -MAX_MONEY, max: MAX_MONEY }), (sat) => {
        expect(formatSat(sat)).toMatch(/^-?(0|[1-9][0-9]*)\.[0-9]{8}$/);
        expect(parseAmount(formatSat(sat))).toBe(sat);
      }),
    );
    expect([formatSat(1n), formatSat(-1n), formatSat(150_000_000n)]).toEqual(['0.00000001', '-0.00000001', '1.50000000']);
  });

  test('range', () => {
    expect([-1n, 0n, MAX_MONEY, MAX_MONEY + 1n].map(moneyInRange)).toEqual([false, true, true, false]);
  });
});

describe('amounts of other precisions', () => {
  test.each<[string, number, bigint | undefined]>([
    ['1', 0, 1n],
    ['1.0', 0, 1n],
    ['1.5', 0, undefined],
    ['0.001', 3, 1n],
    ['0.0001', 3, undefined],
    ['999999999999999999', 0, 10n ** 18n - 1n],
    ['1000000000000000000', 0, undefined],
    ['9999999999.99999999', 8, 10n ** 18n - 1n],
    ['10000000000', 8, undefined],
    ['1e2', 1, 1000n],
  ])('%s with %i places', (text, places, units) => expect(parseUnits(text, places)).toBe(units));

  test('every number of smallest units is read as it was written', () => {
    const units = fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n });
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 8 }), (value, places) => {
        const text = formatUnits(value, places);
        expect(text.includes('.')).toBe(places > 0);
        expect(parseUnits(text, places)).toBe(value);
      }),
    );
  });
});
