import { spawn, type ChildProcess } from 'node:child_process';

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Working folder. Default: that of the tests. */
  readonly cwd?: string;
  /** Time limit of the command, in milliseconds; then it is killed, and `signal` is set. Default 500,000. */
  readonly withinMs?: number;
  /** What is typed on its standard input, in order: each text when the one before it was printed. Default: no standard input. */
  readonly typed?: readonly (readonly [asked: string, text: string])[];
}

export interface CommandEnded {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

/** A running command: `ended` never rejects. */
export interface CommandRunning {
  readonly child: ChildProcess & { readonly pid: number };
  readonly ended: Promise<CommandEnded>;
  /** Its output on stderr so far. */
  said(): string;
}

/** Starts a program in an environment that has only the given variables and the path to programs. */
export function startCommand(
  command: string,
  args: readonly string[],
  { env = {}, cwd, withinMs = 1_000_000, typed }: CommandOptions = {},
): CommandRunning {
  const startedAt = performance.now();
  const { PATH = '', HOME = '/', TMPDIR } = process.env;
  const child = spawn(command, args, {
    env: { PATH, HOME, ...(TMPDIR !== undefined && { TMPDIR }), ...env },
    stdio: [typed ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  });
  if (child.pid === undefined || !child.stdout || !child.stderr) throw new Error(`${command} could not be started`);
  let [stdout, stderr] = ['', ''];
  const left = [...(typed ?? [])];
  let asked = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    const [next] = left;
    const at = next ? stdout.indexOf(next[0], asked) : -1;
    if (!next || at === -1) return;
    left.shift();
    asked = at + next[0].length;
    child.stdin?.write(next[1]);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
  const ended = new Promise<CommandEnded>((resolve) => {
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, stdout, stderr, durationMs: performance.now() - startedAt });
    });
  });
  return { child: child as CommandRunning['child'], ended, said: () => stderr };
}
