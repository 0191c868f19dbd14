import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const SUFFIX = '.partial';

/** The name under which a process writes a file until it is whole. */
export const partialOf = (file: string, pid: number): string => `${file}.${pid}${SUFFIX}`;

/**
 * Removes what killed processes left of this file: partial files whose process runs no longer. A pid that another process
 * has by now keeps its file until that one ends. Processes are those of this machine: do not write one file from several
 * machines or containers at the same time.
 */
export async function removeStalePartials(file: string): Promise<void> {
  const [folder, prefix] = [dirname(file), `${basename(file)}.`];
  for (const name of await namesIn(folder)) {
    if (!name.startsWith(prefix) || !name.endsWith(SUFFIX)) continue;
    const pid = name.slice(prefix.length, -SUFFIX.length);
    if (!/^[1-9]\d*$/.test(pid) || isRunning(Number(pid))) continue;
    await unlessDenied(rm(join(folder, name), { force: true }));
  }
}

/** Empty for a folder that may be written to but not listed. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return (await unlessDenied(readdir(folder))) ?? [];
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0); // signal 0 only checks
  } catch (error) {
    // EPERM: it runs for another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Undefined where permission is denied: a file that another user left is no reason not to write this one. */
async function unlessDenied<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM') return undefined;
    throw error;
  }
}
