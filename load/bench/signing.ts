// Signed transactions per second beside the bare library, and a whole preparation:
// node scripts/bench.mjs signing [--transactions 100000] [--outputs-per-tx 1] [--threads 2] [--rounds 5] [--target embedded] [--json]
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { openTarget } from '../../fixtures/targets/open-target.ts';
import { UserError } from '../../specs/model/user-error.ts';
import { openCurve } from '../transactions/curve.ts';
import { openPrepared } from '../transactions/open-prepared.ts';
import { planTransactions } from '../transactions/plan.ts';
import { prepareTransactions } from '../transactions/prepare-transactions.ts';
import { signingJobs } from '../transactions/signing-job.ts';
import { SigningThreads } from '../transactions/signing-threads.ts';
import type { PrepareStep } from '../transactions/types.ts';
import { median } from '../statistics/quantile.ts';
import { rowOf } from './row.ts';
import { benchProgram, wholeOption } from './bench-program.ts';

/** Signatures and transactions of one round, for each thread: about a second's. */
const PER_THREAD = 25_000;
const MB = 1024 ** 2;

interface Options {
  readonly transactions: number;
  readonly outputsPerTx: number;
  readonly threads: number;
  readonly rounds: number;
  readonly target: string;
  readonly out: string;
  readonly json: boolean;
}

interface Rate {
  readonly perSecond: number;
  /** CPU time of all threads, for each. */
  readonly cpuUs: number;
}

async function measured(count: number, work: () => Promise<void>): Promise<Rate> {
  const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpuBefore);
  return { perSecond: (count * 1000) / (performance.now() - startedAt), cpuUs: (user + system) / count };
}

