import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { forgetGroup, killAtExit, signalGroup } from '../../fixtures/temporary/process-group.ts';
import { processUsage } from '../../fixtures/targets/usage.ts';

export interface K6ProcessOptions {
  readonly cwd?: string | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Ends it as Ctrl-C does. */
  readonly signal?: AbortSignal | undefined;
  /** It is ended when it takes longer. */
  readonly withinMs: number;
  /** It is killed when it takes longer after SIGINT. */
  readonly stopsWithinMs?: number | undefined;
  /** Called with its process group, and with undefined when that has ended. */
  readonly onGroup?: ((group: number | undefined) => void) | undefined;
}

export interface K6End {
  /** `cannot be run (ENOENT)`, `ended with exit code 1`, `did not end within 10 s`; undefined where it ended with code 0 in time. */
  readonly failure: string | undefined;
  /** Null where a signal ended it, it took too long, or it did not start. */
  readonly code: number | null;
  /** The end of what it wrote to stderr. */
  readonly said: string;
  /** The end of what it wrote to stdout. */
  readonly printed: string;
  /** CPU time, up to the last half second. */
  readonly cpuMs: number;
}

type StartedChild = ChildProcessByStdio<null, Readable, Readable> & { readonly pid: number };
type Started = { readonly child: StartedChild; readonly failure: undefined } | { readonly child: undefined; readonly failure: string };

const LINES_SHOWN = 10;
const KEPT_CHARACTERS = 10_000;
const SAMPLED_EVERY_MS = 500;
/** k6 writes its summary meanwhile. */
const STOPS_WITHIN_MS = 3_000;
/** A program that it has left behind may keep its output open. */
const OUTPUT_WITHIN_MS = 500;

/**
 * Runs k6 in a process group of its own, which is gone when this resolves, whatever k6 does: it gets SIGINT on an abort and
 * when its time is over, and SIGKILL when that does not end it. Does not reject.
 */
export async function runK6Process(program: string, args: readonly string[], options: K6ProcessOptions): Promise<K6End> {
  const { cwd, env, signal, withinMs, stopsWithinMs = STOPS_WITHIN_MS, onGroup } = options;
  const { child, failure } = await start(program, args, { cwd, env });
  if (!child) return { failure: `cannot be run (${failure})`, code: null, said: '', printed: '', cpuMs: 0 };
  const group = child.pid;
  killAtExit(group);
  onGroup?.(group);
  const [said, printed] = [endOf(child.stderr), endOf(child.stdout)];
  let cpuMs = 0;
  const sampling = setInterval(() => {
    void processUsage(group).then((usage) => (cpuMs = usage?.cpuMs ?? cpuMs));
  }, SAMPLED_EVERY_MS);
  let killing: NodeJS.Timeout | undefined;
  const interrupt = (): void => {
    signalGroup(group, 'SIGINT');
    killing ??= setTimeout(() => signalGroup(group, 'SIGKILL'), stopsWithinMs);
  };
  let overdue = false;
  const timeLimit = setTimeout(() => {
    overdue = true;
    interrupt();
  }, withinMs);
  signal?.addEventListener('abort', interrupt, { once: true });
  if (signal?.aborted === true) interrupt();
  const [code, by] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.once('exit', (...how) => {
      // What a wrapper of k6 has left behind.
      signalGroup(group, 'SIGKILL');
      forgetGroup(group);
      onGroup?.(undefined);
      resolve(how);
    }),
  );
  for (const timer of [killing, timeLimit]) clearTimeout(timer);
  clearInterval(sampling);
  signal?.removeEventListener('abort', interrupt);
  const closed = Promise.all([said.closed, printed.closed]);
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, OUTPUT_WITHIN_MS).unref())]);
  for (const stream of [child.stderr, child.stdout]) stream.destroy();
  const ended = `ended with ${code === null ? `signal ${by ?? 'unknown'}` : `exit code ${code}`}`;
  return {
    failure: overdue ? `did not end within ${withinMs / 1_000} s` : code === 0 ? undefined : ended,
    code: overdue ? null : code,
    said: said.text(),
    printed: printed.text(),
    cpuMs,
  };
}

/** Keeps the end of what comes from a stream. */
function endOf(stream: Readable): { readonly text: () => string; readonly closed: Promise<void> } {
  let end = '';
  stream.setEncoding('utf8').on('data', (text: string) => (end = (end + text).slice(-KEPT_CHARACTERS)));
  return { text: () => end, closed: new Promise((resolve) => stream.once('close', resolve)) };
}

/** Does not reject: a program that cannot be started has a `failure`. */
function start(program: string, args: readonly string[], options: Pick<K6ProcessOptions, 'cwd' | 'env'>): Promise<Started> {
  return new Promise((resolve) => {
    const failed = ({ code, message }: NodeJS.ErrnoException): void => resolve({ child: undefined, failure: code ?? message });
    try {
      const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
      child.once('spawn', () => resolve({ child: child as StartedChild, failure: undefined })).once('error', failed);
    } catch (error) {
      // Such as a name that no program can have.
      failed(error as NodeJS.ErrnoException);
    }
  });
}

/** The last lines of what k6 wrote: the details of an error. */
export const lastLines = (said: string): string[] => (said.trim() === '' ? [] : said.trim().split('\n').slice(-LINES_SHOWN));
