import { afterEach, expect, it } from 'vitest';
import { steady } from './generator/arrivals.ts';
import { OpenRun } from './generator/open.ts';
import { saturate } from './saturate.ts';
import { spawnFakeNode, type FakeNodeProcess } from './testing/fake-node-process.ts';
import { calls } from './testing/sample-calls.ts';
import { judge, judgedFigures, parseThreshold } from './thresholds.ts';

let node: FakeNodeProcess | undefined;
afterEach(async () => {
  await node?.close();
  node = undefined;
});

// What a busy machine takes away from the fake node lowers what is found.
it('the capacity of a node is bracketed within 5 %', { retry: 3 }, async () => {
  const { address } = (node = await spawnFakeNode({ serviceMs: 5, servers: 'one' }));
  const capacity = 200;
  const thresholds = ['rate >= 0.98 * target', 'errors < 0.1%'].map(parseThreshold);
  const durationMs = 1_500;
  const {
    passRatePerS = 0,
    failRatePerS = 0,
    ended,
  } = await saturate({
    measure: async (ratePerS) => {
      const model = { type: 'open', arrivals: steady(ratePerS, durationMs) } as const;
      const load = { address, source: calls(), connections: 32, maxInFlight: 32, timeoutMs: 30_000, durationMs, model };
      const figures = await new OpenRun(load, model.arrivals).run();
      const judged = judgedFigures(figures);
      return { passed: thresholds.every((threshold) => judge(threshold, judged).met), figures };
    },
    startRatePerS: 130,
    maxRatePerS: 10_000,
    maxDurationMs: 120_000,
  });
  expect(ended).toBe('narrow');
  expect(passRatePerS).toBeGreaterThan(capacity * 0.95);
  expect(passRatePerS).toBeLessThan(capacity * 1.05);
  expect(failRatePerS).toBeGreaterThan(capacity * 0.95);
  expect(failRatePerS).toBeLessThan(capacity * 1.1);
});
