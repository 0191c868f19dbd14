import { expect, test } from 'vitest';
import { FuzzMetrics } from './fuzz-metrics.ts';
import { LoadMetrics } from './load-metrics.ts';
import { NodeMetrics } from './node-metrics.ts';
import { Registry } from './registry.ts';
import { RunMetrics } from './run-metrics.ts';
import { SelfcheckMetrics } from './selfcheck-metrics.ts';
import { sampleNames } from './open-metrics.ts';
import { TpsMetrics } from './tps-metrics.ts';

/** What only Prometheus, a histogram or a summary may add. */
const RESERVED = ['le', 'quantile', 'job', 'instance'];

test('names and labels are by the conventions of Prometheus: totals are counters, and no label is one that it gives itself', () => {
  const registry = new Registry();
  for (const Metrics of [FuzzMetrics, LoadMetrics, NodeMetrics, SelfcheckMetrics, TpsMetrics]) new Metrics(registry);
  new RunMetrics(registry, 1);
  const instruments = registry.read();
  expect(instruments.length).toBeGreaterThan(20);
  for (const instrument of instruments) {
    const { type, description } = instrument;
    const names = sampleNames(instrument);
    if (type !== 'counter') for (const name of names) expect(name, type).not.toMatch(/_total$/);
    for (const label of description.labels) expect(RESERVED, `${names[0]} has the label ${label}`).not.toContain(label);
  }
});
