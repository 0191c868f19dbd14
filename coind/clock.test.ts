import { expect, test, vi } from 'vitest';
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

test('microseconds stay within the millisecond that the machine shows while its clock is slewed', () => {
  for (const speed of [0.99, 1.01]) {
    let steadyMs = 5_000;
    vi.spyOn(performance, 'now').mockImplementation(() => (steadyMs += 0.0007));
    vi.spyOn(Date, 'now').mockImplementation(() => Math.floor(1_790_000_000_000 + (steadyMs += 0.0007) * speed));
    const clock = createClock();
    let last = 0;
    for (let i = 0; i < 20_000; i++) {
      const before = Date.now();
      const us = clock.microseconds();
      expect(us).toBeGreaterThanOrEqual(before * 1000);
      expect(us).toBeLessThan((Date.now() + 1) * 1000);
      expect(us).toBeGreaterThanOrEqual(last);
      last = us;
    }
    vi.restoreAllMocks();
  }
});
