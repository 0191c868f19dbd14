import type { Comparison, MetricComparison } from '../results.ts';

export type { Comparison, MetricComparison };

/** What two loads are compared by. */
export type ComparedMetric = MetricComparison['metric'];
export type MetricVerdict = MetricComparison['verdict'];
