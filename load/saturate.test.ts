import { describe, expect, it } from 'vitest';
import { Random } from '../fixtures/world/random.ts';
import { saturate, type SaturationOptions } from './saturate.ts';

type Options = Partial<SaturationOptions<number>>;

/** Searches on a node that passes with a probability that depends on the rate. */
async function search(passes: (ratePerS: number) => boolean, options: Options = {}) {
  const measured: number[] = [];
  const found = await saturate({
    measure: async (ratePerS) => {
      measured.push(ratePerS);
      return { passed: passes(ratePerS), figures: ratePerS };
    },
    startRatePerS: 100,
    maxRatePerS: 1e6,
    maxDurationMs: 60_000,
    ...options,
  });
  return { ...found, measured };
}

describe('saturate', () => {
  it.each([3, 71, 99.9, 100, 101, 1_234, 98_765, 999_999])('brackets a capacity of %d within 5 %', async (capacity) => {
    const { passRatePerS = 0, failRatePerS = 0, ended, steps } = await search((rate) => rate <= capacity);
    expect(ended).toBe('narrow');
    expect(passRatePerS).toBeLessThanOrEqual(capacity);
    expect(failRatePerS).toBeGreaterThan(capacity);
    expect(failRatePerS / passRatePerS).toBeLessThanOrEqual(1.05);
    // Both ends were measured twice.
    for (const [rate, passed] of [
      [passRatePerS, true],
      [failRatePerS, false],
    ] as const)
      expect(steps.filter((step) => step.ratePerS === rate && step.passed === passed)).toHaveLength(2);
  });

  it('asks for no more measurements than halving needs', async () => {
    const { measured } = await search((rate) => rate <= 1_234);
    // 100 to 800 pass, 1,600 fails twice, 800 is confirmed; then 2 → 1.05 in four halvings, twice each.
    expect(measured).toHaveLength(4 + 2 + 1 + 4 * 2);
  });

  it('is not misled by a single measurement that went wrong', async () => {
    let count = 0;
    // Every fifth measurement is the opposite of what it should be.
    const { passRatePerS = 0, failRatePerS = 0 } = await search((rate) => rate <= 1_234 !== (++count % 5 === 0));
    expect(passRatePerS).toBeLessThanOrEqual(1_234);
    expect(failRatePerS).toBeGreaterThan(1_234);
  });

  it('holds the interval around a soft capacity', async () => {
    // 10 % above and below a measurement still has a chance of 1 % to go the wrong way.
    const chance = (rate: number): number => 1 / (1 + Math.exp((rate / 5_000 - 1) * 46));
    const misses = Array.from({ length: 200 }, (_, index) => new Random(`soft/${index}`)).map(async (random) => {
      const { passRatePerS = 0, failRatePerS = 0 } = await search((rate) => random.next() / 2 ** 32 < chance(rate));
      return passRatePerS < 5_500 && failRatePerS > 4_500 ? 0 : 1;
    });
    expect((await Promise.all(misses)).reduce<number>((sum, miss) => sum + miss, 0)).toBeLessThanOrEqual(4);
  });

  it('stops at the highest rate allowed', async () => {
    const { passRatePerS, failRatePerS, ended, measured } = await search(() => true, { maxRatePerS: 500 });
    expect({ passRatePerS, failRatePerS, ended }).toEqual({ passRatePerS: 500, failRatePerS: undefined, ended: 'max-rate' });
    expect(Math.max(...measured)).toBe(500);
  });

  it('stops at the lowest rate allowed', async () => {
    const { passRatePerS, failRatePerS, ended, measured } = await search(() => false, { minRatePerS: 30 });
    expect({ passRatePerS, failRatePerS, ended }).toEqual({ passRatePerS: undefined, failRatePerS: 30, ended: 'min-rate' });
    expect(Math.min(...measured)).toBe(30);
  });

  it('stops when time is up, with what is known', async () => {
    const { ended, passRatePerS, measured } = await search(() => true, { maxDurationMs: 0 });
    expect({ ended, passRatePerS }).toEqual({ ended: 'time', passRatePerS: undefined });
    expect(measured.length).toBeLessThanOrEqual(1);
  });

  it('stops when it is interrupted, and leaves the measurement out that was cut short', async () => {
    const stop = new AbortController();
    const { ended, steps } = await search(
      (rate) => {
        if (rate === 400) stop.abort();
        return true;
      },
      { signal: stop.signal },
    );
    expect(ended).toBe('interrupted');
    expect(steps.map(({ ratePerS }) => ratePerS)).toEqual([100, 200]);
  });

  it('reports each step, and passes on what a measurement throws', async () => {
    const shown: string[] = [];
    await search((rate) => rate <= 150, {
      onStep: ({ ratePerS, passed, phase }) => shown.push(`${phase} ${ratePerS} ${passed}`),
      width: 1,
    });
    expect(shown).toEqual(['bracket 100 true', 'bracket 200 false', 'confirm 200 false', 'confirm 100 true']);
    const broken = saturate({ measure: () => Promise.reject(new Error('gone')), startRatePerS: 1, maxRatePerS: 2, maxDurationMs: 1e3 });
    await expect(broken).rejects.toThrow('gone');
    expect(() =>
      saturate({ measure: () => Promise.reject(new Error('gone')), startRatePerS: 3, maxRatePerS: 2, maxDurationMs: 1e3 }),
    ).toThrow(RangeError);
  });
});
