import type { Stats } from 'node:fs';

/**
 * Whether an entry, described by `lstat`, is a folder (no link) of the user of this process that no other user can enter. On
 * a system without POSIX owners and modes: whether it is a folder.
 */
export function isPrivateFolder(stats: Stats): boolean {
  const uid = process.geteuid?.();
  return stats.isDirectory() && (uid === undefined || (stats.uid === uid && (stats.mode & 0o077) === 0));
}
