import { COMPARE_DEFAULTS, compareLoads } from '../../load/compare/compare.ts';
import { durationMs } from '../../load/duration.ts';
import type { LoadResults } from '../../load/results.ts';
import { readScenario } from '../../load/scenario/read-scenario.ts';
import { parseThreshold } from '../../load/thresholds.ts';
import { comparisonReasons } from '../../reports/load/comparison-rows.ts';
import { readLoadResults } from '../../reports/load/read-load-results.ts';
import { loadVerdict } from '../../reports/load/verdict.ts';
import { writeLoadReports } from '../../reports/load/write-load-reports.ts';
import { problemsOfLoad } from '../../reports/problem.ts';
import { defined } from '../../specs/model/defined.ts';
import { specification } from '../../specs/model/specification.ts';
import { kindOfPath } from '../../specs/model/user-file.ts';
import { assertTogether, loadCommand } from '../load-command.ts';
import type { LoadFlags } from '../load-options.ts';
import { UsageError } from '../usage-error.ts';
import type { PartOutcome, PlannedPart } from './gate-part.ts';
import { namesOption } from './names-option.ts';
import type { LoadPolicy, ReadPolicy } from './read-policy.ts';

/** Measurements that are compared with those of an earlier load, without `repeat`. */
const DEFAULT_REPEATS = 10;

/**
 * A load of a policy. `number` distinguishes it from the others. Throws `ScenarioError`, `ThresholdError`,
 * `LoadResultsError` or `UsageError` for what cannot be used, before anything is measured.
 */
export function loadPart({ policy }: ReadPolicy, load: LoadPolicy, seed: number, number: number): PlannedPart {
  const { scenario, method, thresholds, baseline, repeat } = load;
  if (scenario !== undefined) readScenario(scenario, specification);
  for (const threshold of thresholds ?? []) parseThreshold(threshold);
  const isFolder = baseline !== undefined && kindOfPath(baseline) === 'folder';
  const earlier = isFolder ? readLoadResults(baseline) : undefined;
  const share = (percent: number | undefined, otherwise: number): number => (percent === undefined ? otherwise : percent / 100);
  const options = {
    tolerance: share(load.tolerance, COMPARE_DEFAULTS.tolerance),
    confidence: share(load.confidence, COMPARE_DEFAULTS.confidence),
  };
  const ms = (time: string | undefined): number | undefined => (time === undefined ? undefined : durationMs(time));
  const { target, targetFile, cookie, conf, readOnly } = policy;
  const flags: LoadFlags = {
    target,
    engine: 'pyx',
    seed,
    ...defined({ targetFile, cookie, conf, readOnly, names: namesOption(policy.names), method, threshold: thresholds }),
    ...defined({ rate: load.rate, connections: load.connections, duration: ms(load.duration), warmUp: ms(load.warmUp) }),
    ...defined({ repeat: repeat ?? (earlier ? DEFAULT_REPEATS : undefined) }),
    ...(baseline !== undefined && !earlier && { beside: baseline, ...options }),
  };
  assertTogether(flags);
  if (baseline !== undefined && earlier) assertAlike(baseline, earlier, flags);
  return {
    name: `load ${scenario ?? method ?? ''}`,
    folder: `load-${number}`,
    perform: async (outDir) => {
      let judged: Omit<PartOutcome, 'exitCode'> = { title: '', reasons: [], problems: [] };
      const exitCode = await loadCommand(scenario, { ...flags, out: outDir }, (results) => {
        writeLoadReports(results, outDir);
        const { code, ...rest } = judge(results, earlier, options);
        judged = rest;
        return code;
      });
      return { exitCode, ...judged };
    },
  };
}

/** Throws `UsageError` where the baseline was measured in another way than the policy demands. */
function assertAlike(baseline: string, { scenario }: LoadResults, { connections, duration, warmUp }: LoadFlags): void {
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

/** The verdict on a load by its thresholds, and by the earlier load that is its baseline. Throws `CompareError`. */
function judge(
  results: LoadResults,
  earlier: LoadResults | undefined,
  options: { readonly tolerance: number; readonly confidence: number },
): Omit<PartOutcome, 'exitCode'> & { readonly code: 0 | 1 } {
  const { code, title, headline, reasons } = loadVerdict(results);
  const comparison = earlier && results.complete ? compareLoads(earlier, results, { ...COMPARE_DEFAULTS, ...options }) : undefined;
  const compared = comparison ? [`Compared with the baseline: ${comparisonReasons(comparison).join(' ')}`] : [];
  const slower = comparison?.isRegression === true;
  return {
    code: slower ? 1 : code,
    title: code === 0 && slower ? 'Regression' : title,
    reasons: [`${headline}.`, ...reasons, ...compared],
    problems: problemsOfLoad(results, slower ? compared : []),
  };
}
