import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { PrepareError } from './errors.ts';
import { partialOf, removeStalePartials } from './stale-partials.ts';

/** Writes all parts to the file; compressed if its name ends with `.gz`. */
export type WriteParts = (parts: AsyncIterable<string | Uint8Array>) => Promise<void>;

/**
 * Writes a file under a temporary name and renames it when the work has ended, so that a file of this name is always whole.
 * It is opened first: a path that cannot be written is reported before any work is done. If the work fails, the file is
 * removed. What killed processes left of the same file is removed at the beginning.
 *
 * @returns what the work returns. Throws `PrepareError` if the file cannot be opened, and what the work throws.
 */
export async function writeWhole<T>(file: string, work: (write: WriteParts) => Promise<T>): Promise<T> {
  const partial = partialOf(file, process.pid);
  const handle = await open(partial, 'w').catch((error: unknown) => {
    throw new PrepareError(`the file ${file} cannot be written (${(error as Error).message})`, {
      remedy: 'give a path in a folder that exists and is writable',
      cause: error,
    });
  });
  try {
    await removeStalePartials(file);
    const result = await work(async (parts) => {
      const target = handle.createWriteStream();
      // Hex of random bytes compresses to half its size at any level.
      if (file.endsWith('.gz')) await pipeline(parts, createGzip({ level: constants.Z_BEST_SPEED }), target);
      else await pipeline(parts, target);
    });
    await handle.close();
    await rename(partial, file);
    return result;
  } catch (error) {
    await handle.close();
    await rm(partial, { force: true });
    throw error;
  }
}
