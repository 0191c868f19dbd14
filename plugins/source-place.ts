import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { shownPath } from './plugin-error.ts';

/** Where a module is, for messages: `acme.mjs:12`. */
export class SourcePlace {
  readonly #path: string;

  /** @param path absolute */
  constructor(path: string) {
    this.#path = path;
  }

  /** The file alone. */
  toString(): string {
    return shownPath(this.#path);
  }

  /** The line in the file at which an error was thrown; the file alone if its stack has none. */
  ofError(error: unknown): string {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    for (const at of [pathToFileURL(this.#path).href, this.#path]) {
      const index = stack.indexOf(`${at}:`);
      const line = index < 0 ? undefined : /^\d+/.exec(stack.slice(index + at.length + 1))?.[0];
      if (line !== undefined) return `${this}:${line}`;
    }
    return String(this);
  }

  /**
   * The last line that has this name as a text or as a member, or the end of it after a `/`: ids begin with what functions add. The
   * file alone if none has.
   */
  ofName(name: string): string {
    const lines = readFileSync(this.#path, 'utf8').split('\n');
    const parts = name.split('/');
    for (let first = 0; first < parts.length; first++) {
      const end = parts.slice(first).join('/');
      const forms = [`'${end}'`, `"${end}"`, `\`${end}\``, `${end}:`];
      const index = end === '' ? -1 : lines.findLastIndex((line) => forms.some((form) => line.includes(form)));
      if (index >= 0) return `${this}:${index + 1}`;
    }
    return String(this);
  }
}
