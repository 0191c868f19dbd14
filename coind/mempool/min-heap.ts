/** A binary heap with the smallest element first. */
export class MinHeap<T> {
  readonly #less: (a: T, b: T) => boolean;
  #items: T[];

  constructor(less: (a: T, b: T) => boolean, items: Iterable<T> = []) {
    this.#less = less;
    this.#items = [...items];
    for (let index = (this.#items.length >> 1) - 1; index >= 0; index -= 1) this.#sink(index);
  }

  get size(): number {
    return this.#items.length;
  }

  peek(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    const items = this.#items;
    let index = items.length;
    items.push(item);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#less(item, items[parent]!)) break;
      items[index] = items[parent]!;
      index = parent;
    }
    items[index] = item;
  }

  pop(): T | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (items.length > 0) {
      items[0] = last!;
      this.#sink(0);
    }
    return first;
  }

  #sink(start: number): void {
    const items = this.#items;
    const item = items[start]!;
    let index = start;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= items.length) break;
      const right = child + 1;
      if (right < items.length && this.#less(items[right]!, items[child]!)) child = right;
      if (!this.#less(items[child]!, item)) break;
      items[index] = items[child]!;
      index = child;
    }
    items[index] = item;
  }
}
