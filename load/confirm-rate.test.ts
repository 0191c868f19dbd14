import { describe, expect, test } from 'vitest';
import { confirmRate, type ConfirmRateOptions } from './confirm-rate.ts';

/** Confirms 1,000 calls/s, of which a search found that 1,050 are too many, on a node that passes by the rate. */
async function confirm(passes: (ratePerS: number) => boolean, options: Partial<ConfirmRateOptions<number>> = {}) {
  const measured: number[] = [];
  const found = await confirmRate({
    measure: async (ratePerS) => {
      measured.push(ratePerS);
      return { passed: passes(ratePerS), load: ratePerS };
    },
    passRatePerS: 1_000,
    failRatePerS: 1_050,
    isOver: () => false,
    ...options,
  });
  return { ...found, measured };
}

describe('confirmRate', () => {
  test('one whole load is enough where it confirms what the search found', async () => {
    expect(await confirm(() => true)).toEqual({ confirmedPerS: 1_000, failRatePerS: 1_050, load: 1_000, measured: [1_000] });
  });

  test.each([990, 960, 700, 333, 41, 7, 1])('goes on at lower rates until one is met: a node that takes %d', async (capacity) => {
    const { confirmedPerS = 0, failRatePerS = 0, load, measured } = await confirm((rate) => rate <= capacity);
    expect(confirmedPerS).toBeLessThanOrEqual(capacity);
    expect(failRatePerS).toBeGreaterThan(capacity);
    expect(failRatePerS / confirmedPerS).toBeLessThanOrEqual(1.05 * (1 + 1e-9));
    expect(load).toBe(confirmedPerS);
    expect(measured.length).toBeLessThan(20);
  });

  test('says that no rate was confirmed where none is met down to the lowest', async () => {
    const { confirmedPerS, failRatePerS, measured } = await confirm(() => false);
    expect({ confirmedPerS, failRatePerS }).toEqual({ confirmedPerS: undefined, failRatePerS: 1 });
    expect(measured.length).toBeLessThan(12);
  });

  test('measures nothing more once the load is over, and does not take what it measured last for confirmed', async () => {
    const { confirmedPerS, measured } = await confirm(() => false, { isOver: () => true });
    expect({ confirmedPerS, measured }).toEqual({ confirmedPerS: undefined, measured: [1_000] });
    expect((await confirm(() => true, { isOver: () => true })).confirmedPerS).toBeUndefined();
  });

  test('nothing is known above the highest rate that was tried', async () => {
    expect(await confirm(() => true, { failRatePerS: undefined })).toMatchObject({ confirmedPerS: 1_000, failRatePerS: undefined });
  });
});
