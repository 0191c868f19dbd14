import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { OtherWork } from './other-work.ts';

const SPIN = `const until = performance.now() + 500; while (performance.now() < until);`;

test('work of this process and of the nodes is not that of others', async () => {
  const work = new OtherWork();
  const before = process.cpuUsage();
  await once(new Worker(SPIN, { eval: true }), 'exit');
  const { user, system } = process.cpuUsage(before);
  const ownMs = (user + system) / 1_000;
  const without = work.share(0);
  expect(without).toBeGreaterThanOrEqual(0);
  expect(without).toBeLessThanOrEqual(1);
  // As much again on account of nodes leaves that much less for others.
  expect(work.share(ownMs)).toBeLessThanOrEqual(without);
  expect(work.share(Infinity)).toBe(0);
});
