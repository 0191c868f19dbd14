const FULL = 'free some space, or choose another folder with --out (for the data of nodes: TMPDIR)';
const FORBIDDEN = 'choose a folder that can be written with --out (for the data of nodes: TMPDIR)';

/** What the user can do about an error of the operating system that is no fault of this program. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EROFS: FORBIDDEN,
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EMFILE: 'allow more open files (ulimit -n), or use fewer --jobs',
  ENFILE: 'close other programs: the system has no more open files to give',
};

/** An error of the operating system in a sentence with the remedy; undefined for any other error. */
export function systemErrorText(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  if (error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'mkdtemp') {
    return `the folder for temporary files is not there (${error.message}); set TMPDIR to one that is`;
  }
  const remedy = REMEDIES[error.code];
  return remedy === undefined ? undefined : `${error.message}; ${remedy}`;
}
