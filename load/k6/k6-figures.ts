import type { CallTotals, ErrorResult, LatencyFigures, LoadResults, MethodResult } from '../results.ts';
import { callTotals } from '../run/to-results.ts';
import type { K6Class, K6Summary, K6Trend } from './format.ts';

/** The measured part of results, from what k6 has summarized. */
export type K6Figures = Pick<LoadResults, 'totals' | 'rate' | 'latency' | 'service' | 'methods' | 'seconds' | 'errors' | 'generator'>;

/**
 * Results of Pyx from a summary of k6. Percentiles are those that k6 computes; there is no histogram, and no figure by
 * second. Latency counts from the start of an iteration: calls that were due while all virtual users were busy are dropped
 * by k6, and count as planned.
 */
export function k6Figures(
  { ended, dropped, resultsInTime, latency, methods }: K6Summary,
  { durationMs, targetPerS, cpuMs }: { readonly durationMs: number; readonly targetPerS: number | null; readonly cpuMs: number },
): K6Figures {
  const measured = latencyOf(latency);
  return {
    totals: totalsOf(ended, dropped),
    rate: { targetPerS, resultsPerS: resultsInTime / Math.max(0.001, durationMs / 1_000) },
    latency: measured,
    service: measured,
    methods: methods.map(({ method, ended: own, resultsInTime: inTime, latency: ownLatency }): MethodResult => {
      const calls = sum(own);
      return {
        method,
        calls,
        results: own.result,
        resultsInTime: inTime,
        errors: calls - own.result - own['work-queue'],
        latency: latencyOf(ownLatency),
      };
    }),
    seconds: [],
    errors: (Object.entries(ended) as [K6Class, number][])
      .flatMap(([kind, count]): ErrorResult[] => (kind !== 'result' && count > 0 ? [{ class: kind, count, example: '' }] : []))
      .sort((a, b) => b.count - a.count),
    generator: { cpuMs, lateness: NOTHING, saturated: null },
  };
}

const NOTHING: LatencyFigures = { count: 0, p50Us: 0, p90Us: 0, p95Us: 0, p99Us: 0, p999Us: 0, maxUs: 0, meanUs: 0, histogram: null };

function totalsOf(ended: K6Summary['ended'], dropped: number): CallTotals {
  const sent = sum(ended);
  return callTotals({ planned: sent + dropped, sent, answered: sent - ended.timeout - ended.connection, ended }, 0);
}

function latencyOf({ count, mean, p50, p90, p95, p99, p999, max }: K6Trend): LatencyFigures {
  const us = (ms: number): number => Math.round(ms * 1_000);
  return {
    count,
    p50Us: us(p50),
    p90Us: us(p90),
    p95Us: us(p95),
    p99Us: us(p99),
    p999Us: us(p999),
    maxUs: us(max),
    meanUs: mean * 1_000,
    histogram: null,
  };
}

const sum = (ended: K6Summary['ended']): number => Object.values(ended).reduce((total, count) => total + count, 0);
