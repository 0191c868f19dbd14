// The marginal cost of a case in Pyx: npm run bench:cost -- [--target T] [--target-file F] [--sizes 1/4,1,3] [--repetitions 2]
//
// A size is a part of the plan (1/4), or the whole plan several times in one process, each time with a different seed (3).
// CPU time is reported twice: within one trial, where V8 still compiles the code, at a cost that hardly depends on the
// number of cases; and for the trials after the first one in a process, which is the marginal cost of a case (the
// difference between several trials and one). Memory is reported within one trial, because a trial keeps nothing of the
// previous one. For later trials, and for the bare calls measured around each run, the median is used: the minimum would
// depend on luck.
import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bareCalls } from './bare-calls.ts';
import { median } from '../statistics/quantile.ts';
import { fitLine, type LineFit } from './line-fit.ts';
import { MeasureError, measuredRun, type MeasuredRun } from './measured-run.ts';
import { rowOf } from './row.ts';
import { benchProgram, wholeOption } from './bench-program.ts';

/** Maximum cost of a case. */
const REQUIRED = { cpuMs: 2, memoryBytes: 4_096 };
/** A lower R², or a larger relative difference between repetitions, causes a warning. */
const GOOD_R2 = 0.98;
const MAX_SPREAD = 0.2;
/** Maximum load of the machine before the start, as a share of its cores. */
const BUSY = 0.4;

const KB = 1_024;

interface Options {
  readonly target: string;
  readonly targetFile: string | undefined;
  readonly sizes: readonly Size[];
  readonly repetitions: number;
  readonly seed: number;
  readonly out: string;
}

/** One of `parts` equal parts of the plan, or the whole plan with `seeds` seeds. One of the two is 1. */
interface Size {
  readonly name: string;
  readonly parts: number;
  readonly seeds: number;
}

/** Runs of one size: several for CPU, each with a different part of the plan, and one for memory. */
interface Measurement extends Size {
  readonly cpu: readonly MeasuredRun[];
  /** The run of `cpu` with the minimum time per case: other load can only add time. */
  readonly least: MeasuredRun;
  /** Only for a size with one trial. */
  readonly memory: MeasuredRun | undefined;
}

/** A trial in a process that has run other trials before. */
type LaterTrial = Pick<MeasuredRun, 'cases' | 'cpuMs' | 'calls'>;

async function measureSize(options: Options, size: Size, folder: string, around: () => Promise<void>): Promise<Measurement> {
  const { target, targetFile, seed, repetitions } = options;
  const { name, parts, seeds } = size;
  const run = async (repetition: number, measure: 'cpu' | 'memory'): Promise<MeasuredRun> => {
    process.stderr.write(`${measure}, ${name} of the plan … `);
    const measured = await measuredRun({ target, targetFile, seed, shard: `${(repetition % parts) + 1}/${parts}`, seeds, measure, folder });
    process.stderr.write(`${measured.cases} cases, ${(measured.wallMs / 1000).toFixed(1)} s\n`);
    await around();
    return measured;
  };
  const cpu: MeasuredRun[] = [];
  for (let repetition = 0; repetition < repetitions; repetition++) cpu.push(await run(repetition, 'cpu'));
  return { ...size, cpu, least: leastOf(cpu), memory: seeds === 1 ? await run(0, 'memory') : undefined };
}

/** For each run of several trials, the mean use of a trial after the first one. */
function laterTrials(sizes: readonly Measurement[]): LaterTrial[] {
  const firsts = sizes.filter(isWhole).flatMap(({ cpu }) => cpu);
  const first = (of: (run: LaterTrial) => number): number => median(firsts.map(of));
  return sizes.flatMap(({ seeds, cpu }) =>
    seeds === 1
      ? []
      : cpu.map((run) => {
          const later = (of: (run: LaterTrial) => number): number => (of(run) - first(of)) / (seeds - 1);
          return { cases: later(({ cases }) => cases), cpuMs: later(({ cpuMs }) => cpuMs), calls: later(({ calls }) => calls) };
        }),
  );
}

/** The whole plan, once. */
const isWhole = ({ parts, seeds }: Size): boolean => parts === 1 && seeds === 1;

const leastOf = <T extends { readonly cpuMs: number; readonly cases: number }>(runs: readonly T[]): T =>
  runs.reduce((least, run) => (run.cpuMs / run.cases < least.cpuMs / least.cases ? run : least));

