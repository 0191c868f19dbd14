import { spawnSync } from 'node:child_process';
import { closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StoreError } from './store-error.ts';

/** Another process, or another node of this one, works in the data directory. */
export class DatadirLockError extends StoreError {
  constructor(folder: string) {
    super(`Cannot obtain a lock on data directory ${folder}. coind is probably already running.`);
  }
}

const FILE = '.lock';
/** What `flock` answers where another process has the lock. */
const TAKEN = 1;
/** Opening takes the lock: `O_EXLOCK` of macOS and the BSDs, `UV_FS_O_EXLOCK` on Windows. */
const lockingFlags: Readonly<Partial<Record<NodeJS.Platform, number>>> = { darwin: 0x20, freebsd: 0x20, openbsd: 0x20, win32: 0x1000_0000 };

/**
 * Takes the lock of a data directory, which is made where it is missing, in a folder that is there. The kernel keeps it (flock), so that it holds
 * in other containers and process namespaces too, and is gone with the process however that ends. The file itself stays.
 * @returns what gives it back
 * @throws DatadirLockError where it is taken, StoreError where the directory cannot be used
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
      `The data directory ${folder} cannot be used: ${(error as Error).message}; give another one, or the right to write there.`,
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

/** Only the last folder of the path: a slip in the others must not make new ones. */
function makeDatadir(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (existsSync(folder) && statSync(folder).isDirectory()) return;
    throw new StoreError(
      `The data directory ${folder} cannot be made: ${(error as Error).message}; give a folder, or the name of a new one in a folder that is there.`,
    );
  }
}

/** Node itself cannot lock; a lock belongs to the open file, which this process keeps when the program that took it has ended. */
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
