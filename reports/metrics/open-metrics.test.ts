import { expect, test } from 'vitest';
import { openMetricsName, openMetricsText, sampleNames } from './open-metrics.ts';
import { Registry } from './registry.ts';
import { parseMetrics, valueOf } from './testing/parse-metrics.ts';

const HOSTILE = 'a "quoted" \\ text\nwith } a second line';

function sample(): Registry {
  const registry = new Registry();
  const calls = registry.counter({ name: 'pyx.load.calls', help: 'Calls.', unit: '{request}', labels: ['method', 'outcome'] });
  calls.at({ method: 'getblock', outcome: 'result' }).add(3);
  calls.at({ method: HOSTILE, outcome: 'http' }).add(1);
  registry.gauge({ name: 'pyx.memory', help: 'Memory \\ of\na node.', unit: 'By', labels: [] }).at({}).value = 1_234_567.5;
  const latency = registry.histogram({ name: 'pyx.latency', help: 'Latency.', unit: 's', labels: ['side'] }, [0.25, 1, 30]);
  for (const value of [0.1, 0.25, 0.5, 31]) latency.at({ side: 'target' }).observe(value);
  registry.counter({ name: 'pyx.empty', help: 'Never counted.', unit: '{x}', labels: ['x'] });
  return registry;
}

test('is the text that OpenMetrics 1.0 describes', () => {
  expect(openMetricsText(sample())).toBe(
    [
      '# TYPE pyx_load_calls counter',
      '# HELP pyx_load_calls Calls.',
      'pyx_load_calls_total{method="getblock",outcome="result"} 3',
      'pyx_load_calls_total{method="a \\"quoted\\" \\\\ text\\nwith } a second line",outcome="http"} 1',
      '# TYPE pyx_memory_bytes gauge',
      '# UNIT pyx_memory_bytes bytes',
      '# HELP pyx_memory_bytes Memory \\\\ of\\na node.',
      'pyx_memory_bytes 1234567.5',
      '# TYPE pyx_latency_seconds histogram',
      '# UNIT pyx_latency_seconds seconds',
      '# HELP pyx_latency_seconds Latency.',
      'pyx_latency_seconds_bucket{side="target",le="0.25"} 2',
      'pyx_latency_seconds_bucket{side="target",le="1.0"} 3',
      'pyx_latency_seconds_bucket{side="target",le="30.0"} 3',
      'pyx_latency_seconds_bucket{side="target",le="+Inf"} 4',
      'pyx_latency_seconds_count{side="target"} 4',
      'pyx_latency_seconds_sum{side="target"} 31.85',
      '# EOF',
      '',
    ].join('\n'),
  );
});

test('a parser of the format reads back what was counted, hostile labels too', () => {
  const text = openMetricsText(sample());
  expect(valueOf(text, 'pyx_load_calls_total')).toBe(4);
  expect(valueOf(text, 'pyx_load_calls_total', { method: HOSTILE })).toBe(1);
  expect(valueOf(text, 'pyx_memory_bytes')).toBe(1_234_567.5);
  expect(parseMetrics(text).find(({ name }) => name === 'pyx_latency_seconds')).toMatchObject({
    type: 'HISTOGRAM',
    metrics: [{ buckets: { '0.25': '2', '1.0': '3', '30.0': '3', '+Inf': '4' } }],
  });
});

test('names follow the rules for OpenTelemetry in Prometheus', () => {
  const named = (unit: 's' | 'By' | '{x}' | '{x}/s'): string => openMetricsName({ name: 'pyx.a.b_c', help: '', unit, labels: [] });
  expect(named('s')).toBe('pyx_a_b_c_seconds');
  expect(named('By')).toBe('pyx_a_b_c_bytes');
  expect(named('{x}')).toBe('pyx_a_b_c');
  expect(named('{x}/s')).toBe('pyx_a_b_c_per_second');
  expect(sample().read().flatMap(sampleNames)).toEqual([
    'pyx_load_calls_total',
    'pyx_memory_bytes',
    'pyx_latency_seconds_bucket',
    'pyx_latency_seconds_sum',
    'pyx_latency_seconds_count',
    'pyx_empty_total',
  ]);
});
