/** Remembers what was added last, at least `capacity` and at most twice as many. */
export class RollingSet {
  readonly #capacity: number;
  #young = new Set<string>();
  #old = new Set<string>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  has(item: string): boolean {
    return this.#young.has(item) || this.#old.has(item);
  }

  add(item: string): void {
    if (this.#young.has(item)) return;
    if (this.#young.size >= this.#capacity) {
      this.#old = this.#young;
      this.#young = new Set();
    }
    this.#young.add(item);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}
