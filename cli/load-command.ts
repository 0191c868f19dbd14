import { join } from 'node:path';
import { Secrets } from '../client/mask.ts';
import type { Target } from '../fixtures/targets/types.ts';
import { COMPARE_DEFAULTS, fewestPairs } from '../load/compare/compare.ts';
import { assertWithinBounds } from '../load/run/bounds.ts';
import { k6Files, runK6Load } from '../load/k6/run-k6-load.ts';
import { findK6 } from '../load/k6/run-k6.ts';
import type { LoadResults } from '../load/results.ts';
import { runBeside } from '../load/run/run-beside.ts';
import { runLoad, type LoadOptions } from '../load/run/run-load.ts';
import { withOverrides } from '../load/scenario/override.ts';
import { listScenarios, readScenario, scenarioOfMethod } from '../load/scenario/read-scenario.ts';
import { shardOf, type Shard } from '../load/scenario/shard.ts';
import type { Scenario } from '../load/scenario/types.ts';
import { LiveLine } from '../reports/load/live-line.ts';
import { printJson, printLine } from '../reports/print.ts';
import { specification } from '../specs/model/specification.ts';
import type { OutputFlags, TargetFlags } from './common-options.ts';
import { flaggedTarget } from './flagged-target.ts';
import { INTERRUPTED, catchInterruption, InterruptedError } from './interruption.ts';
import { announceLoad } from './announce-load.ts';
import { emitK6 } from './emit-k6.ts';
import { maskedError } from './masked-error.ts';
import { parsedNames } from './parsed-names.ts';
import { reportBeside } from './report-beside.ts';
import { reportLoad, type LoadReporting } from './report-load.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';
import { writableFolder } from './writable-folder.ts';

/** The options of `pyx load` as commander gives them. Durations in milliseconds. */
export interface LoadFlags extends TargetFlags, OutputFlags {
  readonly method?: string;
  readonly list?: boolean;
  readonly rate?: number;
  readonly connections?: number;
  readonly duration?: number;
  readonly warmUp?: number;
  readonly timeout?: number;
  readonly threshold?: string[];
  readonly transactions?: number;
  readonly repeat?: number;
  readonly beside?: string;
  readonly instances?: number;
  /** Shares, not percent. */
  readonly tolerance?: number;
  readonly confidence?: number;
  readonly shard?: Shard;
  readonly engine: 'pyx' | 'k6';
  readonly emit?: string;
  readonly parallelism?: number;
  readonly saturate?: boolean;
  readonly maxRate?: number;
  readonly unbounded?: boolean;
  readonly readOnly?: boolean;
  readonly seed?: number;
}

const DEFAULT_PODS = 2;
/** With 10 pairs that differ by 3 %, 80 % of slow-downs by 10 % are found; with 20 nearly all. */
const DEFAULT_PAIRS = 20;

/**
 * `pyx load`: puts a scenario on a node, measures, and passes the results to `report`, which returns the exit code.
 * Returns that, or that of an interruption.
 */
export async function loadCommand(
  name: string | undefined,
  flags: LoadFlags,
  report: (results: LoadResults, reporting: LoadReporting) => number = reportLoad,
): Promise<number> {
  if (flags.list === true) {
    printScenarios(flags.json === true);
    return 0;
  }
  assertTogether(flags);
  const whole = withOverrides(scenarioOf(name, flags.method), {
    ratePerS: flags.rate,
    connections: flags.connections,
    durationMs: flags.duration,
    warmUpMs: flags.warmUp,
    timeoutMs: flags.timeout,
    thresholds: flags.threshold,
  });
  const { shard, emit, confidence = COMPARE_DEFAULTS.confidence } = flags;
  const repeat = flags.repeat ?? (flags.beside === undefined ? 1 : DEFAULT_PAIRS);
  const scenario = shard ? shardOf(whole, shard) : whole;
  // Before a node is started.
  const k6 = flags.engine === 'k6' && emit === undefined ? await findK6(process.env) : undefined;
  const names = parsedNames(flags.names);
  const secrets = new Secrets();
  const target = await flaggedTarget(flags.target, flags, secrets);
  const beside = flags.beside === undefined ? undefined : await flaggedTarget(flags.beside, flags, secrets);
  const targets = beside ? [target, beside] : [target];
  if (flags.unbounded !== true)
    for (const one of targets) assertWithinBounds({ ...scenario, durationMs: repeat * scenario.durationMs }, one, flags.saturate === true);
  if (shard && target.kind !== 'remote')
    throw new UsageError('the shards of a load share one node', { remedy: 'give its URL by --target' });
  if (emit !== undefined && target.kind !== 'remote')
    throw new UsageError('--emit needs a node that the pods can reach', { remedy: 'give its URL by --target' });
  const outDir = writableFolder(emit ?? flags.out ?? join('pyx-out', new Date().toISOString().replace(/[:.]/g, '-')));
  const interruption = catchInterruption('stopping; the figures so far are reported');
  const { signal } = interruption;
  let opened = false;
  // Do not wait for a node that is still starting.
  signal.addEventListener('abort', () => {
    if (!opened) void closeAll(targets).catch(() => undefined); // closed again below, where an error is reported
  });
  const live = new LiveLine({ stream: process.stderr });
  try {
    const options: LoadOptions = {
      pyx: version,
      specification,
      target,
      scenario,
      targetFile: flags.targetFile,
      names,
      secrets,
      // Shards draw different values.
      seed: (flags.seed ?? Math.floor(Math.random() * 2 ** 31)) + (shard ? shard.index - 1 : 0),
      shard,
      readOnly: flags.readOnly === true,
      transactions: flags.transactions,
      repeat,
      manyClients: hasManyClients(target, flags),
      saturate: flags.saturate === true ? { maxRatePerS: flags.maxRate } : undefined,
      signal,
      onOpened: (load, on) => {
        opened = true;
        for (const line of announceLoad(load, scenario, on, repeat)) printLine(process.stderr, secrets.mask(line));
      },
      onProgress: (what, done, total) => live.progress(what, done, total),
      onPhase: (phase, durationMs) => live.phase(phase, durationMs),
      onSecond: (second) => live.second(second),
      onStep: (step) => live.step(step),
    };
    if (emit !== undefined) {
      const files = await k6Files(options);
      live.close();
      emitK6(files, outDir, flags.parallelism ?? DEFAULT_PODS);
      return 0;
    }
    if (beside) {
      const { instances } = flags;
      const both = await runBeside({ ...options, beside, repeat, instances, manyClientsBeside: hasManyClients(beside, flags) });
      live.close();
      const { tolerance = COMPARE_DEFAULTS.tolerance } = flags;
      const compare = { ...COMPARE_DEFAULTS, tolerance, confidence };
      const code = reportBeside(both, { outDir, json: flags.json === true, compare }, report);
      return signal.aborted ? INTERRUPTED : code;
    }
    const results = await (k6 === undefined ? runLoad(options) : runK6Load(k6, options));
    live.close();
    if (signal.aborted && results.totals.sent === 0) throw new InterruptedError('interrupted before the load began');
    const code = report(results, { outDir, json: flags.json === true });
    return signal.aborted ? INTERRUPTED : code;
  } catch (error) {
    if (signal.aborted) throw new InterruptedError('interrupted before the load began');
    throw maskedError(error, secrets);
  } finally {
    live.close();
    await closeAll(targets);
    interruption.release();
  }
}

