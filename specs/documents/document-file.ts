import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The file of a document in a folder: the first one whose name begins with its number (`1-overview.md`, `document-01.txt`), in
 * Markdown; undefined if there is none. Throws as `readdirSync` does if the folder cannot be read.
 */
export function documentFile(folder: string, document: number): string | undefined {
  const form = new RegExp(`^(?:document)?[-_ ]?0?${document}(?!\\d).*\\.(?:md|txt)$`, 'i');
  const name = readdirSync(folder)
    .sort()
    .find((entry) => form.test(entry));
  return name === undefined ? undefined : join(folder, name);
}
