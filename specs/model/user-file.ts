import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { UserError } from './user-error.ts';

/** Longer texts than any file that Pyx reads as a whole has. A string of V8 has at most twice as many characters. */
export const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** A file that a user named cannot be read. */
export class UserFileError extends UserError {
  override readonly name = 'UserFileError';
  /** Why, without the name of the file: `no such file`. */
  readonly reason: string;
  /** Whether there is nothing with this name. */
  readonly isMissing: boolean;

  constructor(file: string, reason: string, { isMissing = false, cause }: { readonly isMissing?: boolean; readonly cause?: unknown } = {}) {
    super(`${file}: ${reason}`, { cause });
    this.reason = reason;
    this.isMissing = isMissing;
  }
}

/**
 * Reads a file that a user named, as UTF-8. Throws `UserFileError`, also for what is no regular file: reading a pipe or a
 * device may never end.
 */
export function readUserFile(file: string, maxBytes = MAX_FILE_BYTES): string {
  const fd = openUserFile(file);
  try {
    const { size } = fstatSync(fd);
    if (size > maxBytes) throw new UserFileError(file, `it has ${megabytes(size)} MB; the maximum is ${megabytes(maxBytes)}`);
    return readFileSync(fd, 'utf8');
  } catch (error) {
    throw error instanceof UserFileError ? error : new UserFileError(file, (error as Error).message, { cause: error });
  } finally {
    closeSync(fd);
  }
}

/** Opens a file that a user named and returns its descriptor, which the caller closes. Throws `UserFileError` as `readUserFile` does. */
export function openUserFile(file: string): number {
  let fd: number;
  try {
    // Opening a pipe without this waits until a program writes to it.
    fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UserFileError(file, reasons[code ?? ''] ?? message, { isMissing: code === 'ENOENT', cause: error });
  }
  const stat = fstatSync(fd);
  if (stat.isFile()) return fd;
  closeSync(fd);
  throw new UserFileError(file, stat.isDirectory() ? 'it is a folder, not a file' : 'it is no regular file (a pipe, a socket or a device)');
}

/** What a path that a user named leads to; undefined if nothing can be there: below a file, or with too long a name. */
export function kindOfPath(path: string): 'folder' | 'other' | undefined {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'other';
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code in reasons) return undefined;
    throw error;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'it is a symbolic link that leads back to itself',
  // A socket, which cannot be opened.
  ENXIO: 'it is no regular file (a pipe, a socket or a device)',
};

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(bytes % (1024 * 1024) === 0 ? 0 : 1);
