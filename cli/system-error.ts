const FULL = 'free some space, or choose another folder with --out (for the data of nodes: TMPDIR)';
const FORBIDDEN = 'choose a folder that can be written with --out (for the data of nodes: TMPDIR)';

/** Remedies for errors of the operating system that the user can fix. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EROFS: FORBIDDEN,
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EMFILE: 'allow more open files (ulimit -n), or use fewer --jobs',
  ENFILE: 'close other programs: the system-wide limit of open files is reached',
};

/** The message for an error of the operating system, with the remedy; undefined for any other error. */
export function systemErrorText(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  const remedy = REMEDIES[error.code];
  return remedy === undefined ? undefined : `${error.message}; ${remedy}`;
}
