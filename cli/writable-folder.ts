import { accessSync, constants, mkdirSync, statSync, type Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { otherIn, ownerText, thisProcess } from '../fixtures/temporary/owner.ts';
import { foreignIn, markOutput, writerOf } from '../reports/output-folder.ts';
import { systemErrorText } from './system-error.ts';
import { UsageError } from './usage-error.ts';

const NAMES_SHOWN = 3;

/** The output folder of a command that is given none: `pyx-out/<time>`. */
export const defaultOut = (startedAt: Date): string => join('pyx-out', startedAt.toISOString().replace(/[:.]/g, '-'));

/**
 * Creates the folder for the output of a command and checks that it is writable, before a long run starts: reports would
 * replace files of the user, so it must be empty, or one that a command of Pyx has written. Returns its path. Throws
 * `UsageError`, which names the option.
 */
export function writableFolder(folder: string, option = '--out'): string {
  return withFolder(folder, option, (path) => {
    const foreign = foreignIn(path);
    if (foreign.length > 0) {
      const names = [...foreign.slice(0, NAMES_SHOWN), ...(foreign.length > NAMES_SHOWN ? ['…'] : [])].join(', ');
      throw new UsageError(`${option}: ${path} is not empty, and was not written by pyx (${names}): reports could replace what is there`, {
        remedy: 'name a new or empty folder',
      });
    }
    const other = otherIn(writerOf(path));
    if (other) {
      throw new UsageError(`${option}: another pyx, process ${other.pid}, writes to ${path}`, {
        remedy: 'wait until it has ended, or name another folder',
      });
    }
    const own = thisProcess();
    markOutput(path, own && ownerText(own));
  });
}

/** Creates the folder of a file and checks that it is writable. Throws `UsageError`, which names the option. */
export function writableFolderOf(file: string, option: string): void {
  withFolder(dirname(resolve(file)), option, () => undefined);
}

/**
 * The error to report for one of writing to an output folder, which could be written when the command began: a `UsageError` if another
 * program has removed or replaced what was there. Errors with a remedy of their own, such as a full disk, and all others stay as they are.
 */
export function writingError(folder: string, error: unknown): unknown {
  const code = codeIn(error);
  if (code === undefined || systemErrorText(error) !== undefined) return error;
  return new UsageError(`${folder} can no longer be written (${code}): it was changed while the command ran`, {
    remedy: 'run it again, with a folder that no other program changes (--out)',
    cause: error,
  });
}

/** The code of the error of the file system that an error is, or was caused by. */
function codeIn(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, syscall, cause } = error as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined ? code : codeIn(cause);
}

function withFolder(folder: string, option: string, use: (path: string) => void): string {
  const path = resolve(folder);
  try {
    makeFolder(path);
    accessSync(path, constants.W_OK);
    use(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const other = code === 'EACCES' ? otherOwner(path) : undefined;
    throw new UsageError(`${option}: ${path} cannot be written (${code ?? message})${other === undefined ? '' : `: ${other.problem}`}`, {
      remedy: other?.remedy ?? 'name a writable folder',
      cause: error,
    });
  }
  return path;
}

/** Of a folder, or of the first existing one above it, that belongs to another user: usual in containers. */
function otherOwner(path: string): { readonly problem: string; readonly remedy: string } | undefined {
  let folder = path;
  while (reachable(folder) === undefined && dirname(folder) !== folder) folder = dirname(folder);
  const [user, group, owner] = [process.geteuid?.(), process.getegid?.(), reachable(folder)];
  if (user === undefined || owner === undefined || owner.uid === user) return undefined;
  const ids = `${owner.uid}:${owner.gid}`;
  return {
    problem: `${folder} belongs to ${ids}, and pyx runs as ${user}:${group}`,
    remedy: `name a writable folder, or run pyx as that user (in a container: docker run --user ${ids})`,
  };
}

/**
 * Creates a folder and its missing parents. Node's `recursive` option loops without end if the system refuses a folder in
 * an existing one, as in /proc. Throws errors of the file system.
 */
export function makeFolder(path: string): void {
  const above = dirname(path);
  if (above !== path && at(above) === undefined) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    if (at(path)?.isDirectory() !== true) throw error; // else it exists, or another process has just created it
  }
}

/** As `at`; also undefined below a folder that this user cannot enter. */
function reachable(path: string): Stats | undefined {
  try {
    return at(path);
  } catch {
    return undefined;
  }
}

const at = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });
