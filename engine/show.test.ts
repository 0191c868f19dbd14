import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { sameWire, show } from './show.ts';

const number = (text: string): LosslessNumber => new LosslessNumber(text);

test.each([
  [1, number('1.00000000'), true],
  [number('0.1'), number('0.10'), true],
  [number('1e-8'), number('0.00000001'), true],
  [number('1.5e2'), 150, true],
  [number('100'), 100, true],
  [0, number('-0.0'), true],
  [number('9007199254740993'), number('9007199254740992'), false],
  [number('0.1'), number('0.10000001'), false],
  [1, -1, false],
  [1, '1', false],
  [10n, 10n, true],
  [10n, 10, false],
  [null, 0, false],
  [[1, 2], [1, 2], true],
  [[1, 2], [2, 1], false],
  [[1], [1, 2], false],
  [{ a: number('1.0'), b: [{}] }, { b: [{}], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: 1 }, { b: 1 }, false],
  [[], {}, false],
] as const)('%o and %o are the same: %s', (a, b, expected) => {
  expect(sameWire(a, b)).toBe(expected);
  expect(sameWire(b, a)).toBe(expected);
});

test('shows every digit, and cuts long values', () => {
  expect(show({ amount: number('0.10000000') })).toBe('{"amount":0.10000000}');
  expect(show(15n)).toBe('15 sat');
  expect(show(undefined)).toBe('missing');
  expect(show('a'.repeat(118))).toHaveLength(120);
  expect(show('a'.repeat(200))).toBe(`"${'a'.repeat(99)}… (202 characters)`);
});

test('amounts in satoshis are shown within lists and objects too', () => {
  expect(show(5n)).toBe('5 sat');
  expect(show([['txid', 5n, true], { fee: 90071992547409931n }])).toBe('[["txid",5,true],{"fee":90071992547409931}]');
});
