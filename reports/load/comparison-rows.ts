import type { Comparison, MetricComparison, MetricVerdict } from '../../load/compare/types.ts';
import { latency, perSecond, share } from './units.ts';

export const comparisonHead = ({ confidence, unit }: Comparison): string[] => [
  '',
  unit === 'pair' ? 'beside' : 'base',
  unit === 'pair' ? 'target' : 'new',
  'change',
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
    change(comparison.ratio),
    `${change(comparison.low)} to ${change(comparison.high)}`,
    comparison.p < 0.0001 ? '<0.0001' : comparison.p.toFixed(4),
    comparison.verdict,
  ]);

/** Sentences: what is worse, and what is open. */
export function comparisonReasons({ metrics, tolerance, isRegression }: Comparison): string[] {
  const named = (wanted: MetricVerdict): string =>
    metrics
      .filter((comparison) => comparison.verdict === wanted)
      .map(({ metric }) => metric)
      .join(', ');
  const undecided = named('undecided');
  return [
    isRegression
      ? `${named('regression')}: significantly worse by more than ${share(tolerance)}.`
      : `Nothing is significantly worse by more than ${share(tolerance)}.`,
    ...(undecided === '' ? [] : [`Undecided: ${undecided}; measure longer, with more repeats, on a machine without other work.`]),
  ];
}

function shown({ metric }: MetricComparison, value: number): string {
  if (metric === 'rate') return `${perSecond(value)}/s`;
  return metric === 'answered' ? share(value) : latency(value);
}

/** A ratio as a change: `+10.3 %`. */
function change(ratio: number): string {
  const percent = 100 * (ratio - 1);
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)} %`;
}
