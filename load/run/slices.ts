import { mergeSeconds } from '../merge/merge-figures.ts';
import { inSequence } from '../merge/in-sequence.ts';
import type { LoadResults } from '../results.ts';
import type { LoadModel, Scenario } from '../scenario/types.ts';

/**
 * The shorter the slices, the more of what other programs do is the same for both sides. But each needs connections of its
 * own: pairs of slices of 100 ms differed more than pairs of 500 ms.
 */
const SHORTEST_MS = 500;
/** A slice ends while calls are under way, which its rate does not count: so many calls in a row make them no matter. */
const CALLS_IN_A_ROW = 100;

/** How long slices of calls are that take so long on average. */
export const sliceMsFor = (meanUs: number): number => Math.max(SHORTEST_MS, (CALLS_IN_A_ROW * meanUs) / 1_000);

/** A scenario in parts of equal duration, of about `sliceMs` each. One whose rate changes stays whole: its ramps would start again. */
export function inSlices(scenario: Scenario, sliceMs = SHORTEST_MS): Scenario[] {
  const slices = isSteady(scenario.model) ? Math.max(1, Math.round(scenario.durationMs / sliceMs)) : 1;
  return Array.from({ length: slices }, () => ({ ...scenario, durationMs: scenario.durationMs / slices }));
}

/** The results of the slices of a scenario as those of one measurement, whose seconds are made of the slices within them. */
export function ofSlices(parts: readonly [LoadResults, ...LoadResults[]], { durationMs }: Scenario): LoadResults {
  const { repeats: _, ...all } = inSequence(parts);
  const startsMs = parts.map((_part, index) => parts.slice(0, index).reduce((sum, part) => sum + part.durationMs, 0));
  const seconds = mergeSeconds(
    parts.map((part) => part.seconds),
    startsMs.map((ms) => Math.floor(ms / 1_000)),
    'in-turn',
  );
  return { ...all, seconds, scenario: { ...all.scenario, durationMs } };
}

function isSteady(model: LoadModel): boolean {
  return model.type === 'closed' || model.stages.every(({ ratePerS }) => ratePerS === model.startRatePerS);
}
