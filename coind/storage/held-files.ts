import { existsSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { removeUnfinished, replaceFile } from './whole-file.ts';

/** A file as it was before this node first wrote it after a snapshot. */
interface Original {
  /** Undefined: it did not exist. */
  readonly text: string | undefined;
  /** The folders that were made for it, deepest first. */
  readonly newFolders: readonly string[];
}

/**
 * Files of text that the node replaces as a whole, and that are restored with its state: from the first snapshot on, their
 * texts are also kept in memory. A restore takes time only for files that were written since then.
 */
export class HeldFiles {
  #isHeld = false;
  readonly #originals = new Map<string, Original>();
  /** The present text of each of these files; undefined if it does not exist. */
  readonly #texts = new Map<string, string | undefined>();

  /** Throws the error of the file system; the old file is then unchanged. */
  write(file: string, text: string): void {
    if (this.#isHeld && !this.#originals.has(file)) {
      const original = { text: existsSync(file) ? readFileSync(file, 'utf8') : undefined, newFolders: missingFolders(file) };
      this.#originals.set(file, original);
      this.#texts.set(file, original.text);
    }
    replaceFile(file, text);
    removeUnfinished(file); // they may contain unencrypted keys
    if (this.#isHeld) this.#texts.set(file, text);
  }

  freeze(): () => void {
    this.#isHeld = true;
    const texts = new Map(this.#texts);
    return () => {
      for (const [file, original] of this.#originals) {
        const text = texts.has(file) ? texts.get(file) : original.text;
        if (text === this.#texts.get(file)) continue;
        if (text === undefined) removeWithFolders(file, original.newFolders);
        else replaceFile(file, text);
        this.#texts.set(file, text);
      }
    };
  }
}

function missingFolders(file: string): string[] {
  const missing: string[] = [];
  for (let folder = dirname(file); !existsSync(folder); folder = dirname(folder)) missing.push(folder);
  return missing;
}

/** Removes a file, and the folders that were made for it unless they have other files now. */
function removeWithFolders(file: string, folders: readonly string[]): void {
  rmSync(file, { force: true });
  for (const folder of folders) {
    try {
      rmdirSync(folder);
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      return;
    }
  }
}
