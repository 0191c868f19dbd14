import { accessSync, constants, mkdirSync, statSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from './usage-error.ts';

/** Made and found writable before anything is started: what takes long and cannot be kept is not begun. Throws `UsageError`. */
export function writableFolder(folder: string): string {
  const path = resolve(folder);
  try {
    makeFolder(path);
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new UsageError(`--out: ${path} cannot be written (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`, {
      remedy: 'give a folder that can',
      cause: error,
    });
  }
  return path;
}

/**
 * Makes a folder, and those above it that are missing. `recursive` of Node's own tries for ever where the system makes
 * no folder in one that is there, as in /proc. Throws what the file system throws.
 */
export function makeFolder(path: string): void {
  const above = dirname(path);
  if (above !== path && at(above) === undefined) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    if (at(path)?.isDirectory() !== true) throw error; // else it was there, or somebody else has made it meanwhile
  }
}

const at = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });
