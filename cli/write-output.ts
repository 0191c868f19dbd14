import { writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from './usage-error.ts';
import { makeFolder } from './writable-folder.ts';

/** Writes a file that the user named, with the folders that it needs. Throws `UsageError`. */
export function writeOutput(file: string, text: string): void {
  try {
    makeFolder(dirname(resolve(file)));
    writeFileSync(file, text);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw new UsageError(`${file} cannot be written (${why})`, { remedy: 'name a file that can be written', cause: error });
  }
}
