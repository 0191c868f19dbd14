import { K6_CLASSES, type K6Class, type K6Load, type K6Summary, type K6Trend } from '../format.ts';

/** What k6 passes to `handleSummary`, as far as it is read here. */
export interface SummaryData {
  readonly metrics: { readonly [name: string]: { readonly values: { readonly [statistic: string]: number } } | undefined };
}

/** The figures of a load from those that k6 has gathered. */
export function summaryOf({ metrics }: SummaryData, { methods }: K6Load): K6Summary {
  const counter = (name: string): number => metrics[name]?.values['count'] ?? 0;
  const byMethod = methods.map((method) => ({
    method,
    ended: counts((kind) => counter(`pyx_ended{method:${method},class:${kind}}`)),
    resultsInTime: counter(`pyx_results_in_time{method:${method}}`),
    latency: trend(`pyx_latency{method:${method}}`),
  }));
  return {
    format: 1,
    dropped: counter('dropped_iterations'),
    resultsInTime: counter('pyx_results_in_time'),
    ended: counts((kind) => byMethod.reduce((sum, { ended }) => sum + ended[kind], 0)),
    latency: trend('pyx_latency'),
    methods: byMethod,
  };

  function trend(name: string): K6Trend {
    const value = (statistic: string): number => metrics[name]?.values[statistic] ?? 0;
    return {
      count: value('count'),
      mean: value('avg'),
      p50: value('med'),
      p90: value('p(90)'),
      p95: value('p(95)'),
      p99: value('p(99)'),
      p999: value('p(99.9)'),
      max: value('max'),
    };
  }
}

function counts(of: (kind: K6Class) => number): { [kind in K6Class]: number } {
  return Object.fromEntries(K6_CLASSES.map((kind) => [kind, of(kind)])) as { [kind in K6Class]: number };
}
