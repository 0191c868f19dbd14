import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The built program; `npm test` has built it. */
const program = join(import.meta.dirname, '../../bin/pyx.js');

export interface PyxOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Working folder. Default: that of the tests. */
  readonly cwd?: string;
  /** Time limit of the command, in milliseconds; then it is killed, and `signal` is set. Default 150,000. */
  readonly withinMs?: number;
}

export interface PyxEnded {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

/** A running command: `ended` never rejects. */
export interface PyxRunning {
  readonly child: ChildProcess & { readonly pid: number };
  readonly ended: Promise<PyxEnded>;
  /** Its output on stderr so far. */
  said(): string;
}

/** Starts `pyx` in an environment that has only the given variables and the path to programs. */
export function startPyx(args: readonly string[], { env = {}, cwd, withinMs = 150_000 }: PyxOptions = {}): PyxRunning {
  const startedAt = performance.now();
  const { PATH = '', HOME = '/', TMPDIR } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH, HOME, ...(TMPDIR !== undefined && { TMPDIR }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  });
  if (child.pid === undefined) throw new Error('pyx could not be started');
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
  const ended = new Promise<PyxEnded>((resolve) => {
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, stdout, stderr, durationMs: performance.now() - startedAt });
    });
  });
  return { child: child as PyxRunning['child'], ended, said: () => stderr };
}

export function pyx(args: readonly string[], options?: PyxOptions): Promise<PyxEnded> {
  return startPyx(args, options).ended;
}

/** Runs `work` with an empty folder that is removed afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'pyx-test-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The parts of `results.json` that the tests use. */
/** A count in `results.json`; see `reports/results.schema.json`. */
export type Dimension = 'methods' | 'params' | 'enumValues' | 'resultFields' | 'stateRows' | 'rules' | 'limits' | 'errors';

export interface Results {
  readonly complete: boolean;
  readonly seed: number;
  readonly durationMs: number;
  readonly totals: Readonly<Record<string, number>>;
  readonly target: { readonly name: string };
  readonly coverage: {
    readonly [dimension in Dimension]: { readonly covered: number; readonly total: number; readonly missing: readonly string[] };
  };
  readonly cases: readonly {
    readonly id: string;
    readonly suite: string;
    readonly status: string;
    readonly internal?: boolean;
    readonly reason?: string;
    readonly findings: readonly { readonly check: string; readonly evidence: string; readonly message: string }[];
  }[];
}

export async function resultsIn(outDir: string): Promise<Results> {
  return JSON.parse(await readFile(join(outDir, 'results.json'), 'utf8')) as Results;
}

/** The complete lines of `journal.jsonl`: the last one may be cut off. */
export async function journalIn(outDir: string): Promise<{ t: string; id?: string; status?: string; request?: unknown }[]> {
  const text = await readFile(join(outDir, 'journal.jsonl'), 'utf8');
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { t: string });
}
