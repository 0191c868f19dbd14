import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseJsonText, JsonTextError } from '../../specs/model/json-text.ts';
import { readUserFile, UserFileError } from '../../specs/model/user-file.ts';

/** The file that lists what a manual consists of, so that the next one in the folder leaves nothing of it. */
const LIST = 'manual.json';
const KIND = 'manual';
/** A path that a manual may have: nothing above its folder. */
const PLAIN = /^(?:methods\/)?[\w.~!'()-]+$/;

/**
 * What a folder of Pyx holds that is not an earlier manual, as names for a message; empty if a manual may be written there. Throws errors
 * of the file system.
 */
export function otherThanManual(folder: string): readonly string[] {
  const files = listed(folder);
  if (files) return [];
  return readdirSync(folder).filter((name) => name !== '.pyx');
}

/** Writes a manual in place of an earlier one. Returns its size in bytes. Throws errors of the file system. */
export function writeManual(folder: string, site: ReadonlyMap<string, string>): number {
  for (const path of listed(folder) ?? []) if (!site.has(path)) rmSync(join(folder, path), { force: true });
  let bytes = 0;
  const files = [...site.keys()];
  for (const [path, content] of [...site, [LIST, `${JSON.stringify({ kind: KIND, files }, null, 1)}\n`] as const]) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    bytes += Buffer.byteLength(content);
  }
  return bytes;
}

/** The paths of the manual in a folder; undefined if there is none. */
function listed(folder: string): string[] | undefined {
  const file = join(folder, LIST);
  if (!existsSync(file) || !lstatSync(file).isFile()) return undefined;
  try {
    const { kind, files } = parseJsonText(readUserFile(file)) as { kind?: unknown; files?: unknown };
    return kind === KIND && Array.isArray(files)
      ? files.filter((path): path is string => typeof path === 'string' && PLAIN.test(path))
      : undefined;
  } catch (error) {
    if (error instanceof JsonTextError || error instanceof UserFileError) return undefined; // a file of somebody else
    throw error;
  }
}
