import type { LoadResults, RepeatResult } from '../results.ts';
import type { ComparedMetric, Comparison } from './types.ts';

/** One value for each metric: of a repeat, or of a second. The CPU time of the node is not always known. */
export type Observation = Readonly<Record<Exclude<ComparedMetric, 'cpu'>, number>> & { readonly cpu?: number };

export interface Samples {
  readonly unit: Comparison['unit'];
  readonly observations: readonly Observation[];
  /** Number of repeats, seconds or pairs that were measured, those without an answer included. */
  readonly measured: number;
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
  return { unit: repeats ? 'repeat' : 'second', observations: observations.filter(isWhole), measured: observations.length };
}

/** The samples, in pairs, of two results of one run with `--beside`; undefined where they are not. */
export function pairedSamples(base: LoadResults, changed: LoadResults): [base: Samples, changed: Samples] | undefined {
  if (!base.beside || base.beside.run !== changed.beside?.run || base.beside.side === changed.beside.side) return undefined;
  const others = changed.repeats ?? [];
  const pairs = (base.repeats ?? []).flatMap((repeat, index) => {
    const other = others[index];
    return other ? [{ base: ofRepeat(repeat), changed: ofRepeat(other) }] : [];
  });
  const whole = pairs.filter((pair) => isWhole(pair.base) && isWhole(pair.changed));
  return [
    { unit: 'pair', observations: whole.map((pair) => pair.base), measured: pairs.length },
    { unit: 'pair', observations: whole.map((pair) => pair.changed), measured: pairs.length },
  ];
}

function ofRepeat({ resultsPerS, p50Us, p99Us, results, calls, cpuUs }: RepeatResult): Observation {
  return { rate: resultsPerS, p50: p50Us, p99: p99Us, ...(cpuUs !== undefined && { cpu: cpuUs }), answered: results / calls };
}

const isWhole = (observation: Observation): boolean => Object.values(observation).every((value) => value > 0);