/** The bare library and our threads alternately, both with their threads started and warm. */
async function compare({ threads, rounds, outputsPerTx }: Options): Promise<{ bare: Rate[]; ours: Rate[] }> {
  const count = PER_THREAD * threads;
  const workers = Array.from({ length: threads }, () => new Worker(new URL('./signing.probe.mjs', import.meta.url)));
  const signBare = async (): Promise<void> => {
    await Promise.all(
      workers.map(async (worker) => {
        worker.postMessage(PER_THREAD, []);
        await once(worker, 'message');
      }),
    );
  };
  // It makes no difference to signing whether the coins exist.
  const plan = planTransactions({ count, outputsPerTx, feeRateSatPerVb: 2 });
  const fanOuts = plan.fanOuts.map((part) => ({ ...part, txid: Buffer.alloc(32, part.first) }));
  const ourThreads = new SigningThreads(
    { seed: 1, curve: openCurve().name, outputsPerTx, outputSat: plan.outputSat, coinSat: plan.coinSat },
    threads,
  );
  const signOurs = async (): Promise<void> => {
    let signed = 0;
    for await (const { job } of ourThreads.sign(signingJobs(plan, fanOuts))) signed += job.count;
    if (signed !== count) throw new Error(`${signed} of ${count} transactions were signed`);
  };
  const [bare, ours]: [Rate[], Rate[]] = [[], []];
  try {
    await signBare();
    await signOurs();
    for (let round = 1; round <= rounds; round++) {
      process.stderr.write(`round ${round} of ${rounds}\n`);
      bare.push(await measured(count, signBare));
      ours.push(await measured(count, signOurs));
    }
  } finally {
    await ourThreads.close();
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  return { bare, ours };
}

interface Preparation {
  /** Milliseconds from one step to the next. */
  readonly stepsMs: { readonly [step in PrepareStep]?: number };
  readonly wholeMs: number;
  readonly signedPerSecond: number;
  readonly fileBytes: number;
  readonly readMs: number;
  readonly blocks: number;
  /** Of this process with all its threads, at the end. */
  readonly peakRssBytes: number;
}

/** From nothing to a file, and the file read back. */
async function prepare({ transactions, outputsPerTx, threads, target: name, out }: Options): Promise<Preparation> {
  const folder = mkdtempSync(join(out, 'prepared-'));
  const target = await openTarget(name, { env: process.env });
  try {
    const file = join(folder, 'transactions.ndjson');
    const node = await target.start('default');
    const stepsMs: { [step in PrepareStep]?: number } = {};
    const startedAt = performance.now();
    let lastAt = startedAt;
    const header = await prepareTransactions({
      funder: node.client,
      count: transactions,
      outputsPerTx,
      seed: 1,
      jobs: threads,
      out: file,
      onProgress({ step, done, total }) {
        const now = performance.now();
        stepsMs[step] = (stepsMs[step] ?? 0) + now - lastAt;
        lastAt = now;
        if (done === total) process.stderr.write(`${step}: ${total} in ${((stepsMs[step] ?? 0) / 1000).toFixed(1)} s\n`);
      },
    });
    const wholeMs = performance.now() - startedAt;
    const readAt = performance.now();
    let read = 0;
    for await (const _hex of (await openPrepared(file)).transactions()) read++;
    if (read !== transactions) throw new UserError(`${read} transactions were read, and ${transactions} written`);
    return {
      stepsMs,
      wholeMs,
      signedPerSecond: (transactions * 1000) / (stepsMs.signing ?? Number.NaN),
      fileBytes: statSync(file).size,
      readMs: performance.now() - readAt,
      blocks: header.blocks,
      peakRssBytes: process.resourceUsage().maxRSS * 1024,
    };
  } finally {
    await target.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchmark(options: Options): Promise<void> {
  const loadBefore = loadavg()[0] ?? 0;
  mkdirSync(options.out, { recursive: true });
  // First, so that the peak of memory is that of the preparation alone.
  const preparation = await prepare(options);
  const { bare, ours } = await compare(options);
  const of = (rates: readonly Rate[], key: keyof Rate): number => median(rates.map((rate) => rate[key]));
  const ratios = { perSecond: of(ours, 'perSecond') / of(bare, 'perSecond'), cpuUs: of(ours, 'cpuUs') / of(bare, 'cpuUs') };
  const results = {
    measuredAt: new Date().toISOString(),
    machine: { cores: availableParallelism(), cpu: cpus()[0]?.model ?? 'unknown', node: process.version, loadBefore },
    curve: openCurve().name,
    options,
    bare,
    ours,
    ratios,
    preparation,
    rows: [
      rowOf(`transactions signed per second, ${options.threads} threads`, {
        ours: of(ours, 'perSecond'),
        beside: 'bare library',
        theirs: of(bare, 'perSecond'),
      }),
      rowOf('CPU µs for a signed transaction', { ours: of(ours, 'cpuUs'), beside: 'bare library', theirs: of(bare, 'cpuUs') }),
    ],
  };
  const file = join(options.out, 'signing.json');
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  if (options.json) process.stdout.write(`${JSON.stringify(results)}\n`);
  else say(results, file);
}

function say(
  {
    curve,
    bare,
    ours,
    ratios,
    preparation,
    options,
    machine,
  }: {
    readonly curve: string;
    readonly bare: readonly Rate[];
    readonly ours: readonly Rate[];
    readonly ratios: { readonly [key in keyof Rate]: number };
    readonly preparation: Preparation;
    readonly options: Options;
    readonly machine: { readonly loadBefore: number };
  },
  file: string,
): void {
  const line = (text: string): void => void process.stdout.write(`${text}\n`);
  const row = (what: string, rates: readonly Rate[]): void =>
    line(
      `  ${what.padEnd(34)} ${median(rates.map(({ perSecond }) => perSecond))
        .toFixed(0)
        .padStart(10)} ${median(rates.map(({ cpuUs }) => cpuUs))
        .toFixed(1)
        .padStart(12)}`,
    );
  line(`\n  ${`${options.threads} threads, curve ${curve}, median of ${bare.length}`.padEnd(34)} per second   CPU µs each`);
  row('signatures of the bare library', bare);
  row(`transactions of ${options.outputsPerTx} outputs`, ours);
  line(`  ${'ratio'.padEnd(34)} ${ratios.perSecond.toFixed(2).padStart(10)} ${ratios.cpuUs.toFixed(2).padStart(12)}`);
  const { wholeMs, signedPerSecond, fileBytes, readMs, blocks, peakRssBytes } = preparation;
  line(`\n  ${options.transactions} transactions prepared on ${options.target} in ${(wholeMs / 1000).toFixed(1)} s, ${blocks} blocks:`);
  line(
    `  ${signedPerSecond.toFixed(0)} signed and written per second, ${(fileBytes / MB).toFixed(0)} MB, read in ${(readMs / 1000).toFixed(1)} s,`,
  );
  line(`  at most ${(peakRssBytes / MB).toFixed(0)} MB of memory`);
  if (machine.loadBefore > 0.4 * availableParallelism())
    line(`  warning: the machine was busy before the first run (load ${machine.loadBefore.toFixed(1)} on ${availableParallelism()} cores)`);
  line(`  ${file}`);
}

/** Throws `UserError` for options that cannot be used. */
function optionsFrom(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      transactions: { type: 'string', default: '100000' },
      'outputs-per-tx': { type: 'string', default: '1' },
      threads: { type: 'string', default: String(availableParallelism()) },
      rounds: { type: 'string', default: '5' },
      target: { type: 'string', default: 'embedded' },
      out: { type: 'string', default: join('pyx-out', 'bench') },
      json: { type: 'boolean', default: false },
    },
  });
  return {
    transactions: wholeOption(values, 'transactions'),
    outputsPerTx: wholeOption(values, 'outputs-per-tx'),
    threads: wholeOption(values, 'threads'),
    rounds: wholeOption(values, 'rounds'),
    target: values.target,
    out: values.out,
    json: values.json,
  };
}

await benchProgram(async () => {
  await benchmark(optionsFrom(process.argv.slice(2)));
});
