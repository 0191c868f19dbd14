// How often a comparison of two loads is wrong: alarms where nothing changed, and a planted slow-down that is not found, on
// embedded nodes: node scripts/bench.mjs compare-power [--runs 101] [--repeat 10] [--milliseconds 1000] [--method getblockchaininfo] [--slower 0.1] [--json]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Secrets } from '../../client/mask.ts';
import { openTarget } from '../../fixtures/targets/open-target.ts';
import { specification } from '../../specs/model/specification.ts';
import { UserError } from '../../specs/model/user-error.ts';
import { COMPARE_DEFAULTS, compareLoads } from '../compare/compare.ts';
import { differences } from '../compare/differences.ts';
import type { Comparison } from '../compare/types.ts';
import type { LoadResults } from '../results.ts';
import { runLoad } from '../run/run-load.ts';
import { withOverrides } from '../scenario/override.ts';
import { scenarioOfMethod } from '../scenario/read-scenario.ts';
import { quantile } from '../statistics/quantile.ts';

/** `plain` and `slower` are measured in turn, so that both see the same weather of a shared machine. */
interface Pair {
  readonly plain: LoadResults;
  readonly slower: LoadResults;
}

interface Options {
  readonly runs: number;
  readonly repeat: number;
  readonly milliseconds: number;
  readonly method: string;
  readonly slower: number;
  readonly out: string;
  readonly json: boolean;
}

const PROBE = fileURLToPath(new URL('compare-power.probe.mjs', import.meta.url));
const WARM_UP_MS = 500;

/** One measurement as `pyx load` makes it, on a node of its own. */
async function measure({ method, milliseconds, repeat }: Options, slower: number): Promise<LoadResults> {
  const secrets = new Secrets();
  if (slower > 0) {
    process.env['NODE_OPTIONS'] = `--import=${pathToFileURL(PROBE).href}`;
    process.env['PYX_BENCH_SLOWER'] = String(slower);
  }
  const target = await openTarget('embedded', { env: process.env, secrets });
  try {
    return await runLoad({
      pyx: 'bench',
      specification,
      target,
      scenario: {
        ...withOverrides(scenarioOfMethod(method, specification), { durationMs: milliseconds, warmUpMs: WARM_UP_MS }),
        fill: { blocks: 0, transactionsPerBlock: 0, poolTransactions: 0 },
      },
      secrets,
      seed: 1,
      readOnly: false,
      repeat,
      manyClients: true,
      onOpened: () => {},
      onProgress: () => {},
      onPhase: () => {},
      onSecond: () => {},
      onStep: () => {},
    });
  } finally {
    delete process.env['NODE_OPTIONS'];
    delete process.env['PYX_BENCH_SLOWER'];
    await target.close();
  }
}

/** Undefined where the comparison is refused, as other programs had the machine. */
function compared(base: LoadResults, changed: LoadResults): Comparison | undefined {
  return differences(base, changed).length > 0 ? undefined : compareLoads(base, changed, COMPARE_DEFAULTS);
}

const made = (all: readonly (Comparison | undefined)[]): Comparison[] => all.filter((one) => one !== undefined);

/** Neighbours of one kind: nothing has changed. */
function alarms(pairs: readonly Pair[]): { readonly comparisons: number; readonly alarms: number } {
  const found = pairs.slice(1).flatMap((pair, index) => {
    const before = pairs[index] as Pair;
    return made([compared(before.plain, pair.plain), compared(before.slower, pair.slower)]);
  });
  return { comparisons: found.length, alarms: found.filter(({ isRegression }) => isRegression).length };
}

/** A plain load and the slower one that follows it. */
function detections(pairs: readonly Pair[]): { readonly comparisons: number; readonly found: number; readonly ratios: readonly number[] } {
  const found = made(pairs.map(({ plain, slower }) => compared(plain, slower)));
  return {
    comparisons: found.length,
    found: found.filter(({ isRegression }) => isRegression).length,
    ratios: found.map(({ metrics }) => metrics[0]?.ratio ?? Number.NaN),
  };
}

