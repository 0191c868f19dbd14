import type { GeneratorFigures } from '../generator/types.ts';
import type { SaturationResult, SaturationStep } from '../results.ts';
import { saturate } from '../saturate.ts';
import { atRate, meanRatePerS } from '../scenario/arrivals.ts';
import type { Scenario } from '../scenario/types.ts';
import { judge, judgedFigures, parseThreshold, type Threshold } from '../thresholds.ts';

export interface SaturationSettings {
  /** No higher rate is tried. Default 100,000. */
  readonly maxRatePerS?: number | undefined;
  readonly onStep?: ((step: SaturationStep) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What must hold where a scenario does not say it: without a latency every rate is met, only later. */
const DEFAULT_THRESHOLDS = ['p99 < 100ms', 'errors < 0.1%', 'rate >= 0.98 * target'] as const;
const DEFAULT_MAX_RATE = 100_000;
const START_RATE = 200;
const STEP_MS = 3_000;
const STEP_WARM_UP_MS = 500;
const MAX_SEARCH_MS = 15 * 60_000;

/** The scenario whose thresholds a search is for: its own where they bound latency, else the usual ones. */
export function withSaturationThresholds(scenario: Scenario): Scenario {
  const bounded = scenario.thresholds.some((text) => !['errors', 'refused', 'rate'].includes(parseThreshold(text).metric));
  return bounded ? scenario : { ...scenario, thresholds: DEFAULT_THRESHOLDS };
}

/**
 * Searches the highest arrival rate at which a scenario meets its thresholds, in short measurements. `measure` runs a
 * scenario once.
 */
export async function saturation(
  scenario: Scenario,
  measure: (scenario: Scenario, phase: string) => Promise<GeneratorFigures>,
  { maxRatePerS = DEFAULT_MAX_RATE, onStep, signal }: SaturationSettings,
): Promise<SaturationResult> {
  const thresholds = scenario.thresholds.map((text) => parseThreshold(text));
  const steps: SaturationStep[] = [];
  const { passRatePerS, failRatePerS, ended } = await saturate<GeneratorFigures>({
    measure: async (ratePerS) => {
      const step = atRateFor(scenario, ratePerS);
      const figures = await measure(step, `${Math.round(ratePerS)} calls/s`);
      const failed = notMet(thresholds, figures);
      return { passed: failed.length === 0, figures };
    },
    startRatePerS: Math.min(START_RATE, maxRatePerS),
    maxRatePerS,
    maxDurationMs: MAX_SEARCH_MS,
    onStep: ({ ratePerS, passed, figures }) => {
      const { errors, refused, calls, ratePerS: resultsPerS } = judgedFigures(figures);
      const step: SaturationStep = {
        ratePerS,
        passed,
        resultsPerS,
        p99Us: figures.latency.quantileUs(0.99),
        errors: errors / Math.max(1, calls),
        refused: refused / Math.max(1, calls),
        failed: notMet(thresholds, figures),
      };
      steps.push(step);
      onStep?.(step);
    },
    signal,
  });
  return {
    lowPerS: passRatePerS ?? 0,
    highPerS: failRatePerS ?? null,
    thresholds: scenario.thresholds,
    steps,
    complete: ended !== 'interrupted' && ended !== 'time',
  };
}

/** A short measurement at this rate. */
function atRateFor(scenario: Scenario, ratePerS: number): Scenario {
  const model = atRate(scenario.model, ratePerS);
  const steady =
    model.type === 'open'
      ? { ...model, startRatePerS: ratePerS, stages: [{ durationMs: STEP_MS, ratePerS: meanRatePerS(model) ?? ratePerS }] }
      : model;
  return { ...scenario, model: steady, durationMs: STEP_MS, warmUpMs: STEP_WARM_UP_MS };
}

const notMet = (thresholds: readonly Threshold[], figures: GeneratorFigures): string[] =>
  thresholds.filter((threshold) => !judge(threshold, judgedFigures(figures)).met).map(({ text }) => text);
