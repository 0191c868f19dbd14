import type { CallTotals, LatencyFigures, LoadResults, ThresholdResult } from './results.ts';
import { Histogram } from './statistics/histogram.ts';
import { judge, parseThreshold, showValue, type JudgedFigures } from './thresholds.ts';

/** Holds what was measured against thresholds as they are written (`p99 < 50ms`). Throws `ThresholdError`. */
export function judgeResults(
  thresholds: readonly string[],
  { durationMs, totals, latency, rate }: Pick<LoadResults, 'durationMs' | 'totals' | 'latency' | 'rate'>,
): ThresholdResult[] {
  const calls = endedCalls(totals);
  const figures: JudgedFigures = {
    latency: quantilesOf(latency),
    calls,
    errors: calls - totals.results,
    refused: totals.refused,
    ratePerS: rate.resultsPerS,
    targetPerS: rate.targetPerS === null ? undefined : (totals.planned * 1_000) / durationMs,
  };
  return thresholds.map((text) => {
    const threshold = parseThreshold(text);
    const { measured, met } = judge(threshold, figures);
    const shown = showValue(threshold, measured);
    // Arrivals at random are a few more or fewer than the rate that was asked for.
    const due =
      threshold.limit.unit === 'times-target' && figures.targetPerS !== undefined
        ? ` of ${showValue(threshold, figures.targetPerS)} due`
        : '';
    return { expression: text, measured: `${shown}${due}`, passed: met };
  });
}

/** Calls that have ended, in whatever way. */
function endedCalls({ results, rpcErrors, refused, http, timeouts, connection, malformed }: CallTotals): number {
  return results + rpcErrors + refused + http + timeouts + connection + malformed;
}

/** Without a histogram only the quantiles that were kept are known. */
function quantilesOf(latency: LatencyFigures): JudgedFigures['latency'] {
  const { count, p50Us, p90Us, p95Us, p99Us, p999Us, maxUs, meanUs, histogram } = latency;
  if (histogram !== null) {
    const counts = Histogram.fromBase64(histogram);
    // It knows the bucket of the longest duration, not the duration.
    return { count, maxUs, meanUs, quantileUs: (q) => Math.min(counts.quantileUs(q), maxUs) };
  }
  const kept = new Map([
    [0.5, p50Us],
    [0.9, p90Us],
    [0.95, p95Us],
    [0.99, p99Us],
    [0.999, p999Us],
  ]);
  return { count, maxUs, meanUs, quantileUs: (q) => kept.get(q) ?? Number.NaN };
}
