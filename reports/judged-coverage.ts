import { coveredItems, dimensions, type DimensionCoverage, type Dimension, type Universe } from '../engine/coverage.ts';
import type { Judged } from './selfcheck/judged.ts';

/** What is covered by a run, and really judged: a selfcheck has found a fault of it. */
export interface JudgedCoverage extends DimensionCoverage {
  readonly by: {
    /** The target of the selfcheck. */
    readonly target: string;
    readonly seed: number;
    /** All its faults were tried. Otherwise some items are missing only because none of their faults was. */
    readonly whole: boolean;
  };
}

/** The dimensions of which the faults of a selfcheck show something. */
const JUDGED: readonly Dimension[] = dimensions.filter((dimension) =>
  ['params', 'enumValues', 'resultFields', 'rules'].includes(dimension),
);

/**
 * Of the parameters, enum values, result fields and rules that a run covers: those that are judged. A parameter is judged
 * if each of its ids is (given, and omitted if optional) of which a fault contradicts a sentence. Items of which no fault
 * contradicts a sentence are untestable.
 */
export function judgedCoverage(universe: Universe, hits: ReadonlySet<string>, judged: Judged): JudgedCoverage {
  const { target, seed, whole } = judged;
  const found = new Set(judged.judged);
  const inScope = new Set([...judged.judged, ...judged.notJudged, ...judged.notReached]);
  const outside = new Map(Object.entries(judged.outside).flatMap(([reason, ids]) => ids.map((id) => [id, reason] as const)));
  const covered: string[] = [];
  const missing: string[] = [];
  const untestable: { id: string; reason: string }[] = [];
  /** Why no fault can show that an id is judged. */
  const reasonOf = (id: string): string | undefined => {
    if (inScope.has(id) || id.startsWith('r:')) return undefined;
    return outside.get(id) ?? (whole ? 'no fault alters it' : undefined);
  };
  for (const dimension of JUDGED) {
    for (const [name, ids] of coveredItems(universe, dimension, hits)) {
      const open = ids.filter((id) => reasonOf(id) === undefined);
      if (open.length === 0) untestable.push({ id: name, reason: reasonOf(ids[0] as string) as string });
      else (open.every((id) => found.has(id)) ? covered : missing).push(name);
    }
  }
  return { covered: covered.length, total: covered.length + missing.length, missing, untestable, by: { target, seed, whole } };
}

/** The selfcheck that shows what is judged, in words. */
export function selfcheckOf({ target, seed, whole }: JudgedCoverage['by']): string {
  return `${whole ? 'a selfcheck' : 'a part of a selfcheck'} of ${target}, seed ${seed}`;
}
