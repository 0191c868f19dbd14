import { K6_PERCENTS, type K6Summary, type K6Trend } from '../format.ts';

/** The trend of these latencies in milliseconds, as k6 computes it. */
export function sampleTrend(latenciesMs: readonly number[]): K6Trend {
  const sorted = [...latenciesMs].sort((a, b) => a - b);
  const of = (percent: number): number => {
    const place = (percent / 100) * (sorted.length - 1);
    const [below, above] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
    return below + (above - below) * (place - Math.floor(place));
  };
  return {
    count: sorted.length,
    mean: sorted.length === 0 ? 0 : sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length,
    p50: of(50),
    p90: of(90),
    p95: of(95),
    p99: of(99),
    p999: of(99.9),
    max: sorted.at(-1) ?? 0,
    percentiles: sorted.length === 0 ? K6_PERCENTS.map(() => 0) : K6_PERCENTS.map(of),
  };
}

/** A summary of ten seconds of `getblockcount` with these latencies in milliseconds. */
export function sampleSummary(latenciesMs: readonly number[], over: Partial<K6Summary> = {}): K6Summary {
  const latency = sampleTrend(latenciesMs);
  const ended = { result: latency.count, 'rpc-error': 0, 'work-queue': 0, http: 0, timeout: 0, connection: 0, malformed: 0 };
  return {
    format: 2,
    lastedMs: 10_000,
    ranOut: false,
    exceptions: 0,
    dropped: 0,
    resultsInTime: latency.count,
    ended,
    latency,
    methods: [{ method: 'getblockcount', ended, resultsInTime: latency.count, latency }],
    ...over,
  };
}
