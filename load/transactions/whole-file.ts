import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { PrepareError } from './errors.ts';

/** Writes all parts to the file; compressed where its name ends with `.gz`. */
export type WriteParts = (parts: AsyncIterable<string | Uint8Array>) => Promise<void>;

/**
 * Opens a file under another name, so that one that cannot be written is found before any work is done, and gives it its
 * own name once the work has ended. If the work fails, nothing is left. @returns what the work returns. Throws `PrepareError` where the file cannot be
 * written, and what the work throws.
 */
export async function writeWhole<T>(file: string, work: (write: WriteParts) => Promise<T>): Promise<T> {
  const partial = `${file}.${process.pid}.partial`;
  const handle = await open(partial, 'w').catch((error: unknown) => {
    throw new PrepareError(`the file ${file} cannot be written (${(error as Error).message})`, {
      remedy: 'give a path in a folder that exists and can be written to',
      cause: error,
    });
  });
  try {
    const result = await work(async (parts) => {
      const target = handle.createWriteStream();
      // Hex of hashes and signatures compresses to its half, and no better however long it takes.
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
