import { readUserFile, UserFileError } from '../specs/model/user-file.ts';
import { UsageError } from './usage-error.ts';

/**
 * Throws `UsageError` if there is a file that may not be replaced: no regular file, or one that holds something else than what the option
 * writes. `isOwn`: whether a text is such.
 */
export function assertReplaceable(file: string, option: string, isOwn: (text: string) => boolean): void {
  try {
    const text = readUserFile(file);
    if (text === '' || isOwn(text)) return;
  } catch (error) {
    if (!(error instanceof UserFileError)) throw error;
    if (error.isMissing) return;
    throw new UsageError(`${option}: ${file} cannot be written: ${error.reason}`, { remedy: 'name a new file', cause: error });
  }
  throw new UsageError(`${option}: ${file} holds something else than what ${option} writes, which would be lost`, {
    remedy: 'name a new file',
  });
}
