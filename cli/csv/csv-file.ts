import { closeSync, openSync, writeSync } from 'node:fs';
import { assertReplaceable } from '../replaceable-file.ts';
import { UsageError } from '../usage-error.ts';
import { writableFolderOf } from '../writable-folder.ts';

export type Cell = string | number;

/** Ends of lines of RFC 4180. */
const LINE_END = '\r\n';

/** A table in a file (RFC 4180), which gets its lines one by one: what was written stays if the command is killed. */
export class CsvFile {
  readonly #file: string;
  readonly #note: (text: string) => void;
  #fd: number | undefined;

  /**
   * Writes the header; a unit is a part of the name of its column. Throws `UsageError` if the file cannot be written, or holds something
   * else than such a table.
   */
  static open(file: string, header: readonly string[], note: (text: string) => void): CsvFile {
    writableFolderOf(file, '--csv');
    const first = `${lineOf(header)}${LINE_END}`;
    try {
      assertReplaceable(file, '--csv', (text) => text.startsWith(first));
      const csv = new CsvFile(file, openSync(file, 'w'), note);
      csv.append(header);
      return csv;
    } catch (error) {
      if (error instanceof UsageError) throw error;
      const { code, message } = error as NodeJS.ErrnoException;
      throw new UsageError(`--csv: ${file} cannot be written (${code ?? message})`, {
        remedy: 'name a file that can be written',
        cause: error,
      });
    }
  }

  private constructor(file: string, fd: number, note: (text: string) => void) {
    this.#file = file;
    this.#fd = fd;
    this.#note = note;
  }

  /** Adds a line. If that fails, as on a full disk, the table ends there, and the command goes on: the user is told once. */
  append(cells: readonly Cell[]): void {
    if (this.#fd === undefined) return;
    try {
      writeSync(this.#fd, `${lineOf(cells)}${LINE_END}`);
    } catch (error) {
      this.close();
      this.#note(`warning: ${this.#file} is not complete: it can no longer be written (${(error as NodeJS.ErrnoException).code})`);
    }
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }
}

const lineOf = (cells: readonly Cell[]): string => cells.map(cellText).join(',');

function cellText(cell: Cell): string {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
