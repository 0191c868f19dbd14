import { spawnSync } from 'node:child_process';
import { closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StoreError } from './store-error.ts';

/** Another process, or another node in this process, uses the data directory. */
export class DatadirLockError extends StoreError {
  constructor(folder: string) {
    super(`Cannot obtain a lock on data directory ${folder}. coind is probably already running.`);
  }
}

const FILE = '.lock';
/** Exit code of `flock` if another process has the lock. */
const TAKEN = 1;
/** Opening takes the lock: `O_EXLOCK` of macOS and the BSDs, `UV_FS_O_EXLOCK` on Windows. */
const lockingFlags: Readonly<Partial<Record<NodeJS.Platform, number>>> = { darwin: 0x20, freebsd: 0x20, openbsd: 0x20, win32: 0x1000_0000 };

/**
 * Locks a data directory, which is created if its parent exists. The lock is the kernel's (flock), so that it also applies
 * across containers and process namespaces, and is released whenever the process ends. The lock file itself stays.
 * @returns a function that releases the lock
 * @throws DatadirLockError if it is locked, StoreError if the directory cannot be used
 */
export function lockDatadir(datadir: string): () => void {
  const folder = resolve(datadir);
  const file = join(folder, FILE);
  const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NONBLOCK ?? 0) | (lockingFlags[process.platform] ?? 0);
  makeDatadir(folder);
  let handle: number;
  try {
    handle = openSync(file, flags, 0o600);
  } catch (error) {
    if (['EAGAIN', 'EWOULDBLOCK', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw new DatadirLockError(folder);
    throw new StoreError(
      `The data directory ${folder} cannot be used: ${(error as Error).message}; choose another -datadir, or give coind write permission there.`,
    );
  }
  let unlocked = false;
  const unlock = (): void => {
    if (!unlocked) closeSync(handle);
    unlocked = true;
  };
  if (lockingFlags[process.platform] !== undefined) return unlock;
  try {
    flock(handle, folder);
  } catch (error) {
    unlock();
    throw error;
  }
  return unlock;
}

/** Creates only the last folder of the path: a typing error in the others must not create folders. */
function makeDatadir(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (existsSync(folder) && statSync(folder).isDirectory()) return;
    throw new StoreError(
      `The data directory ${folder} cannot be created: ${(error as Error).message}; choose a folder, or a new name in an existing folder.`,
    );
  }
}

/** Node has no file locks. The program flock locks the open file of this process, and the lock stays after flock has ended. */
function flock(handle: number, folder: string): void {
  const { error, status, stderr } = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'pipe', handle], encoding: 'utf8' });
  if (error === undefined && status === 0) return;
  if (error === undefined && status === TAKEN && stderr === '') throw new DatadirLockError(folder);
  const isMissing = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
  const why = isMissing
    ? 'the program flock is not installed; install util-linux or busybox'
    : `flock failed: ${error?.message ?? stderr.trim()}`;
  throw new StoreError(`The data directory ${folder} cannot be locked: ${why}, or start without -datadir.`);
}
