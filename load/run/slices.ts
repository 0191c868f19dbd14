import { inSequence } from '../merge/in-sequence.ts';
import type { LoadResults } from '../results.ts';
import type { LoadModel, Scenario } from '../scenario/types.ts';

/** Slices as long as the seconds of the results. */
const SLICE_MS = 1_000;

/** A scenario in parts of equal duration, of about `sliceMs` each. One whose rate changes stays whole: its ramps would start again. */
export function inSlices(scenario: Scenario, sliceMs = SLICE_MS): Scenario[] {
  const slices = isSteady(scenario.model) ? Math.max(1, Math.round(scenario.durationMs / sliceMs)) : 1;
  return Array.from({ length: slices }, () => ({ ...scenario, durationMs: scenario.durationMs / slices }));
}

/** The results of the slices of a scenario as those of one measurement. */
export function ofSlices(parts: readonly [LoadResults, ...LoadResults[]], { durationMs }: Scenario): LoadResults {
  const { repeats: _, ...all } = inSequence(parts);
  return { ...all, scenario: { ...all.scenario, durationMs } };
}

function isSteady(model: LoadModel): boolean {
  return model.type === 'closed' || model.stages.every(({ ratePerS }) => ratePerS === model.startRatePerS);
}
