import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../specs/model/user-error.ts';

/** Resources used by one Pyx process, without its nodes. */
export interface Measured {
  /** User and system time. */
  readonly cpuMs: number;
  /** HTTP requests sent, including those for worlds and for starting nodes. */
  readonly calls: number;
  /** Peak heap in use after garbage collection; 0 if memory was not measured. */
  readonly peakLiveBytes: number;
  /** Heap in use after garbage collection at the end. */
  readonly endLiveBytes: number;
  readonly peakRssBytes: number;
}

export interface MeasuredRun extends Measured {
  readonly cases: number;
  readonly wallMs: number;
}

export interface RunToMeasure {
  readonly target: string;
  readonly targetFile: string | undefined;
  readonly seed: number;
  /** `1/4`: every fourth case, from the first. `1/1`: all. */
  readonly shard: string;
  /** Number of trials, each with a different seed. */
  readonly seeds: number;
  /** Sampling the heap costs CPU, so a run measures one of the two. */
  readonly measure: 'cpu' | 'memory';
  /**
   * Folder for the output, kept until the end of the measurement: creating a file on ext4 takes ten times as long near
   * thousands of files just removed, because their inodes are not reused at once.
   */
  readonly folder: string;
}

/** The run could not be measured. */
export class MeasureError extends UserError {
  override readonly name = 'MeasureError';
}

/** Runs the built Pyx in a separate process with its default number of nodes. Throws `MeasureError`. */
export async function measuredRun({ target, targetFile, seed, shard, seeds, measure, folder: parent }: RunToMeasure): Promise<MeasuredRun> {
  const folder = await mkdtemp(join(parent, 'run-'));
  const out = join(folder, 'measured.json');
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      '--import',
      fileURLToPath(new URL('marginal-cost.probe.mjs', import.meta.url)),
      join(process.cwd(), 'dist/pyx.mjs'),
      'run',
      '--json',
      '--target',
      target,
      ...(targetFile === undefined ? [] : ['--target-file', targetFile]),
      '--seed',
      String(seed),
      '--seeds',
      String(seeds),
      '--shard',
      shard,
      '--out',
      join(folder, 'run'),
    ],
    { env: { ...process.env, PYX_BENCH_OUT: out, PYX_BENCH_MEASURE: measure }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const [stdout, stderr] = [collected(child.stdout), collected(child.stderr)];
  const [code] = (await once(child, 'close')) as [number | null];
  // A trial with findings can be measured; a trial that did not run cannot.
  if (code !== 0 && code !== 1)
    throw new MeasureError(
      `pyx run --shard ${shard} ended with ${code ?? 'a signal'}: ${stderr().trim().split('\n').slice(-3).join(' | ')}`,
    );
  const { runs } = JSON.parse(stdout()) as { runs: { totals: Record<string, number> }[] };
  const cases = runs.flatMap(({ totals }) => Object.values(totals)).reduce((sum, count) => sum + count, 0);
  return { ...(JSON.parse(await readFile(out, 'utf8')) as Measured), cases, wallMs: performance.now() - startedAt };
}

function collected(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}
