import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunningNode } from '../../fixtures/targets/types.ts';
import { UsageSampler } from './usage-sampler.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A node that uses half of a core, and as many bytes as milliseconds have passed. */
const busyNode = (): RunningNode => {
  const startedAt = performance.now();
  const usage = async (): Promise<{ cpuMs: number; memoryBytes: number }> => {
    const passedMs = performance.now() - startedAt;
    return { cpuMs: 700 + passedMs / 2, memoryBytes: passedMs };
  };
  return { name: 'busy', usage } as unknown as RunningNode;
};

test('reports what a node has used when it is sampled: a share of a core where there is one', async () => {
  const seen: unknown[] = [];
  const sampler = await UsageSampler.start([busyNode()], (node, usage) => seen.push([node, usage]));
  await vi.advanceTimersByTimeAsync(2_010);
  await sampler.stop();
  const used = (atMs: number, cpuPercent: number | undefined) => ['busy', { atMs, cpuMs: 700 + atMs / 2, cpuPercent, memoryBytes: atMs }];
  expect(seen).toEqual([used(0, undefined), used(1_000, 50), used(2_000, 50), used(2_010, undefined)]);
});

test('samples once a second; what is left at the end counts in the total, not as a sample', async () => {
  const sampler = await UsageSampler.start([busyNode()]);
  await vi.advanceTimersByTimeAsync(3_010);
  expect(await sampler.stop()).toEqual([
    {
      node: 'busy',
      cpuMs: 1_505,
      peakMemoryBytes: 3_000,
      samples: [1_000, 2_000, 3_000].map((atMs) => ({ atMs, cpuPercent: 50, memoryBytes: atMs })),
    },
  ]);
});

test('a load of less than a second has one sample', async () => {
  const sampler = await UsageSampler.start([busyNode()]);
  await vi.advanceTimersByTimeAsync(200);
  expect(await sampler.stop()).toMatchObject([{ cpuMs: 100, samples: [{ atMs: 200, cpuPercent: 50 }] }]);
});

test('a node of which nothing is known is left out', async () => {
  const sampler = await UsageSampler.start([{ name: 'remote', usage: async () => undefined } as unknown as RunningNode]);
  expect(await sampler.stop()).toEqual([]);
});

test('samples while work is done, and no longer, also if the work fails', async () => {
  const done = UsageSampler.during([busyNode()], () => vi.advanceTimersByTimeAsync(1_010).then(() => 'done'));
  expect(await done).toMatchObject({ value: 'done', usage: [{ cpuMs: 505 }] });
  await expect(UsageSampler.during([busyNode()], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(vi.getTimerCount()).toBe(0);
});

test('a node that was started again goes on counting', async () => {
  const cpuMs = [100, 400, 50, 80];
  const usage = async () => ({ cpuMs: cpuMs.shift()!, memoryBytes: 1 });
  const sampler = await UsageSampler.start([{ name: 'again', usage } as unknown as RunningNode]);
  await vi.advanceTimersByTimeAsync(2_010);
  // 300 ms of the first process, then 50 and 30 of the second.
  expect(await sampler.stop()).toMatchObject([{ cpuMs: 380, samples: [{ cpuPercent: 30 }, { cpuPercent: 5 }] }]);
});
