// How often a comparison of two nodes beside each other (pyx load --beside) is wrong: alarms where nothing changed, and a planted
// slow-down that is not found, on embedded nodes: node scripts/bench.mjs detection-rate [--runs 200] [--planted 100] [--repeat 20] [--milliseconds 500] [--instances 1] [--slice MS] [--method getblockchaininfo] [--slower 0.1] [--json]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Secrets } from '../../client/mask.ts';
import { openTarget } from '../../fixtures/targets/open-target.ts';
import type { Target } from '../../fixtures/targets/types.ts';
import { specification } from '../../specs/model/specification.ts';
import { UserError } from '../../specs/model/user-error.ts';
import { COMPARE_DEFAULTS, compareLoads } from '../compare/compare.ts';
import type { Comparison } from '../compare/types.ts';
import type { LoadResults } from '../results.ts';
import { runBeside } from '../run/run-beside.ts';
import { withOverrides } from '../scenario/override.ts';
import { scenarioOfMethod } from '../scenario/read-scenario.ts';
import { quantile } from '../statistics/quantile.ts';
import { benchProgram, wholeOption } from './bench-program.ts';

/** Two embedded nodes beside each other: `base` is plain, and `changed` plain too, or slower. */
interface Run {
  readonly planted: boolean;
  /** With starting the nodes. */
  readonly wallMs: number;
  readonly base: LoadResults;
  readonly changed: LoadResults;
  readonly comparison: Comparison;
}

interface Options {
  readonly runs: number;
  readonly planted: number;
  readonly repeat: number;
  readonly milliseconds: number;
  readonly instances: number;
  /** Undefined: as `pyx load` does. */
  readonly sliceMs: number | undefined;
  readonly method: string;
  readonly slower: number;
  readonly out: string;
  readonly json: boolean;
}

const PROBE = fileURLToPath(new URL('detection-rate.probe.mjs', import.meta.url));
const WARM_UP_MS = 500;

/** Measures as `pyx load --beside` does, on nodes of their own. */
async function measure({ method, milliseconds, repeat, instances, sliceMs, slower }: Options, planted: boolean): Promise<Run> {
  const startedMs = performance.now();
  const secrets = new Secrets();
  const opened = await openTarget('embedded', { env: process.env, secrets });
  const target = planted ? slowed(opened, slower) : opened;
  const beside = await openTarget('embedded', { env: process.env, secrets });
  try {
    const results = await runBeside({
      pyx: 'bench',
      specification,
      target,
      beside,
      scenario: {
        ...withOverrides(scenarioOfMethod(method, specification), { durationMs: milliseconds, warmUpMs: WARM_UP_MS }),
        fill: { blocks: 0, transactionsPerBlock: 0, poolTransactions: 0 },
      },
      secrets,
      seed: 1,
      readOnly: false,
      repeat,
      instances,
      sliceMs,
      manyClients: true,
      manyClientsBeside: true,
      onOpened: () => {},
      onProgress: () => {},
      onPhase: () => {},
      onSecond: () => {},
    });
    const comparison = compareLoads(results.beside, results.target, COMPARE_DEFAULTS);
    return { planted, wallMs: performance.now() - startedMs, base: results.beside, changed: results.target, comparison };
  } finally {
    await target.close();
    await beside.close();
  }
}

/** A target whose nodes are slower by this share. A node gets the environment that this process has when it is started. */
function slowed(target: Target, slower: number): Target {
  return {
    kind: target.kind,
    name: target.name,
    capabilities: target.capabilities,
    setStartOptions: (options) => target.setStartOptions(options),
    start: async (profile, extraOptions) => {
      process.env['NODE_OPTIONS'] = `--import=${pathToFileURL(PROBE).href}`;
      process.env['PYX_BENCH_SLOWER'] = String(slower);
      try {
        return await target.start(profile, extraOptions);
      } finally {
        delete process.env['NODE_OPTIONS'];
        delete process.env['PYX_BENCH_SLOWER'];
      }
    },
    close: () => target.close(),
  };
}

async function benchmark(options: Options): Promise<void> {
  mkdirSync(options.out, { recursive: true });
  const file = join(options.out, 'detection-rate.json');
  const runs: Run[] = [];
  const count = Math.max(options.runs, options.planted);
  for (let run = 0; run < count; run++) {
    for (const planted of [false, true]) if (run < (planted ? options.planted : options.runs)) runs.push(await measure(options, planted));
    process.stderr.write(`run ${run + 1} of ${count}\n`);
    // After each run, as all of them take long.
    write(file, options, runs);
  }
  if (options.json) process.stdout.write(`${JSON.stringify({ options, ...summaryJson(runs) })}\n`);
  else print(options, runs, file);
}

/** What the comparisons of one kind showed by a metric. */
interface Shown {
  readonly regressions: number;
  readonly ratios: readonly number[];
  /** The smallest change that each comparison could have found; Infinity for none. */
  readonly detectable: readonly number[];
}

