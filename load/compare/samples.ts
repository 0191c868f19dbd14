import type { LoadResults, RepeatResult } from '../results.ts';
import type { ComparedMetric, Comparison } from './types.ts';

/** One value for each metric: of a repeat, or of a second. The CPU time of the node is not always known. */
export type Observation = Readonly<Record<Exclude<ComparedMetric, 'cpu'>, number>> & { readonly cpu?: number };

export interface Samples {
  readonly unit: Comparison['unit'];
  readonly observations: readonly Observation[];
}

/** A pair of observations, of repeats that were measured beside each other. */
export interface ObservedPair {
  readonly base: Observation;
  readonly changed: Observation;
}

/**
 * What a result was observed to be, several times: each measurement of `--repeat`, else each whole second. Only what has
 * an observation of every metric counts: in a second without an answer there is no latency.
 */
export function samplesOf({ repeats, seconds, durationMs }: LoadResults): Samples {
  const observations: Observation[] = repeats
    ? repeats.map(ofRepeat)
    : seconds
        .filter(({ second, measuredMs }) => (measuredMs === undefined ? (second + 1) * 1_000 <= durationMs : measuredMs >= 1_000))
        .map(({ results, errors, refused, p50Us, p99Us }) => ({
          rate: results,
          p50: p50Us,
          p99: p99Us,
          answered: results / (results + errors + refused),
        }));
  return { unit: repeats ? 'repeat' : 'second', observations: observations.filter(isWhole) };
}

/** The pairs of two results of one run with `--beside`; undefined where they are not. */
export function pairsOf(base: LoadResults, changed: LoadResults): ObservedPair[] | undefined {
  if (!base.beside || base.beside.run !== changed.beside?.run || base.beside.side === changed.beside.side) return undefined;
  const others = changed.repeats ?? [];
  const pairs = (base.repeats ?? []).flatMap((repeat, index) => {
    const other = others[index];
    return other ? [{ base: ofRepeat(repeat), changed: ofRepeat(other) }] : [];
  });
  return pairs.filter((pair) => isWhole(pair.base) && isWhole(pair.changed));
}

/** The samples that pairs consist of, in their order. */
export function pairedSamples(pairs: readonly ObservedPair[]): [base: Samples, changed: Samples] {
  return [
    { unit: 'pair', observations: pairs.map(({ base }) => base) },
    { unit: 'pair', observations: pairs.map(({ changed }) => changed) },
  ];
}

function ofRepeat({ resultsPerS, p50Us, p99Us, results, calls, cpuUs }: RepeatResult): Observation {
  return { rate: resultsPerS, p50: p50Us, p99: p99Us, ...(cpuUs !== undefined && { cpu: cpuUs }), answered: results / calls };
}

const isWhole = (observation: Observation): boolean => Object.values(observation).every((value) => value > 0);
