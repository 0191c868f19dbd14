import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credentials } from '../../client/types.ts';
import { processUsage } from '../../fixtures/targets/usage.ts';
import { TemporaryFolder } from '../../fixtures/temporary/temporary-folder.ts';
import type { K6Files } from './encode.ts';
import type { K6Summary } from './format.ts';
import { K6Error } from './k6-error.ts';

export interface K6Run {
  /** The program, such as `k6`. */
  readonly program: string;
  readonly script: string;
  readonly files: K6Files;
  readonly credentials: Credentials | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface K6Outcome {
  readonly summary: K6Summary;
  /** CPU time of k6, up to the last second. */
  readonly cpuMs: number;
}

/** Ended by the script itself (no calls were left), or by an interruption: there is a summary all the same. */
const ENDED_EARLY = [105, 108];
const LINES_SHOWN = 10;
const SAMPLED_EVERY_MS = 500;

/** The installed k6: `PYX_K6`, or `k6` on the path. Throws `K6Error` where there is none. */
export async function findK6(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const program = env['PYX_K6'] || 'k6';
  const child = spawn(program, ['version'], { stdio: 'ignore' });
  const failed = await once(child, 'exit').then(
    ([code]: unknown[]) => (code === 0 ? undefined : `${program} version ended with ${String(code)}`),
    (error: NodeJS.ErrnoException) => `${program}: ${error.code ?? error.message}`,
  );
  if (failed === undefined) return program;
  throw new K6Error(`--engine k6 needs k6, which is not installed (${failed})`, {
    remedy: 'install it as the documentation of k6 describes under "Install k6", or name the program by PYX_K6',
  });
}

/**
 * Runs a load with k6, and returns what it has measured. Credentials are passed in its environment alone. An abort ends it
 * as Ctrl-C does, with the figures so far. Throws `K6Error`.
 */
export async function runK6({ program, script, files, credentials, signal }: K6Run): Promise<K6Outcome> {
  const temporary = await TemporaryFolder.create('k6');
  const folder = temporary.path;
  try {
    const [main, summary] = [join(folder, 'script.js'), join(folder, 'summary.json')];
    await Promise.all([
      writeFile(main, script),
      writeFile(join(folder, 'load.json'), JSON.stringify(files.load)),
      writeFile(join(folder, 'calls.json'), JSON.stringify(files.calls)),
    ]);
    const child = spawn(program, ['run', '--quiet', '--no-color', '--no-usage-report', main], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        PYX_ADDRESS: files.load.address,
        PYX_SUMMARY: summary,
        // Those of the node that is loaded, not those of this process.
        PYX_RPC_USER: credentials?.user,
        PYX_RPC_PASSWORD: credentials?.password,
      },
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-10_000)));
    let cpuMs = 0;
    const sampling = setInterval(() => {
      if (child.pid !== undefined) void processUsage(child.pid).then((usage) => (cpuMs = usage?.cpuMs ?? cpuMs));
    }, SAMPLED_EVERY_MS);
    const interrupt = (): void => void child.kill('SIGINT');
    signal?.addEventListener('abort', interrupt, { once: true });
    if (signal?.aborted === true) interrupt();
    const [code] = (await once(child, 'close').finally(() => clearInterval(sampling))) as [number | null];
    signal?.removeEventListener('abort', interrupt);
    const details = said.trim().split('\n').slice(-LINES_SHOWN);
    if (code !== 0 && !ENDED_EARLY.includes(code ?? -1))
      throw new K6Error(`${program} run ended with ${code === null ? 'a signal' : `exit code ${code}`}`, { details });
    try {
      return { summary: JSON.parse(await readFile(summary, 'utf8')) as K6Summary, cpuMs };
    } catch (error) {
      throw new K6Error(`${program} run wrote no summary: ${(error as Error).message}`, { details, cause: error });
    }
  } finally {
    await temporary.remove();
  }
}
