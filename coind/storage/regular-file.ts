import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** A file is larger than its kind of content can be. */
export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError';
}

/**
 * The text of a file at a caller's path. Rejects with `FileTooLargeError`, with errors of the file system, and with an
 * Error unless it is a regular file: reading a pipe without a writer would never end, even when the node stops.
 */
export async function readRegularFile(path: string, maxBytes: number): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK); // returns at once for a pipe
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error(`${path} is not a regular file`);
    if (stats.size > maxBytes) throw new FileTooLargeError(`${path} has ${stats.size} bytes; the maximum is ${maxBytes}`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}
