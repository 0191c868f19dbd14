import { expect, test } from 'vitest';
import { Recorder } from '../../load/generator/recorder.ts';
import { OUTCOME_CLASSES, type OutcomeClass, type PreparedCall } from '../../load/generator/types.ts';
import { LoadMetrics } from './load-metrics.ts';
import { openMetricsText } from './open-metrics.ts';
import { Registry } from './registry.ts';
import { valueOf } from './testing/parse-metrics.ts';

const callOf = (method: PreparedCall['method']): PreparedCall => ({ method, path: '/', body: Buffer.alloc(0) });

test('the counts are those of the recorder, also of what ends after its second was reported', () => {
  const registry = new Registry();
  const metrics = new LoadMetrics(registry);
  const { calls: watch, onSecond } = metrics.watch('target');
  const recorder = new Recorder({ durationMs: 1_000, onSecond, watch });
  const end = (method: PreparedCall['method'], kind: OutcomeClass, fromUs: number, toUs: number): void => {
    recorder.planned(method, fromUs);
    recorder.sent(fromUs, kind === 'http' ? 2_001 : 2_000);
    recorder.ended(
      { call: callOf(method), intendedAtUs: fromUs, sentAtUs: fromUs, endedAtUs: toUs, class: kind },
      { class: kind, message: '' },
    );
  };
  const live = OUTCOME_CLASSES.filter((kind) => kind !== 'wrong');
  for (const kind of live) end('getblock', kind, 0, 1_000);
  recorder.advance(1_000_000, 7, 2);
  end('getblockcount', 'result', 400_000, 999_999);
  const { ended, latency, planned, sent } = recorder.finish(1_000_000);

  const text = openMetricsText(registry);
  for (const outcome of live) expect(valueOf(text, 'pyx_load_requests_total', { outcome }), outcome).toBe(ended[outcome]);
  expect(valueOf(text, 'pyx_load_requests_total', { method: 'getblockcount', outcome: 'result' })).toBe(1);
  expect(valueOf(text, 'pyx_load_planned_total')).toBe(planned);
  expect(valueOf(text, 'pyx_load_sent_total', { side: 'target' })).toBe(sent);
  // More than two milliseconds.
  expect(valueOf(text, 'pyx_load_late_sends_total')).toBe(1);
  // Refusals, broken connections and what is no answer have no latency.
  const counts = [...text.matchAll(/^pyx_load_latency_seconds_count\{.*\} (\d+)$/gm)].map(([, count]) => Number(count));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(latency.count);
  expect(text).toContain('pyx_load_latency_seconds_bucket{side="target",method="getblock",le="0.001"} 3\n');
  expect(text).toContain('pyx_load_latency_seconds_sum{side="target",method="getblockcount"} 0.599999\n');
  expect(valueOf(text, 'pyx_load_in_flight')).toBe(7);
  expect(valueOf(text, 'pyx_load_waiting')).toBe(2);
});

test('the sides of a comparison are told apart, and their nodes', () => {
  const registry = new Registry();
  const metrics = new LoadMetrics(registry);
  metrics.watch('target').calls?.sent?.(undefined);
  const beside = metrics.watch('beside');
  for (let call = 0; call < 3; call++) beside.calls?.sent?.(undefined);
  metrics.watch('target').onUsage?.('default-1', { atMs: 0, cpuMs: 1_500, cpuPercent: undefined, memoryBytes: 10 });
  beside.onUsage?.('default-1', { atMs: 0, cpuMs: 500, cpuPercent: undefined, memoryBytes: 20 });
  const text = openMetricsText(registry);
  expect(valueOf(text, 'pyx_load_sent_total', { side: 'target' })).toBe(1);
  expect(valueOf(text, 'pyx_load_sent_total', { side: 'beside' })).toBe(3);
  expect(valueOf(text, 'pyx_node_cpu_time_seconds_total', { node: 'default-1' })).toBe(1.5);
  expect(valueOf(text, 'pyx_node_memory_usage_bytes', { node: 'beside default-1' })).toBe(20);
});
