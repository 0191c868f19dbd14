import { expect, test } from 'vitest';
import { sampleDisturbances, sampleRound } from '../../load/tps/testing/sample-tps-results.ts';
import type { TpsRound } from '../../load/tps/results.ts';
import { openMetricsText } from './open-metrics.ts';
import { Registry } from './registry.ts';
import { valueOf } from './testing/parse-metrics.ts';
import { TpsMetrics } from './tps-metrics.ts';

function lostOf(round: TpsRound): number | undefined {
  const registry = new Registry();
  new TpsMetrics(registry).round(round);
  return valueOf(openMetricsText(registry), 'pyx_tps_transactions_total', { outcome: 'lost' });
}

test('what a receiver missed is lost, but in a round with faults only what the network has lost', () => {
  const round = sampleRound(1, 500);
  const missing = { ...round, everywhere: { ...round.everywhere, transactions: 900 }, refusedCount: 20 };
  expect(lostOf(missing)).toBe(80);
  expect(lostOf({ ...missing, disturbances: sampleDisturbances() })).toBe(0);
  expect(lostOf({ ...missing, disturbances: sampleDisturbances('r', { lost: { count: 2, examples: [] } }) })).toBe(2);
});
