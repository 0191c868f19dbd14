/** A set that keeps the last added items: at least `capacity`, at most twice as many. */
export class RollingSet {
  readonly #capacity: number;
  #recent = new Set<string>();
  #previous = new Set<string>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  has(item: string): boolean {
    return this.#recent.has(item) || this.#previous.has(item);
  }

  add(item: string): void {
    if (this.#recent.has(item)) return;
    if (this.#recent.size >= this.#capacity) {
      this.#previous = this.#recent;
      this.#recent = new Set();
    }
    this.#recent.add(item);
  }

  clear(): void {
    this.#recent.clear();
    this.#previous.clear();
  }
}
