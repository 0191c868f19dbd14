import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credentials } from '../../client/types.ts';
import { TemporaryFolder } from '../../fixtures/temporary/temporary-folder.ts';
import type { K6Files } from './encode.ts';
import type { K6Summary } from './format.ts';
import { K6Error } from './k6-error.ts';
import { lastLines, runK6Process } from './k6-process.ts';
import { readSummary, SummaryError } from './read-summary.ts';

export interface K6Run {
  /** The program, such as `k6`. */
  readonly program: string;
  readonly script: string;
  readonly files: K6Files;
  readonly credentials: Credentials | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Time beyond that of the load, after which k6 is ended. Default 60,000. */
  readonly spareMs?: number | undefined;
  /** See `K6ProcessOptions`. */
  readonly stopsWithinMs?: number | undefined;
}

export interface K6Outcome {
  readonly summary: K6Summary;
  /** CPU time of k6, up to the last second. */
  readonly cpuMs: number;
  /** It was ended by a signal, and the figures are those until then. */
  readonly interrupted: boolean;
}

/** Exit codes of k6 with which there is a summary all the same: a signal ended it, or the script itself, as no calls were left. */
const INTERRUPTED = 105;
const ABORTED_BY_SCRIPT = 108;
/** Nothing is sent to the makers of k6, and it opens no port by which it could be steered. */
const QUIETLY = ['--quiet', '--no-color', '--no-usage-report', '--address', ''];
/** Time that k6 may take to start, and to compute its summary. */
const SPARE_MS = 60_000;

/**
 * Runs a load with k6, and returns what it has measured. Credentials are passed in its environment alone. An abort ends it
 * as Ctrl-C does, with the figures so far. Throws `K6Error`.
 */
export async function runK6({ program, script, files, credentials, signal, spareMs = SPARE_MS, stopsWithinMs }: K6Run): Promise<K6Outcome> {
  const temporary = await TemporaryFolder.create('k6');
  const folder = temporary.path;
  try {
    const [main, summary] = [join(folder, 'script.js'), join(folder, 'summary.json')];
    await Promise.all([
      writeFile(main, script),
      writeFile(join(folder, 'load.json'), JSON.stringify(files.load)),
      writeFile(join(folder, 'calls.json'), JSON.stringify(files.calls)),
    ]);
    const { warmUpMs, durationMs, timeoutMs } = files.load;
    const { failure, code, said, cpuMs } = await runK6Process(program, ['run', ...QUIETLY, main], {
      cwd: folder,
      env: {
        ...process.env,
        PYX_ADDRESS: files.load.address,
        PYX_SUMMARY: summary,
        // Those of the node that is loaded, not those of this process.
        PYX_RPC_USER: credentials?.user,
        PYX_RPC_PASSWORD: credentials?.password,
      },
      signal,
      // Its last calls may take until their timeout, in the warm-up and in the load.
      withinMs: warmUpMs + durationMs + 2 * timeoutMs + spareMs,
      stopsWithinMs,
      onGroup: (group) => temporary.guardGroup(group),
    });
    const details = lastLines(said);
    if (failure !== undefined && code !== INTERRUPTED && code !== ABORTED_BY_SCRIPT)
      throw new K6Error(`${program} ${failure}`, { details });
    const written = await readSummary(summary).catch((error: unknown) => {
      if (!(error instanceof SummaryError)) throw error;
      throw new K6Error(`${program} wrote no summary: ${error.message}`, { details, cause: error });
    });
    if (written.exceptions > 0) throw new K6Error(`${program} ended the load at an exception of the script`, { details });
    return { summary: written, cpuMs, interrupted: code === INTERRUPTED };
  } finally {
    await temporary.remove();
  }
}
