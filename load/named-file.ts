import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { likely } from '../specs/model/nearest.ts';
import { UserError } from '../specs/model/user-error.ts';
import { kindOfPath, UserFileError } from '../specs/model/user-file.ts';
import { readYamlContent } from '../specs/model/yaml-text.ts';

/** A file that was asked for by name does not exist, or cannot be read; the message is for the user. */
export class NamedFileError extends UserError {
  override readonly name = 'NamedFileError';
}

/** Names of the YAML files of a folder that comes with Pyx, without `.yaml`, sorted. */
export const namesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => basename(file, '.yaml'))
    .sort();

/**
 * The text of a file by its path, or by the name of one that comes with Pyx. Throws `NamedFileError`.
 * @param what it is, as errors name it: `scenario`
 * @param folder of those that come with Pyx
 * @param others what else could have been named, as a part of the remedy
 */
export function readNamedFile(
  what: string,
  nameOrFile: string,
  folder: string,
  others = '',
): { readonly file: string; readonly content: string } {
  const own = join(folder, `${nameOrFile}.yaml`);
  // The name of a file that comes with Pyx may also be that of a folder here.
  const isThere = kindOfPath(nameOrFile) === 'other';
  const file = isThere || !existsSync(own) ? nameOrFile : own;
  try {
    return { file, content: readYamlContent(file) };
  } catch (error) {
    if (!(error instanceof UserFileError)) throw error;
    const known = namesIn(folder);
    const near = likely(nameOrFile, known);
    throw new NamedFileError(`${what} ${nameOrFile}: ${error.reason}`, {
      remedy: `${near === undefined ? '' : `did you mean ${near}? `}give the path of a file, or one of ${known.join(', ')}${others}`,
      cause: error,
    });
  }
}
