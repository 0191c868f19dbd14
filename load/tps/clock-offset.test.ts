import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockErrorUs, offsetBounds } from './clock-offset.ts';

describe('offsetBounds', () => {
  it('takes what all round trips allow', () => {
    // Sent at 1.2 ms, answered at 2.0 ms, and the node showed 5 ms: it read between 5 and 6 ms.
    expect(offsetBounds([{ sentUs: 1_200, receivedUs: 2_000, nodeMs: 5 }])).toEqual({ low: 3_000, high: 4_800 });
    expect(
      offsetBounds([
        { sentUs: 1_200, receivedUs: 2_000, nodeMs: 5 },
        { sentUs: 2_900, receivedUs: 3_100, nodeMs: 7 },
      ]),
    ).toEqual({ low: 3_900, high: 4_800 });
  });

  it('holds the offset of a steady clock, whatever the round trips', () => {
    const offset = fc.integer({ min: -5_000_000, max: 5_000_000 });
    const trips = fc.array(fc.record({ at: fc.nat(1_000_000), out: fc.nat(50_000), back: fc.nat(50_000) }), { minLength: 1 });
    fc.assert(
      fc.property(offset, trips, (offsetUs, all) => {
        const readings = all.map(({ at, out, back }) => {
          const sentUs = 1_700_000_000_000_000 + at;
          return { sentUs, receivedUs: sentUs + out + back, nodeMs: Math.floor((sentUs + out + offsetUs) / 1_000) };
        });
        const { low, high } = offsetBounds(readings);
        expect(low).toBeLessThanOrEqual(offsetUs);
        expect(high).toBeGreaterThanOrEqual(offsetUs);
      }),
    );
  });

  it('holds both offsets of a clock that was set in between', () => {
    expect(
      offsetBounds([
        { sentUs: 0, receivedUs: 100, nodeMs: 0 },
        { sentUs: 1_000, receivedUs: 1_100, nodeMs: 500 },
      ]),
    ).toEqual({ low: -100, high: 500_000 });
  });
});

describe('clockErrorUs', () => {
  it('is the farthest that two clocks can be apart', () => {
    expect(
      clockErrorUs([
        { low: -100, high: 200 },
        { low: 5_000, high: 5_300 },
      ]),
    ).toBe(5_400);
    expect(clockErrorUs([])).toBe(0);
  });
});
