import autocannon from 'autocannon';
import { expect, it } from 'vitest';
import { quantile } from '../statistics/quantile.ts';
import { spawnFakeNode } from '../testing/fake-node-process.ts';
import { singleServerLatencies } from '../testing/lindley.ts';
import { calls, sampleCall } from '../testing/sample-calls.ts';
import { steady } from './arrivals.ts';
import { OpenRun } from './open.ts';

const RATE = 200;
const DURATION_MS = 5_000;
const slow = { every: 100, delayMs: 200 };

/**
 * Why arrival rates are not left to autocannon: it sends no call while a connection waits, so that what should have been
 * sent meanwhile is missing from its percentiles, and its correction for that makes up waits that did not occur.
 */
it(
  'autocannon has wrong percentiles for arrival rates at a node that stalls, and the open model the right ones',
  { retry: 4 },
  async () => {
    const node = await spawnFakeNode({ slow });
    try {
      const arrivalsMs = Array.from({ length: (RATE * DURATION_MS) / 1000 }, (_, index) => (index * 1000) / RATE);
      const truth = singleServerLatencies(arrivalsMs, (index) => (index % slow.every === slow.every - 1 ? slow.delayMs : 0));
      // Forty calls in a hundred wait for the stalled one, or are it; the last stall is at the end.
      expect([0.5, 0.7, 0.9, 0.99].map((q) => quantile(truth, q))).toEqual([0, 35, 145, 195]);

      const shared = { connections: 1, maxInFlight: 1, timeoutMs: 10_000, durationMs: DURATION_MS };
      const open = await new OpenRun(
        { address: node.address, source: calls(), model: { type: 'closed' }, ...shared },
        steady(RATE, DURATION_MS),
      ).run();
      // What a busy machine adds is left to the tests of the open model.
      for (const q of [0.9, 0.99]) expect(open.latency.quantileUs(q) / 1000 / quantile(truth, q)).toBeGreaterThan(0.95);
      expect(open.latency.quantileUs(0.5)).toBeLessThan(25_000);

      const measured = (ignoreCoordinatedOmission: boolean) =>
        autocannon({
          url: node.address,
          method: 'POST',
          body: sampleCall.body,
          connections: 1,
          duration: DURATION_MS / 1000,
          overallRate: RATE,
          ignoreCoordinatedOmission,
        });
      // As sent: 1 % stalled, and no client waited.
      const uncorrected = await measured(true);
      expect(uncorrected.latency.p90).toBeLessThan(0.5 * quantile(truth, 0.9));
      // As corrected: each stall is made into 200 waits, as if a call were due every millisecond; 5 ms are between them.
      const corrected = await measured(false);
      expect(corrected.latency.p50).toBeGreaterThan(quantile(truth, 0.5) + 25);
    } finally {
      await node.close();
    }
  },
);
