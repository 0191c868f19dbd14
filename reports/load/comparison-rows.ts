import type { Comparison, MetricComparison, MetricVerdict } from '../../load/compare/types.ts';
import { count, counted } from '../format.ts';
import { latency, perSecond, share } from './units.ts';

export const comparisonHead = ({ confidence, unit }: Comparison): string[] => [
  '',
  unit === 'pair' ? 'beside' : 'base',
  unit === 'pair' ? 'target' : 'new',
  unit === 'pair' ? 'change within pairs' : 'change',
  `${share(confidence)} interval`,
  'p',
  'verdict',
];

/** Of each metric: both values, the change with its interval, and the verdict. */
export const comparisonRows = ({ metrics }: Comparison): string[][] =>
  metrics.map((comparison) => [
    comparison.metric,
    shown(comparison, comparison.base),
    shown(comparison, comparison.changed),
    changeText(comparison.ratio),
    `${changeText(comparison.low)} to ${changeText(comparison.high)}`,
    comparison.p < 0.0001 ? '<0.0001' : comparison.p.toFixed(4),
    comparison.verdict,
  ]);

/** What the columns are: `medians of 10 and 12 repeats`. */
export function comparisonNote({ unit, values: { base, changed } }: Comparison): string {
  if (unit !== 'pair') return `medians of ${count(base)} and ${counted(changed, unit)}, and their ratio`;
  // What changes on the machine from one pair to the next is in the medians, and not in the pairs.
  return `medians of ${counted(changed, unit)}; the change is the middle of those within the pairs (Hodges–Lehmann), which need not be that of the medians`;
}

/** Sentences: what is worse, and what is open. */
export function comparisonReasons({ metrics, tolerance, isRegression }: Comparison): string[] {
  const named = (wanted: MetricVerdict): string =>
    metrics
      .filter((comparison) => comparison.verdict === wanted)
      .map(({ metric }) => metric)
      .join(', ');
  const undecided = named('undecided');
  const found = detectableText(metrics);
  return [
    isRegression
      ? `${named('regression')}: significantly worse by more than ${share(tolerance)}.`
      : `Nothing is significantly worse by more than ${share(tolerance)}.`,
    ...(undecided === '' ? [] : [`Undecided: ${undecided}; measure longer, with more repeats, on a machine without other work.`]),
    ...(isRegression || found === '' ? [] : [`This comparison could have found: ${found}.`]),
  ];
}

/** The smallest change for the worse that each metric could have shown: `rate −12.1 %, cpu +7.3 %`; empty where it is not known. */
function detectableText(metrics: readonly MetricComparison[]): string {
  return metrics
    .flatMap(({ metric, detectable }) => {
      if (detectable === undefined) return [];
      if (detectable === null) return [`${metric} nothing`];
      return [`${metric} ${changeText(isBetterHigh(metric) ? 1 - detectable : 1 + detectable)}`];
    })
    .join(', ');
}

const isBetterHigh = (metric: MetricComparison['metric']): boolean => metric === 'rate' || metric === 'answered';

/** A value of a metric: `3,412/s`, `9.81 ms`, `100 %`. */
export function shown({ metric }: Pick<MetricComparison, 'metric'>, value: number): string {
  if (metric === 'rate') return `${perSecond(value)}/s`;
  return metric === 'answered' ? share(value) : latency(value);
}

/** A ratio as a change: `+10.3 %`. */
function changeText(ratio: number): string {
  const percent = 100 * (ratio - 1);
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)} %`;
}