async function benchmark(options: Options): Promise<void> {
  mkdirSync(options.out, { recursive: true });
  const file = join(options.out, 'compare-power.json');
  const pairs: Pair[] = [];
  while (pairs.length < options.runs) {
    const plain = await measure(options, 0);
    pairs.push({ plain, slower: await measure(options, options.slower) });
    process.stderr.write(`run ${pairs.length} of ${options.runs}\n`);
    // After each run, as all of them take long.
    write(file, { options, pairs });
  }
  const results = { options, unchanged: alarms(pairs), planted: detections(pairs), pairs };
  write(file, results);
  if (options.json) process.stdout.write(`${JSON.stringify(results)}\n`);
  else print(results, file);
}

function write(file: string, { pairs, ...results }: { readonly pairs: readonly Pair[]; readonly [name: string]: unknown }): void {
  const all = {
    measuredAt: new Date().toISOString(),
    machine: pairs[0]?.plain.machine,
    otherWork: pairs.map(({ plain, slower }) => [plain.machine.otherWork, slower.machine.otherWork]),
    defaults: COMPARE_DEFAULTS,
    ...results,
    repeats: pairs.map(({ plain, slower }) => ({ plain: plain.repeats, slower: slower.repeats })),
  };
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
}

function print(
  {
    pairs,
    unchanged,
    planted,
    options: { slower, repeat, milliseconds },
  }: {
    readonly pairs: readonly Pair[];
    readonly unchanged: ReturnType<typeof alarms>;
    readonly planted: ReturnType<typeof detections>;
    readonly options: Options;
  },
  file: string,
): void {
  const percent = (ratio: number): string => `${(100 * (ratio - 1)).toFixed(1)} %`;
  const lines = [
    `\n  ${pairs.length} loads of each kind, each of ${repeat} measurements of ${milliseconds} ms on a node of its own`,
    `  refused for other work:    ${3 * pairs.length - 2 - unchanged.comparisons - planted.comparisons} of ${3 * pairs.length - 2} comparisons`,
    `  nothing changed:           ${unchanged.alarms} alarms in ${unchanged.comparisons} comparisons`,
    `  slower by ${percent(1 + slower)}:         found in ${planted.found} of ${planted.comparisons} comparisons`,
    `  change of the rate found:  ${percent(quantile(planted.ratios, 0.05))} to ${percent(quantile(planted.ratios, 0.95))} (5th to 95th percentile)`,
    `  ${file}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Throws `UserError` for options that cannot be used. */
function optionsFrom(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string', default: '101' },
      repeat: { type: 'string', default: '10' },
      milliseconds: { type: 'string', default: '1000' },
      method: { type: 'string', default: 'getblockchaininfo' },
      slower: { type: 'string', default: '0.1' },
      out: { type: 'string', default: join('pyx-out', 'bench') },
      json: { type: 'boolean', default: false },
    },
  });
  const atLeast = (option: 'runs' | 'repeat' | 'milliseconds', least: number): number => {
    const value = Number(values[option]);
    if (Number.isSafeInteger(value) && value >= least) return value;
    throw new UserError(`--${option} takes a whole number of ${least} or more, not "${values[option]}"`);
  };
  const slower = Number(values.slower);
  if (!(slower > 0 && slower < 10)) throw new UserError(`--slower takes a share such as 0.1, not "${values.slower}"`);
  return {
    runs: atLeast('runs', 2),
    repeat: atLeast('repeat', 6),
    milliseconds: atLeast('milliseconds', 100),
    method: values.method,
    slower,
    out: values.out,
    json: values.json,
  };
}

try {
  await benchmark(optionsFrom(process.argv.slice(2)));
} catch (error) {
  const known = error instanceof UserError || (error as { code?: unknown }).code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION';
  process.stderr.write(`${known ? (error as Error).message : (error as Error).stack}\n`);
  process.exitCode = 2;
}