const cpuFit = (sizes: readonly Measurement[], of: (run: MeasuredRun) => number): LineFit =>
  fitLine(sizes.map(({ least }) => ({ x: least.cases, y: of(least) })));

const memoryFit = (sizes: readonly Measurement[], of: (run: MeasuredRun) => number): LineFit =>
  fitLine(sizes.flatMap(({ memory }) => (memory ? [{ x: memory.cases, y: of(memory) }] : [])));

/** Reasons not to trust the figures. */
function warningsOf(
  sizes: readonly Measurement[],
  later: readonly LaterTrial[],
  fits: { readonly [name: string]: LineFit },
  loadBefore: number,
): string[] {
  const warnings: string[] = [];
  const cores = availableParallelism();
  if (loadBefore > BUSY * cores)
    warnings.push(
      `the machine was busy before the first run (load ${loadBefore.toFixed(1)} on ${cores} cores): CPU time is higher than on an idle one`,
    );
  const groups = [
    ...sizes.map(({ name, cpu }) => ({ what: `runs of ${name} of the plan`, runs: cpu })),
    { what: 'trials after the first one', runs: later },
  ];
  for (const { what, runs } of groups) {
    const each = runs.map((run) => run.cpuMs / run.cases);
    const apart = (Math.max(...each) - Math.min(...each)) / median(each);
    if (apart > MAX_SPREAD) warnings.push(`${what} differ by ${Math.round(apart * 100)} % in CPU time`);
  }
  for (const [name, { r2 }] of Object.entries(fits)) {
    if (r2 < GOOD_R2) warnings.push(`the figures for ${name} do not fit a line (R² ${r2.toFixed(3)})`);
  }
  return warnings;
}

/** A folder for the runs in the output folder: not beside the data of nodes, which are removed during a run. */
async function folderWithin(out: string): Promise<string> {
  try {
    await mkdir(out, { recursive: true });
    return await mkdtemp(join(out, 'runs-'));
  } catch (error) {
    throw new MeasureError(`--out: ${out} cannot be written (${(error as Error).message}); name a writable folder`);
  }
}

