import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UserFileError } from '../specs/model/user-file.ts';

/**
 * Where the texts of the documents are, as a target file or a policy names it: an address as it is, or the absolute path of a folder
 * that is relative to the `file`. Throws `UserFileError` if there is no such folder.
 */
export function documentTexts(named: string, file: string): string {
  if (/^https?:\/\//.test(named)) return named;
  const folder = resolve(dirname(file), named);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw new UserFileError(folder, 'is no folder');
  return folder;
}
