import type { LoadResults } from '../results.ts';
import type { ComparedMetric, Comparison } from './types.ts';

/** One value for each metric: of a repeat, or of a second. */
export type Observation = Readonly<Record<ComparedMetric, number>>;

export interface Samples {
  readonly unit: Comparison['unit'];
  readonly observations: readonly Observation[];
}

/**
 * What a result was observed to be, several times: each measurement of `--repeat`, else each whole second. Only what has
 * an observation of every metric counts: in a second without an answer there is no latency.
 */
export function samplesOf({ repeats, seconds, durationMs }: LoadResults): Samples {
  const observations: Observation[] = repeats
    ? repeats.map(({ resultsPerS, p50Us, p99Us, results, calls }) => ({
        rate: resultsPerS,
        p50: p50Us,
        p99: p99Us,
        answered: results / calls,
      }))
    : seconds
        .filter(({ second }) => (second + 1) * 1_000 <= durationMs)
        .map(({ results, errors, refused, p50Us, p99Us }) => ({
          rate: results,
          p50: p50Us,
          p99: p99Us,
          answered: results / (results + errors + refused),
        }));
  return {
    unit: repeats ? 'repeat' : 'second',
    observations: observations.filter((one) => Object.values(one).every((value) => value > 0)),
  };
}
