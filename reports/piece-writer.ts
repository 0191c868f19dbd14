import { closeSync, openSync, writeFileSync } from 'node:fs';

const BUFFER_CHARACTERS = 128 * 1024;

/** Writes a file in pieces, so that no document is held in memory as a whole. */
export class PieceWriter {
  readonly #fd: number;
  #pieces: string[] = [];
  #length = 0;

  /** Creates the file, or empties it. Throws what the file system throws. */
  constructor(file: string) {
    this.#fd = openSync(file, 'w');
  }

  write(text: string): void {
    this.#pieces.push(text);
    this.#length += text.length;
    if (this.#length >= BUFFER_CHARACTERS) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#fd);
  }

  #flush(): void {
    writeFileSync(this.#fd, this.#pieces.join(''));
    this.#pieces = [];
    this.#length = 0;
  }
}
