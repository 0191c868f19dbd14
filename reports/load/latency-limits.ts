import { parseThreshold, ThresholdError, type ThresholdMetric } from '../../load/thresholds.ts';

export interface LatencyLimit {
  /** `p99 < 50ms` */
  readonly text: string;
  readonly metric: ThresholdMetric;
  readonly limitUs: number;
}

/** The thresholds on latency among these, to be drawn. What cannot be read, from a file of another version, is not drawn. */
export function latencyLimits(thresholds: readonly string[]): LatencyLimit[] {
  return thresholds.flatMap((text) => {
    try {
      const { metric, limit } = parseThreshold(text);
      return limit.unit === 'us' ? [{ text, metric, limitUs: limit.value }] : [];
    } catch (error) {
      if (error instanceof ThresholdError) return [];
      throw error;
    }
  });
}
