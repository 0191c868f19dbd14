import { accessSync, constants, mkdirSync, statSync, type Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from './usage-error.ts';

/** The output folder of a command that is given none: `pyx-out/<time>`. */
export const defaultOut = (startedAt: Date): string => join('pyx-out', startedAt.toISOString().replace(/[:.]/g, '-'));

/**
 * Creates the folder and checks that it is writable, before a long run starts. Returns its path. Throws `UsageError`, which
 * names the option.
 */
export function writableFolder(folder: string, option = '--out'): string {
  const path = resolve(folder);
  try {
    makeFolder(path);
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new UsageError(`${option}: ${path} cannot be written (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`, {
      remedy: 'name a writable folder',
      cause: error,
    });
  }
  return path;
}

/**
 * Creates a folder and its missing parents. Node's `recursive` option loops without end if the system refuses a folder in
 * an existing one, as in /proc. Throws errors of the file system.
 */
export function makeFolder(path: string): void {
  const above = dirname(path);
  if (above !== path && at(above) === undefined) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    if (at(path)?.isDirectory() !== true) throw error; // else it exists, or another process has just created it
  }
}

const at = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });
