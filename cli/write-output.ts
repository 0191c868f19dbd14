import { writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from './usage-error.ts';
import { makeFolder } from './writable-folder.ts';

/** Writes the file that `--out` names, with the folders that it needs. Throws `UsageError`. */
export function writeOutput(file: string, text: string): void {
  try {
    makeFolder(dirname(resolve(file)));
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`--out: ${file} cannot be written: ${(error as Error).message}`, { cause: error });
  }
}