async function benchmark(options: Options): Promise<void> {
  const loadBefore = loadavg()[0] ?? 0;
  const sizes: Measurement[] = [];
  const bareMs: number[] = [];
  const bare = await bareCalls(options.target);
  let folder: string | undefined;
  const around = async (): Promise<void> => void bareMs.push(await bare.measure());
  try {
    folder = await folderWithin(options.out);
    await around();
    for (const size of options.sizes) sizes.push(await measureSize(options, size, folder, around));
  } finally {
    await bare.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
  const within = sizes.filter(({ seeds }) => seeds === 1);
  const later = laterTrials(sizes);
  const [cpuMs, calls, medianBareMs] = [
    median(later.map((trial) => trial.cpuMs / trial.cases)),
    median(later.map((trial) => trial.calls / trial.cases)),
    median(bareMs),
  ];
  const warmingUp = cpuFit(within, (run) => run.cpuMs);
  const memory = memoryFit(within, (run) => run.peakLiveBytes);
  const end = memoryFit(within, (run) => run.endLiveBytes);
  const rss = cpuFit(within, (run) => run.peakRssBytes);
  const warnings = warningsOf(sizes, later, { 'CPU during warm-up': warmingUp, memory }, loadBefore);
  const ofCalls = cpuMs / (calls * medianBareMs);

  const file = join(options.out, 'marginal-cost.json');
  writeFileSync(
    file,
    `${JSON.stringify(
      {
        measuredAt: new Date().toISOString(),
        machine: { cores: availableParallelism(), cpu: cpus()[0]?.model ?? 'unknown', node: process.version, loadBefore },
        options,
        required: REQUIRED,
        sizes,
        laterTrials: later,
        perCase: { cpuMs, cpuMsWarmingUp: warmingUp, calls, liveHeapBytes: memory, heapAtEndBytes: end, peakRssBytes: rss },
        bareCalls: { cpuMs: bareMs, ratio: ofCalls },
        rows: [
          rowOf('cases per second of CPU, of Pyx', {
            ours: 1000 / cpuMs,
            beside: 'their bare calls',
            theirs: 1000 / (calls * medianBareMs),
          }),
        ],
        warnings,
      },
      null,
      2,
    )}\n`,
  );

  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  print('\n  plan      cases    calls   CPU (s)   live heap (MB)   peak RSS (MB)');
  for (const { name, least, memory: heap } of sizes) {
    print(
      [
        `  ${name.padEnd(5)}`,
        String(least.cases).padStart(8),
        String(least.calls).padStart(8),
        (least.cpuMs / 1000).toFixed(2).padStart(9),
        (heap ? (heap.peakLiveBytes / KB ** 2).toFixed(1) : '').padStart(16),
        (least.peakRssBytes / KB ** 2).toFixed(0).padStart(15),
      ].join(' '),
    );
  }
  const each = later.map((trial) => (trial.cpuMs / trial.cases).toFixed(2)).join(', ');
  print(
    `\n  trials after the first one: ${each} ms of CPU per case; bare calls around the runs: ${bareMs.map((ms) => ms.toFixed(3)).join(', ')} ms each`,
  );
  print(`\n  marginal cost of a case                             required`);
  print(row('CPU time of Pyx', { value: cpuMs.toFixed(2), unit: 'ms', required: `${REQUIRED.cpuMs} ms`, met: cpuMs <= REQUIRED.cpuMs }));
  print(row('  during warm-up', { value: warmingUp.slope.toFixed(2), unit: 'ms' }));
  print(
    row('peak live heap', {
      value: (memory.slope / KB).toFixed(2),
      unit: 'KB',
      required: `${REQUIRED.memoryBytes / KB} KB`,
      met: memory.slope <= REQUIRED.memoryBytes,
    }),
  );
  print(row('heap at the end', { value: (end.slope / KB).toFixed(2), unit: 'KB' }));
  print(row('peak RSS', { value: (rss.slope / KB).toFixed(2), unit: 'KB' }));
  print(row('calls', { value: calls.toFixed(2), unit: '' }));
  print(
    `  ${`the same calls by node:http (${medianBareMs.toFixed(3)} ms each)`.padEnd(33)} ${(calls * medianBareMs).toFixed(2).padStart(7)} ms   a case costs ${ofCalls.toFixed(1)} times this`,
  );
  print(
    `  before the first case: ${(warmingUp.intercept / 1000).toFixed(1)} s of CPU, ${(memory.intercept / KB ** 2).toFixed(0)} MB of heap`,
  );
  for (const warning of warnings) print(`  warning: ${warning}`);
  print(`  ${file}`);
}

/** A figure of the table, and what is required of it. */
interface Figure {
  readonly value: string;
  readonly unit: string;
  readonly required?: string;
  readonly met?: boolean;
}

function row(what: string, { value, unit, required = '', met }: Figure): string {
  return `  ${what.padEnd(33)} ${value.padStart(7)} ${unit.padEnd(2)}   ${required.padStart(8)}${met === undefined ? '' : met ? '   met' : '   NOT met'}`.trimEnd();
}

/** Throws `MeasureError` or `UserError` for options that cannot be used. */
function optionsFrom(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      target: { type: 'string', default: 'process:litecoind' },
      'target-file': { type: 'string' },
      sizes: { type: 'string', default: '1/4,1,3' },
      repetitions: { type: 'string', default: '2' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string', default: join('pyx-out', 'bench') },
    },
  });
  const sizes = values.sizes.split(',').map(sizeFrom);
  const [repetitions, seed] = [wholeOption(values, 'repetitions'), wholeOption(values, 'seed')];
  const enough = (of: (size: Size) => boolean): boolean => new Set(sizes.filter(of).map(({ name }) => name)).size >= 2;
  if (!enough(({ seeds }) => seeds === 1) || !sizes.some(isWhole) || !sizes.some(({ seeds }) => seeds > 1)) {
    throw new MeasureError('--sizes needs a part of the plan, the whole plan and the whole plan several times (1/4,1,3)');
  }
  return { target: values.target, targetFile: values['target-file'], sizes, repetitions, seed, out: values.out };
}

function sizeFrom(name: string): Size {
  const [, parts = '', seeds = ''] = /^(?:1\/([2-9]|[1-9]\d)|([1-9]\d?))$/.exec(name) ?? [];
  if (parts === '' && seeds === '')
    throw new MeasureError(`--sizes: "${name}" is not a size; expected a part of the plan such as 1/4, or a number of seeds from 1 to 99`);
  return { name, parts: Number(parts || 1), seeds: Number(seeds || 1) };
}

await benchProgram(async () => {
  await benchmark(optionsFrom(process.argv.slice(2)));
});
