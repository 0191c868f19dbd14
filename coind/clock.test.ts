import { expect, test } from 'vitest';
import { createClock } from './clock.ts';

test('microseconds agree with the clock of the machine to the millisecond, and increase within it', () => {
  const clock = createClock(1_000_000_000); // a mock time does not count
  const seen: number[] = [];
  for (let i = 0; i < 20_000; i++) {
    const before = Date.now();
    const us = clock.microseconds();
    const after = Date.now();
    expect(Number.isInteger(us)).toBe(true);
    expect(us).toBeGreaterThanOrEqual(before * 1000);
    expect(us).toBeLessThan((after + 1) * 1000);
    seen.push(us);
  }
  const withinMilliseconds = new Set(seen.map((us) => us % 1000));
  expect(withinMilliseconds.size).toBeGreaterThan(100);
});
