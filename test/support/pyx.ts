import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The built program; `npm test` has built it. */
const program = join(import.meta.dirname, '../../bin/pyx.js');

export interface PyxOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Longest time the command may take, in milliseconds; it is killed then, and `signal` says so. Default 150,000. */
  readonly withinMs?: number;
}

export interface PyxEnded {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

/** A command that runs: `ended` never rejects. */
export interface PyxRunning {
  readonly child: ChildProcess & { readonly pid: number };
  readonly ended: Promise<PyxEnded>;
  /** What it has said on stderr so far. */
  said(): string;
}

/** Starts `pyx` in an empty environment but for what is given and the path to programs. */
export function startPyx(args: readonly string[], { env = {}, withinMs = 150_000 }: PyxOptions = {}): PyxRunning {
  const startedAt = performance.now();
  const { PATH = '', HOME = '/', TMPDIR } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH, HOME, ...(TMPDIR !== undefined && { TMPDIR }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
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

/** What of `results.json` the tests look at. */
/** What `results.json` counts; see `reports/results.schema.json`. */
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

/** Lines of `journal.jsonl`, a last one that was cut short left out. */
export async function journalIn(outDir: string): Promise<{ t: string; id?: string; status?: string; request?: unknown }[]> {
  const text = await readFile(join(outDir, 'journal.jsonl'), 'utf8');
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { t: string });
}