/** Of the comparisons of one kind. */
interface Outcome {
  readonly comparisons: number;
  readonly regressions: number;
  readonly byMetric: ReadonlyMap<string, Shown>;
}

function outcome(runs: readonly Run[]): Outcome {
  const names = new Set(runs.flatMap(({ comparison }) => comparison.metrics.map(({ metric }) => metric)));
  const shown = (name: string): Shown => {
    const metrics = runs.flatMap(({ comparison }) => comparison.metrics.filter(({ metric }) => metric === name));
    return {
      regressions: metrics.filter(({ verdict }) => verdict === 'regression').length,
      ratios: metrics.map(({ ratio }) => ratio),
      detectable: metrics.map(({ detectable }) => detectable ?? Infinity),
    };
  };
  return {
    comparisons: runs.length,
    regressions: runs.filter(({ comparison }) => comparison.isRegression).length,
    byMetric: new Map([...names].map((name) => [name, shown(name)])),
  };
}

const asJson = ({ byMetric, ...rest }: Outcome): object => ({ ...rest, byMetric: Object.fromEntries(byMetric) });

const summary = (runs: readonly Run[]) => ({
  unchanged: outcome(runs.filter(({ planted }) => !planted)),
  planted: outcome(runs.filter(({ planted }) => planted)),
  longestMs: Math.max(...runs.map(({ wallMs }) => wallMs)),
});

function summaryJson(runs: readonly Run[]): object {
  const { unchanged, planted, longestMs } = summary(runs);
  return { unchanged: asJson(unchanged), planted: asJson(planted), longestMs };
}

function write(file: string, options: Options, runs: readonly Run[]): void {
  const all = {
    measuredAt: new Date().toISOString(),
    machine: runs[0]?.base.machine,
    defaults: COMPARE_DEFAULTS,
    options,
    ...summaryJson(runs),
    runs: runs.map(({ planted, wallMs, base, changed, comparison }) => ({
      planted,
      wallMs,
      otherWork: base.machine.otherWork,
      comparison,
      base: base.repeats,
      changed: changed.repeats,
    })),
  };
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
}

function print({ slower, repeat, milliseconds, instances }: Options, runs: readonly Run[], file: string): void {
  const percent = (ratio: number): string => `${(100 * (ratio - 1)).toFixed(1)} %`;
  const range = (ratios: readonly number[]): string => `${percent(quantile(ratios, 0.05))} to ${percent(quantile(ratios, 0.95))}`;
  const { unchanged, planted, longestMs } = summary(runs);
  const lines = [
    `\n  two nodes beside each other: ${repeat} pairs of ${milliseconds} ms, ${instances} of each side; at most ${(longestMs / 1_000).toFixed(1)} s with their start`,
    `  nothing changed: ${unchanged.regressions} alarms in ${unchanged.comparisons} comparisons`,
    `  slower by ${percent(1 + slower)}: found in ${planted.regressions} of ${planted.comparisons} comparisons`,
    ...[...unchanged.byMetric].map(([metric, shown]) => {
      const slow = planted.byMetric.get(metric);
      const least = quantile(shown.detectable, 0.5);
      return (
        `  ${metric.padEnd(8)} ${shown.regressions} alarms, found ${slow?.regressions ?? 0}; change ${range(shown.ratios)} where nothing changed` +
        `${slow ? `, ${range(slow.ratios)} where slower` : ''}; could find ${Number.isFinite(least) ? percent(1 + least) : 'nothing'} (median)`
      );
    }),
    `  ${file}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Throws `UserError` for options that cannot be used. */
function optionsFrom(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string', default: '200' },
      planted: { type: 'string', default: '100' },
      repeat: { type: 'string', default: '20' },
      milliseconds: { type: 'string', default: '500' },
      instances: { type: 'string', default: '1' },
      slice: { type: 'string' },
      method: { type: 'string', default: 'getblockchaininfo' },
      slower: { type: 'string', default: '0.1' },
      out: { type: 'string', default: join('pyx-out', 'bench') },
      json: { type: 'boolean', default: false },
    },
  });
  const slower = Number(values.slower);
  if (!(slower > 0 && slower < 10)) throw new UserError(`--slower takes a share such as 0.1, not "${values.slower}"`);
  return {
    runs: wholeOption(values, 'runs', 1),
    planted: wholeOption(values, 'planted', 0),
    instances: wholeOption(values, 'instances', 1),
    sliceMs: values.slice === undefined ? undefined : wholeOption(values, 'slice', 10),
    repeat: wholeOption(values, 'repeat', 6),
    milliseconds: wholeOption(values, 'milliseconds', 100),
    method: values.method,
    slower,
    out: values.out,
    json: values.json,
  };
}

await benchProgram(async () => {
  await benchmark(optionsFrom(process.argv.slice(2)));
});
