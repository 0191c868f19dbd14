/**
 * Objects or votes of peers that cannot be accepted yet, by a key: in memory, the oldest are forgotten first. Peers send
 * them again after the next connection.
 */
export class Waiting<T> {
  readonly #capacity: number;
  readonly #items = new Map<string, T>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#items.size;
  }

  has(key: string): boolean {
    return this.#items.has(key);
  }

  add(key: string, item: T): void {
    if (this.#items.has(key)) return;
    this.#items.set(key, item);
    const [oldest] = this.#items.keys();
    if (this.#items.size > this.#capacity && oldest !== undefined) this.#items.delete(oldest);
  }

  /** All of them, which no longer wait then. */
  take(): T[] {
    const items = [...this.#items.values()];
    this.#items.clear();
    return items;
  }
}
