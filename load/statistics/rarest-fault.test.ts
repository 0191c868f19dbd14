import { describe, expect, test } from 'vitest';
import { rarestFault } from './rarest-fault.ts';

const missed = (looked: number, oneIn: number): number => (1 - 1 / oneIn) ** looked;

describe('rarestFault', () => {
  test.each([
    [1_480, 321],
    [2_000, 434],
    [100, 22],
    [3, 1],
    [1, 1],
  ])('of %d answers it is one of %d', (looked, oneIn) => {
    expect(rarestFault(looked, 0.99)).toBe(oneIn);
  });

  test('such a fault is missed with no more than 1 %, and a rarer one with more', () => {
    for (const looked of [5, 17, 300, 1_480, 60_000, 5_000_000]) {
      const oneIn = rarestFault(looked, 0.99) ?? 0;
      expect(missed(looked, oneIn)).toBeLessThanOrEqual(0.01 + 1e-12);
      expect(missed(looked, oneIn + 1)).toBeGreaterThan(0.01);
    }
  });

  test('where all are drawn from a fixed number of them, a fault in that share is missed less often still', () => {
    const [answers, looked] = [2_000, 1_480];
    const wrong = Math.ceil(answers / (rarestFault(looked, 0.99) ?? 0));
    // None of the wrong ones is among those that were looked at.
    let none = 1;
    for (let index = 0; index < wrong; index++) none *= (answers - looked - index) / (answers - index);
    expect(none).toBeLessThan(0.01);
  });

  test('nothing is known where none was looked at', () => {
    expect(rarestFault(0, 0.99)).toBeNull();
  });
});
