import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Files of coind may contain private keys. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const NOT_THE_OWNER = 0o077;

/** Suffix of the name of an unfinished file, after random digits. */
const UNFINISHED = /^\.[0-9a-f]{16}\.new$/;

/** Creates a folder that only its owner can access; an existing one is restricted to the owner. Throws errors of the file system. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  if (process.platform === 'win32' || (statSync(folder).mode & NOT_THE_OWNER) === 0) return;
  try {
    chmodSync(folder, FOLDER_MODE);
  } catch (error) {
    // Some file systems have no modes; in a folder of another owner the files themselves are still private.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Writes all bytes at a position, since a nearly full disk writes only a part without an error. Throws errors of the file system. */
export function writeAll(handle: number, bytes: Uint8Array, position: number): void {
  for (let written = 0; written < bytes.length;) {
    const count = writeSync(handle, bytes, written, bytes.length - written, position + written);
    if (count === 0) throw new Error(`only ${written} of ${bytes.length} bytes could be written`);
    written += count;
  }
}

/** Reads `length` bytes, or fewer at the end of the file. */
export function readUpTo(handle: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  let read = 0;
  while (read < length) {
    const count = readSync(handle, bytes, read, length - read, position + read);
    if (count === 0) break;
    read += count;
  }
  return bytes.subarray(0, read);
}

/** Syncs the entries of a folder, so that they survive a power loss. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return; // folders cannot be opened there
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Creates a file that must not exist, not even as a link: accessible only to its owner, synced, and read back to verify it.
 * Throws errors of the file system, and then leaves no file behind.
 */
export function createFile(file: string, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const handle = openSync(file, 'wx+', FILE_MODE);
  try {
    writeAll(handle, bytes, 0);
    fsyncSync(handle);
    if (fstatSync(handle).size !== bytes.length || !readUpTo(handle, 0, bytes.length).equals(bytes)) {
      throw new Error('the written bytes could not be read back');
    }
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

/** A name for the new content of a file before it replaces the file; it cannot be guessed. */
export function unfinishedName(file: string): string {
  return `${file}.${randomBytes(8).toString('hex')}.new`;
}

/**
 * Replaces a file atomically: readers see the old content or the complete new one, also after a crash or a power loss. A
 * link is replaced, not followed. Throws errors of the file system; the old file is then unchanged.
 */
export function replaceFile(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true, mode: FOLDER_MODE });
  const unfinished = unfinishedName(file);
  createFile(unfinished, content);
  try {
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  syncFolder(dirname(file));
}

/** Removes unfinished copies of a file, which a killed process left behind. */
export function removeUnfinished(file: string): void {
  const [folder, name] = [dirname(file), basename(file)];
  for (const entry of readdirSync(folder)) {
    if (entry.startsWith(name) && UNFINISHED.test(entry.slice(name.length))) rmSync(join(folder, entry), { force: true });
  }
}
