import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** A file has more bytes than what it should hold can have. */
export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError';
}

/**
 * The text of a file whose path a caller has given. Rejects with `FileTooLargeError`, with what the file system says, and with
 * an Error for what is no regular file: a pipe without a writer would be waited for without end, even when the node stops.
 */
export async function readRegularFile(path: string, maxBytes: number): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK); // a pipe is opened at once
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error(`${path} is no regular file`);
    if (stats.size > maxBytes) throw new FileTooLargeError(`${path} has ${stats.size} bytes, and may have ${maxBytes}`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}
