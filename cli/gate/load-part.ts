import { COMPARE_DEFAULTS } from '../../load/compare/compare.ts';
import { durationMs } from '../../load/duration.ts';
import { parseFault } from '../../load/faults/parse-fault.ts';
import type { LoadResults } from '../../load/results.ts';
import { parseThreshold } from '../../load/thresholds.ts';
import { readLoadResults } from '../../reports/load/read-load-results.ts';
import { defined } from '../../specs/model/defined.ts';
import { kindOfPath } from '../../specs/model/user-file.ts';
import { chosenStandard } from '../chosen-standard.ts';
import { plannedLoadFaults } from '../load-faults.ts';
import { assertTogether, type LoadSettings } from '../load-settings.ts';
import { measureCommand, scenarioOf } from '../measure-command.ts';
import { performPart } from '../perform.ts';
import { UsageError } from '../usage-error.ts';
import type { PlannedPart } from './gate-part.ts';
import type { LoadPolicy, ReadPolicy } from './read-policy.ts';
import { targetSettings } from './target-settings.ts';

/** Measurements that are compared with those of an earlier load, without `repeat`. */
const DEFAULT_REPEATS = 10;

/**
 * A load of a policy. `number` distinguishes it from the others. Throws `ScenarioError`, `ThresholdError`, `FaultPlanError`,
 * `LoadResultsError` or `UsageError` for what cannot be used, before anything is measured.
 */
export function loadPart(read: ReadPolicy, load: LoadPolicy, seed: number, number: number): PlannedPart {
  const { policy, lineOf } = read;
  const { scenario, method, thresholds, baseline, repeat, rate, connections, fault } = load;
  for (const threshold of thresholds ?? []) parseThreshold(threshold);
  const isFolder = baseline !== undefined && kindOfPath(baseline) === 'folder';
  const earlier = isFolder ? readLoadResults(baseline) : undefined;
  const share = (percent: number | undefined, otherwise: number): number => (percent === undefined ? otherwise : percent / 100);
  const options = {
    tolerance: share(load.tolerance, COMPARE_DEFAULTS.tolerance),
    confidence: share(load.confidence, COMPARE_DEFAULTS.confidence),
  };
  const ms = (time: string | undefined): number | undefined => (time === undefined ? undefined : durationMs(time));
  const settings: LoadSettings = {
    ...targetSettings(read),
    engine: 'pyx',
    seed,
    ...defined({
      scenario,
      method,
      threshold: thresholds,
      rate,
      connections,
      fault: fault?.map(parseFault),
      readOnly: policy.readOnly,
      inconclusive: policy.inconclusive,
    }),
    ...defined({ duration: ms(load.duration), warmUp: ms(load.warmUp), repeat: repeat ?? (earlier ? DEFAULT_REPEATS : undefined) }),
    ...(baseline !== undefined && !earlier && { beside: baseline, ...options }),
    ...(earlier && { baseline: { results: earlier, options: { ...COMPARE_DEFAULTS, ...options } } }),
  };
  assertTogether(settings);
  plannedLoadFaults(settings.fault, scenarioOf(settings, chosenStandard(read.standard).specification));
  if (baseline !== undefined && earlier) assertAlike(baseline, earlier, settings);
  return {
    name: `load ${scenario ?? method ?? ''}`,
    folder: `load-${number}`,
    line: lineOf('load', number),
    perform: async (out, { signal, quiet }) => {
      const { verdict } = await performPart(measureCommand, { ...settings, out }, signal, { quiet });
      return { ...verdict, reasons: [`${verdict.headline}.`, ...verdict.reasons] };
    },
  };
}

/** Throws `UsageError` where the baseline was measured in another way than the policy demands. */
function assertAlike(baseline: string, { scenario }: LoadResults, { connections, duration, warmUp }: LoadSettings): void {
  const wanted = [
    ['connections', scenario.connections, connections],
    ['duration in ms', scenario.durationMs, duration],
    ['warm-up in ms', scenario.warmUpMs, warmUp],
  ] as const;
  const unlike = wanted.filter(([, measured, asked]) => asked !== undefined && asked !== measured);
  if (unlike.length === 0) return;
  throw new UsageError(`the baseline ${baseline} was not measured as the policy demands`, {
    remedy: 'measure the baseline anew, or change the policy',
    details: unlike.map(([name, measured, asked]) => `${name}: ${measured} and ${asked}`),
  });
}
