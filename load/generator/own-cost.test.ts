import { expect, test } from 'vitest';
import { cpuWithoutPolling } from './own-cost.ts';

test.each<readonly [what: string, cpuMs: number, activeMs: number, pollingMs: number, sleptMs: number, expected: number]>([
  ['a thread that has a core of its own', 4_000, 4_000, 3_000, 0, 1_000],
  ['a thread that slept in between', 3_000, 4_000, 2_000, 1_000, 1_000],
  ['a thread that has a quarter of a core: what it polled is more than its CPU time', 1_000, 4_000, 3_000, 0, 250],
  ['a thread that never polled', 1_234, 4_000, 0, 0, 1_234],
  ['a thread that only polled', 4_000, 4_000, 4_000, 0, 0],
  ['a run of no time', 0, 0, 0, 0, 0],
])('polling is taken off the CPU time of %s', (_what, cpuMs, activeMs, pollingMs, sleptMs, expected) => {
  expect(cpuWithoutPolling(cpuMs, activeMs, { pollingMs, sleptMs })).toBeCloseTo(expected, 9);
});
