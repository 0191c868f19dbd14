import { expect, test } from 'vitest';
import { OtherWork, type CpuTimes } from './other-work.ts';

/** Of a machine with four cores: what has passed since the start of the measurement. */
function workOf(passed: CpuTimes): OtherWork {
  const times = [
    { now: 100, busy: 5_000, own: 40 },
    { now: 100 + passed.now, busy: 5_000 + passed.busy, own: 40 + passed.own },
  ];
  return new OtherWork(() => times.shift()!, 4);
}

test.each([
  [{ now: 1_000, busy: 2_000, own: 0 }, 0, 0.5],
  [{ now: 1_000, busy: 2_000, own: 800 }, 0, 0.3],
  [{ now: 1_000, busy: 2_000, own: 800 }, 400, 0.2],
  // The system counts in steps of some milliseconds.
  [{ now: 1_000, busy: 790, own: 800 }, 0, 0],
  [{ now: 1_000, busy: 4_010, own: 0 }, 0, 1],
  [{ now: 0, busy: 0, own: 0 }, 0, 0],
])('of %j, with %d ms of nodes, others used %d of the cores', (passed, nodesMs, expected) => {
  expect(workOf(passed).share(nodesMs)).toBe(expected);
});

test('measures this process and this machine by default', () => {
  const work = new OtherWork();
  const until = performance.now() + 100;
  while (performance.now() < until);
  expect(work.share(0)).toBeGreaterThanOrEqual(0);
  expect(work.share(Infinity)).toBe(0);
});
