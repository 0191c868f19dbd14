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

/** What coind writes may hold private keys. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const NOT_THE_OWNER = 0o077;

/** Ends the name of a file that is being written, after random digits. */
const UNFINISHED = /^\.[0-9a-f]{16}\.new$/;

/** Makes a folder that its owner alone can enter; one that is there already is closed to all others. Throws what the file system throws. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  if (process.platform === 'win32' || (statSync(folder).mode & NOT_THE_OWNER) === 0) return;
  try {
    chmodSync(folder, FOLDER_MODE);
  } catch (error) {
    // Some file systems keep no modes, and in a folder that somebody else owns the files are still the owner's alone.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Writes all bytes at a position. A nearly full disk takes a part of them without an error. Throws what the file system throws. */
export function writeAll(handle: number, bytes: Uint8Array, position: number): void {
  for (let written = 0; written < bytes.length;) {
    const count = writeSync(handle, bytes, written, bytes.length - written, position + written);
    if (count === 0) throw new Error(`only ${written} of ${bytes.length} bytes could be written`);
    written += count;
  }
}

/** Reads as many bytes as there are, at most `length`. */
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

/** Makes the names in a folder survive a power loss. */
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
 * Makes a file that must not exist, not even as a link: for its owner alone, on the disk, and read back, so that it is
 * whole when this returns. Throws what the file system throws, and then leaves no file behind.
 */
export function createFile(file: string, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const handle = openSync(file, 'wx+', FILE_MODE);
  try {
    writeAll(handle, bytes, 0);
    fsyncSync(handle);
    if (fstatSync(handle).size !== bytes.length || !readUpTo(handle, 0, bytes.length).equals(bytes)) {
      throw new Error('what was written could not be read back');
    }
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

/** The name under which the next content of a file is written before it takes the file's place: no one else can guess it. */
export function unfinishedName(file: string): string {
  return `${file}.${randomBytes(8).toString('hex')}.new`;
}

/**
 * Puts a file in place at once: whoever opens it finds the old one or the whole new one, also after a crash or a power
 * loss. A link in its place is replaced, not followed. Throws what the file system throws, and then the old file is unchanged.
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

/** Removes what a process that was killed left of its attempts to write a file. */
export function removeUnfinished(file: string): void {
  const [folder, name] = [dirname(file), basename(file)];
  for (const entry of readdirSync(folder)) {
    if (entry.startsWith(name) && UNFINISHED.test(entry.slice(name.length))) rmSync(join(folder, entry), { force: true });
  }
}
