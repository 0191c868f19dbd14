import { confirmRate } from '../confirm-rate.ts';
import type { LoadResults, SaturationStep } from '../results.ts';
import { atRate } from '../scenario/arrivals.ts';
import type { Scenario } from '../scenario/types.ts';
import type { Machine } from '../../specs/model/generated/results/shared.d.ts';
import type { LoadRun, Measurement } from './load-run.ts';
import { saturation } from './saturation.ts';

export interface SaturatedLoadSettings {
  readonly maxRatePerS?: number | undefined;
  /** A rate was tried; `isWhole`: by a load of the whole duration. */
  readonly onStep: (step: SaturationStep, isWhole: boolean) => void;
}

/**
 * Searches the highest arrival rate at which a scenario meets its thresholds, and confirms it by loads of the whole duration. The
 * figures are those of the load at the confirmed rate, else of the last one.
 */
export async function saturatedLoad(
  run: LoadRun,
  scenario: Scenario,
  machine: Machine,
  { maxRatePerS, onStep }: SaturatedLoadSettings,
): Promise<LoadResults> {
  const measure = async (measured: Scenario, phase: string): Promise<Measurement> => {
    await run.provideFor(measured);
    return run.measure(measured, phase);
  };
  const found = await saturation(scenario, async (step, phase) => (await measure(step, phase)).figures, {
    maxRatePerS,
    onStep: (step) => onStep(step, false),
    signal: run.signal,
  });
  const confirmations: SaturationStep[] = [];
  const whole = async (measured: Scenario, phase: string): Promise<LoadResults> =>
    run.toResults(await measure(measured, phase), measured, machine);
  if (found.lowPerS === 0) return { ...(await whole(scenario, 'load')), saturation: { ...found, confirmedPerS: null, confirmations } };
  const { load, confirmedPerS, failRatePerS } = await confirmRate({
    measure: async (ratePerS) => {
      const results = await whole({ ...scenario, model: atRate(scenario.model, ratePerS) }, `load at ${Math.round(ratePerS)} calls/s`);
      const step = stepOf(ratePerS, results);
      confirmations.push(step);
      onStep(step, true);
      return { passed: step.passed && results.complete, load: results };
    },
    passRatePerS: found.lowPerS,
    failRatePerS: found.highPerS ?? undefined,
    isOver: () => run.isOver,
  });
  return {
    ...load,
    saturation: {
      ...found,
      // What the short measurements of the search met, and no whole load, is not taken.
      lowPerS: confirmedPerS ?? (run.isOver ? found.lowPerS : 0),
      highPerS: failRatePerS ?? null,
      confirmedPerS: confirmedPerS ?? null,
      confirmations,
      complete: found.complete && !run.isOver,
    },
  };
}

function stepOf(ratePerS: number, { rate, latency, totals, thresholds }: LoadResults): SaturationStep {
  const failed = thresholds.filter(({ passed }) => !passed).map(({ expression }) => expression);
  const calls = Math.max(1, totals.planned);
  return {
    ratePerS,
    passed: failed.length === 0,
    resultsPerS: rate.resultsPerS,
    p99Us: latency.p99Us,
    errors: (totals.planned - totals.results) / calls,
    refused: totals.refused / calls,
    failed,
  };
}
