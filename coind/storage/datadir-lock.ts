import { linkSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Another process, or another node of this one, works in the data directory. */
export class DatadirLockError extends Error {
  constructor(folder: string) {
    super(`Cannot obtain a lock on data directory ${folder}. coind is probably already running.`);
    this.name = 'DatadirLockError';
  }
}

/** Folders locked by this process. */
const held = new Set<string>();

/** When a process began, in the system's own reckoning; empty where the system does not tell. A number of a process is used again, not with the same start. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`; // starttime, counted after the name in brackets
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process that wrote this lock still runs. This process itself has no lock here, so one of its number is left over. */
function isCurrent(lock: string): boolean {
  const [pidText = '', start = ''] = lock.split('\n');
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid || !isAlive(pid)) return false;
  return start === '' || startOf(pid) === '' || startOf(pid) === start;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Takes the lock of a data directory, which is made where it is missing. A lock left by a process that was killed is taken over.
 * @returns what gives it back
 * @throws DatadirLockError
 */
export function lockDatadir(datadir: string): () => void {
  const folder = resolve(datadir);
  mkdirSync(folder, { recursive: true });
  const real = realpathSync(folder);
  if (held.has(real)) throw new DatadirLockError(folder);
  const file = join(real, '.lock');
  const mine = join(real, `.lock-${process.pid}`);
  const content = `${process.pid}\n${startOf(process.pid)}\n`;
  writeFileSync(mine, content);
  try {
    for (;;) {
      try {
        linkSync(mine, file); // whole from its first moment, and made by one process alone
        break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const other = read(file);
      if (other === undefined) continue; // given back just now
      if (isCurrent(other)) throw new DatadirLockError(folder);
      const aside = `${mine}-old`;
      try {
        renameSync(file, aside);
      } catch {
        continue; // another was faster
      }
      const taken = read(aside);
      if (taken !== other && taken !== undefined && isCurrent(taken)) linkSync(aside, file); // a fresh one, between our look and our move
      rmSync(aside, { force: true });
    }
  } finally {
    rmSync(mine, { force: true });
  }
  held.add(real);
  return () => {
    if (!held.delete(real)) return;
    if (read(file) === content) rmSync(file, { force: true });
  };
}
