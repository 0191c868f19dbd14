/** Charts are hardly wider in pixels than twice this. */
const LIMIT = 240;

/**
 * A series of any length in at most `limit` entries: each time when it is full, neighbours are merged, and every later entry is
 * merged of twice as many values.
 */
export class MergedSeries<T> {
  readonly #merge: (earlier: T, later: T) => T;
  readonly #limit: number;
  #entries: T[] = [];
  /** Values in each entry but the last. */
  #each = 1;
  /** Values in the last entry. */
  #inLast = 0;

  /** @param limit an even number */
  constructor(merge: (earlier: T, later: T) => T, limit = LIMIT) {
    this.#merge = merge;
    this.#limit = limit;
  }

  get entries(): readonly T[] {
    return this.#entries;
  }

  add(value: T): void {
    const last = this.#entries.at(-1);
    if (last !== undefined && this.#inLast < this.#each) {
      this.#entries[this.#entries.length - 1] = this.#merge(last, value);
      this.#inLast++;
      return;
    }
    if (this.#entries.length === this.#limit) this.#halve();
    this.#entries.push(value);
    this.#inLast = 1;
  }

  #halve(): void {
    this.#entries = this.#entries.flatMap((entry, index) => {
      const next = this.#entries[index + 1];
      return index % 2 === 0 && next !== undefined ? [this.#merge(entry, next)] : [];
    });
    this.#each *= 2;
  }
}
