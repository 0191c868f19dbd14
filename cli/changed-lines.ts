import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UsageError } from './usage-error.ts';

/** The lines that were changed or added, by the path of their file from the root of the repository. First and last line count. */
export type ChangedLines = ReadonlyMap<string, readonly (readonly [first: number, last: number])[]>;

const run = promisify(execFile);
const DIFF_BYTES = 64 * 1024 * 1024;

/** The lines of the working tree in `folder` that differ from a commit. Throws `UsageError`. */
export async function changedLines(ref: string, folder: string, signal: AbortSignal): Promise<ChangedLines> {
  try {
    const options = ['diff', '--unified=0', '--no-color', '--no-ext-diff', '--relative', '--src-prefix=a/', '--dst-prefix=b/'];
    const { stdout } = await run('git', [...options, '--end-of-options', ref, '--', '.'], { cwd: folder, signal, maxBuffer: DIFF_BYTES });
    return linesOf(stdout);
  } catch (error) {
    if (signal.aborted) throw error;
    const { stderr = '' } = error as { readonly stderr?: string };
    throw new UsageError(`--changed-since: git cannot compare ${folder} with ${JSON.stringify(ref)}`, {
      remedy: 'name a commit, a tag or a branch of the repository that has the source',
      details: stderr.trim().split('\n').slice(-3),
      cause: error,
    });
  }
}

/** The changed lines of a diff without context. */
export function linesOf(diff: string): ChangedLines {
  const files = new Map<string, [number, number][]>();
  let lines: [number, number][] = [];
  for (const text of diff.split('\n')) {
    const file = /^\+\+\+ b\/(.*)$/.exec(text)?.[1];
    if (file !== undefined) files.set(file, (lines = []));
    const [, first, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(text) ?? [];
    if (first !== undefined && Number(count) > 0) lines.push([Number(first), Number(first) + Number(count) - 1]);
  }
  return files;
}
