/** What two loads are compared by. `answered`: share of the calls that got a result. */
export type ComparedMetric = 'rate' | 'p50' | 'p99' | 'answered';

/**
 * `regression`: significantly worse by more than the tolerance. `improvement`: better likewise. `alike`: the interval excludes
 * both. `undecided`: the values spread too much to exclude them.
 */
export type MetricVerdict = 'regression' | 'improvement' | 'alike' | 'undecided';

export interface MetricComparison {
  readonly metric: ComparedMetric;
  /** Medians: results per second, microseconds, or a share. */
  readonly base: number;
  readonly changed: number;
  /** Changed to base, with an interval: by the bootstrap, or of pairs by the signed-rank test. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  /** Mann–Whitney, or of pairs Wilcoxon's signed ranks: that the change is no larger than the tolerance; adjusted for the number of metrics (Holm). */
  readonly p: number;
  readonly verdict: MetricVerdict;
}

export interface Comparison {
  /** What one value of a sample is: a measurement of `--repeat`, one of a pair of `--beside`, or a second of a single measurement. */
  readonly unit: 'repeat' | 'pair' | 'second';
  /** Values in each sample. */
  readonly values: { readonly base: number; readonly changed: number };
  /** Share: 0.05 is 5 %. */
  readonly tolerance: number;
  readonly confidence: number;
  readonly metrics: readonly MetricComparison[];
  readonly isRegression: boolean;
  /** What was not measured alike, where the comparison was made all the same. */
  readonly differences: readonly string[];
  /** Why it cannot be trusted. */
  readonly warnings: readonly string[];
}
