import { K6_CLASSES, K6_PERCENTS, type K6Class, type K6Load, type K6Summary, type K6Trend } from '../format.ts';
import { percentile } from './percentile.ts';

/** What k6 passes to `handleSummary`, as far as it is read here. */
export interface SummaryData {
  readonly state: { readonly testRunDurationMs: number };
  readonly metrics: { readonly [name: string]: { readonly values: { readonly [statistic: string]: number } } | undefined };
}

/** The figures of a load from those that k6 has gathered. */
export function summaryOf({ metrics, state }: SummaryData, { methods, warmUpMs }: K6Load): K6Summary {
  const counter = (name: string): number => metrics[name]?.values['count'] ?? 0;
  const byMethod = methods.map((method) => ({
    method,
    ended: counts((kind) => counter(`pyx_ended{method:${method},class:${kind}}`)),
    resultsInTime: counter(`pyx_results_in_time{method:${method}}`),
    latency: trend(`pyx_latency{method:${method}}`),
  }));
  return {
    format: 2,
    lastedMs: Math.max(0, state.testRunDurationMs - warmUpMs),
    ranOut: counter('pyx_ran_out') > 0,
    exceptions: counter('pyx_exceptions'),
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
      p50: value(percentile(50)),
      p90: value(percentile(90)),
      p95: value(percentile(95)),
      p99: value(percentile(99)),
      p999: value(percentile(99.9)),
      max: value('max'),
      percentiles: K6_PERCENTS.map((percent) => rounded(value(percentile(percent)))),
    };
  }
}

/** In thousandths: the log of a pod holds many of them. */
const rounded = (ms: number): number => Math.round(ms * 1_000) / 1_000;

function counts(of: (kind: K6Class) => number): { [kind in K6Class]: number } {
  const each = {} as { [kind in K6Class]: number };
  for (const kind of K6_CLASSES) each[kind] = of(kind);
  return each;
}
