import { readSync } from 'node:fs';
import { readUpTo } from './whole-file.ts';

const WINDOW_LENGTH = 1 << 20;

/** Reads a file mostly from front to back, with few system calls. A result is overwritten by the next call. */
export class WindowReader {
  readonly #handle: number;
  readonly #window = Buffer.allocUnsafeSlow(WINDOW_LENGTH);
  #start = 0;
  #length = 0;

  constructor(handle: number) {
    this.#handle = handle;
  }

  /** The bytes, fewer at the end of the file. */
  read(offset: number, length: number): Buffer {
    if (length > WINDOW_LENGTH) return readUpTo(this.#handle, offset, length);
    if (offset < this.#start || offset + length > this.#start + this.#length) {
      this.#start = offset;
      this.#length = 0;
      let count: number;
      do {
        count = readSync(this.#handle, this.#window, this.#length, WINDOW_LENGTH - this.#length, this.#start + this.#length);
        this.#length += count;
      } while (count > 0 && this.#length < WINDOW_LENGTH);
    }
    const from = offset - this.#start;
    return this.#window.subarray(from, Math.min(from + length, this.#length));
  }
}