const hasManyClients = ({ kind }: Target, { unbounded }: LoadFlags): boolean => kind !== 'remote' || unbounded === true;

async function closeAll(targets: readonly Target[]): Promise<void> {
  await Promise.all(targets.map((target) => target.close()));
}

/** Throws `UsageError` for options that do not go together. */
export function assertTogether(flags: LoadFlags): void {
  const { engine, emit, parallelism, repeat = 1, saturate, shard } = flags;
  const refuse = (problem: string, remedy: string): never => {
    throw new UsageError(problem, { remedy });
  };
  assertBeside(flags, refuse);
  if (repeat > 1 && saturate === true) refuse('--repeat and --saturate exclude each other', 'a search repeats its measurements by itself');
  if (shard && (repeat > 1 || saturate === true)) refuse('--shard cannot be combined with --repeat or --saturate', 'leave out one of them');
  if (emit !== undefined && engine !== 'k6') refuse('--emit writes manifests for k6', 'add --engine k6');
  if (parallelism !== undefined && emit === undefined) refuse('--parallelism is for --emit', 'add --emit DIR');
  if (engine === 'k6' && (repeat > 1 || saturate === true || shard))
    refuse('--engine k6 makes one whole load', 'leave out --repeat, --saturate and --shard, or load with the engine of Pyx');
}

function assertBeside(flags: LoadFlags, refuse: (problem: string, remedy: string) => never): void {
  const { beside, engine, saturate, shard, repeat, instances = 1, target, tolerance, confidence = COMPARE_DEFAULTS.confidence } = flags;
  if (beside === undefined) {
    if (instances > 1 || tolerance !== undefined || flags.confidence !== undefined)
      refuse('--instances, --tolerance and --confidence are for comparisons', 'add --beside TARGET, or use pyx load compare');
    return;
  }
  if (saturate === true || shard || engine === 'k6')
    refuse('--beside cannot be combined with --saturate, --shard or --engine k6', 'leave out one of them');
  const least = fewestPairs(confidence);
  if ((repeat ?? DEFAULT_PAIRS) < least)
    refuse(
      `fewer than ${least} pairs can show no difference at a confidence of ${Number((100 * confidence).toFixed(2))} %`,
      `give --repeat ${least} or more`,
    );
  const isRemote = (one: string): boolean => /^https?:/.test(one);
  if ((isRemote(beside) || isRemote(target)) && instances > 1)
    refuse('--instances needs two targets that Pyx can start', 'leave out --instances');
}

function scenarioOf(name: string | undefined, method: string | undefined): Scenario {
  if (name !== undefined && method !== undefined)
    throw new UsageError('a scenario and --method exclude each other', { remedy: 'give one of them' });
  if (method !== undefined) return scenarioOfMethod(method, specification);
  if (name === undefined)
    throw new UsageError('no scenario is given', { remedy: 'name one (pyx load --list), a file, or a method by --method' });
  return readScenario(name, specification);
}

function printScenarios(json: boolean): void {
  const scenarios = listScenarios(specification);
  const width = Math.max(...scenarios.map(({ name }) => name.length));
  for (const scenario of scenarios) {
    if (json) printJson(process.stdout, scenario);
    else printLine(process.stdout, `${scenario.name.padEnd(width)}  ${scenario.summary}`);
  }
}
