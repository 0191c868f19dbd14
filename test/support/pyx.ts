import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCommand, type CommandEnded, type CommandOptions, type CommandRunning } from './command.ts';

/** The built program; `npm test` has built it. */
const program = join(import.meta.dirname, '../../bin/pyx.js');

export type PyxEnded = CommandEnded;
export type PyxRunning = CommandRunning;

/** Starts `pyx` in an environment that has only the given variables and the path to programs. */
export const startPyx = (args: readonly string[], options?: CommandOptions): PyxRunning =>
  startCommand(process.execPath, [program, ...args], options);

export function pyx(args: readonly string[], options?: CommandOptions): Promise<PyxEnded> {
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
  readonly listened?: object;
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
