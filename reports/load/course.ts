import type { LoadResults, SecondResult } from '../../load/results.ts';

/** A second of a load, with its place on an axis on which only measured time passes. */
export interface CourseSecond extends SecondResult {
  /** Seconds of measured time before it: of repeats those of all before. */
  readonly atS: number;
  readonly measuredMs: number;
  /** The last of its measurement in which calls were due: at its end all calls end. */
  readonly isLast: boolean;
}

/** What a rate is taken over, at least: in less of a second chance decides. */
const SHORTEST_MS = 500;

/**
 * The seconds of a load. Between repeats, what came after the end of one is in its last second, as the next begins there; after
 * the last, answers that came late have seconds of their own, in which nothing was measured.
 */
export function courseOf({ seconds, repeats, durationMs }: Pick<LoadResults, 'seconds' | 'repeats' | 'durationMs'>): CourseSecond[] {
  // Of results of earlier versions it is not known to which repeat a second belongs.
  const isKnown = repeats !== undefined && seconds.every(({ repeat }) => repeat !== undefined);
  const durations = isKnown ? repeats.map((repeat) => repeat.durationMs) : [durationMs];
  const startsS = durations.map((_, index) => durations.slice(0, index).reduce((sum, ms) => sum + ms / 1_000, 0));
  return durations.flatMap((ownMs, index) => {
    const own = isKnown ? seconds.filter(({ repeat }) => repeat === index + 1) : seconds;
    const first = own[0]?.second ?? 0;
    const placed = own.map((figures): CourseSecond => {
      const within = isKnown ? figures.second - first : figures.second;
      const measuredMs = figures.measuredMs ?? Math.min(1_000, Math.max(0, ownMs - 1_000 * within));
      return { ...figures, atS: (startsS[index] ?? 0) + within, measuredMs, isLast: 1_000 * (within + 1) >= ownMs };
    });
    return index === durations.length - 1 ? placed : withoutTail(placed);
  });
}

/** Calls per second while calls were due or sent; undefined where that was too short. */
export function rateIn(second: CourseSecond, calls: number): number | undefined {
  return second.measuredMs >= SHORTEST_MS ? (1_000 * calls) / second.measuredMs : undefined;
}

/** The latencies of what came after the end are in the last second, as a bound; rates do not count it. */
function withoutTail(seconds: readonly CourseSecond[]): CourseSecond[] {
  const measured = seconds.filter(({ measuredMs }) => measuredMs > 0);
  const tail = seconds.filter(({ measuredMs }) => measuredMs === 0);
  const last = measured.at(-1);
  if (!last || tail.length === 0) return measured;
  const p99Us = Math.max(last.p99Us, ...tail.map((second) => second.p99Us));
  const maxUs = Math.max(last.maxUs, ...tail.map((second) => second.maxUs));
  return [...measured.slice(0, -1), { ...last, p99Us, maxUs }];
}
