const deleted = Symbol('deleted');

/** The changes since its parent layer; immutable after `freeze`. */
export interface Layer<V> {
  readonly parent: Layer<V> | undefined;
  readonly entries: Map<string, V | typeof deleted>;
  /** Number of entries visible from this layer; maintained only if it has a parent. */
  size: number;
}

/** Keys that may differ between two layers: the keys of all layers that they do not share. */
function differing<V>(a: Layer<V>, b: Layer<V>): Set<string> {
  const ancestors = new Set<Layer<V>>();
  for (let layer: Layer<V> | undefined = a; layer !== undefined; layer = layer.parent) ancestors.add(layer);
  let common: Layer<V> | undefined = b;
  while (common !== undefined && !ancestors.has(common)) common = common.parent;
  const keys = new Set<string>();
  for (const from of [a, b]) {
    for (let layer: Layer<V> | undefined = from; layer !== common && layer !== undefined; layer = layer.parent) {
      for (const key of layer.entries.keys()) keys.add(key);
    }
  }
  return keys;
}

/** Merges a layer into its parent. */
function merged<V>(layer: Layer<V>, parent: Layer<V>): Layer<V> {
  const entries = new Map(parent.entries);
  for (const [key, value] of layer.entries) {
    if (value === deleted && parent.parent === undefined) entries.delete(key);
    else entries.set(key, value);
  }
  return { parent: parent.parent, entries, size: layer.size };
}

/**
 * A map with snapshots that are taken and restored in constant time: a snapshot is a frozen layer of changes, and later
 * changes go to a layer above it. A layer at least half as large as the one below is merged with it, so that a look-up
 * passes through a logarithmic number of layers. Values must not be undefined.
 */
export class LayeredMap<V> {
  #top: Layer<V>;

  constructor(entries: Iterable<readonly [string, V]> = []) {
    this.#top = { parent: undefined, entries: new Map(entries), size: 0 };
  }

  get size(): number {
    return this.#top.parent === undefined ? this.#top.entries.size : this.#top.size;
  }

  get(key: string): V | undefined {
    let layer: Layer<V> | undefined = this.#top;
    do {
      const value: V | typeof deleted | undefined = layer.entries.get(key);
      if (value !== undefined) return value === deleted ? undefined : (value as V);
      layer = layer.parent;
    } while (layer !== undefined);
    return undefined;
  }

  set(key: string, value: V): void {
    const top = this.#top;
    if (top.parent !== undefined && this.get(key) === undefined) top.size += 1;
    top.entries.set(key, value);
  }

  /** Returns whether the key existed. */
  delete(key: string): boolean {
    const top = this.#top;
    if (top.parent === undefined) return top.entries.delete(key);
    if (this.get(key) === undefined) return false;
    top.size -= 1;
    top.entries.set(key, deleted);
    return true;
  }

  clear(): void {
    this.#top = { parent: undefined, entries: new Map(), size: 0 };
  }

  *entries(): IterableIterator<[string, V]> {
    const above: Layer<V>[] = [];
    for (let layer: Layer<V> | undefined = this.#top; layer !== undefined; layer = layer.parent) {
      for (const [key, value] of layer.entries) {
        if (value !== deleted && !above.some((shadow) => shadow.entries.has(key))) yield [key, value as V];
      }
      above.push(layer);
    }
  }

  *keys(): IterableIterator<string> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): IterableIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  /** A snapshot of the current contents. */
  freeze(): Layer<V> {
    const top = this.#top;
    if (top.parent !== undefined && top.entries.size === 0) return top.parent;
    top.size = this.size;
    let base = top;
    while (base.parent !== undefined && base.entries.size * 2 >= base.parent.entries.size) base = merged(base, base.parent);
    this.restore(base);
    return top;
  }

  /** Restores a snapshot. */
  restore(layer: Layer<V>): void {
    const size = layer.parent === undefined ? layer.entries.size : layer.size;
    this.#top = { parent: size === 0 ? undefined : layer, entries: new Map(), size };
  }

  /** Keys whose values may differ between now and a snapshot. */
  differingKeys(layer: Layer<V>): Set<string> {
    return differing(this.#top, layer);
  }
}
