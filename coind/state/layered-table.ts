import type { Batch } from '../storage/store.ts';
import { LayeredMap } from './layered-map.ts';
import type { Member, Place, Touch } from './member.ts';
import type { Codec, Table } from './types.ts';

function* decoded<V>(entries: Iterable<[string, Buffer]>, codec: Codec<V>): IterableIterator<[string, V]> {
  for (const [key, bytes] of entries) yield [key, codec.decode(bytes, key)];
}

/** A table in memory, and also on disk if it has a place there. */
export class LayeredTable<V> implements Table<V>, Member {
  readonly #map: LayeredMap<V>;
  readonly #place: Place<V> | undefined;
  readonly #touch: Touch;
  /** Keys changed since the last commit. */
  readonly #dirty = new Set<string>();

  constructor(place: Place<V> | undefined, touch: Touch) {
    this.#place = place;
    this.#touch = touch;
    this.#map = new LayeredMap(place === undefined ? [] : decoded(place.store.entries(place.name), place.codec));
  }

  get size(): number {
    return this.#map.size;
  }

  get(key: string): V | undefined {
    return this.#map.get(key);
  }

  has(key: string): boolean {
    return this.#map.get(key) !== undefined;
  }

  set(key: string, value: V): void {
    this.#map.set(key, value);
    if (this.#place !== undefined) this.#mark(key);
  }

  delete(key: string): void {
    if (this.#map.delete(key) && this.#place !== undefined) this.#mark(key);
  }

  clear(): void {
    if (this.#place !== undefined) for (const key of this.#map.keys()) this.#mark(key);
    this.#map.clear();
  }

  keys(): IterableIterator<string> {
    return this.#map.keys();
  }

  values(): IterableIterator<V> {
    return this.#map.values();
  }

  entries(): IterableIterator<[string, V]> {
    return this.#map.entries();
  }

  freeze(): () => void {
    const layer = this.#map.freeze();
    return () => {
      if (this.#place !== undefined) for (const key of this.#map.differingKeys(layer)) this.#mark(key);
      this.#map.restore(layer);
    };
  }

  write(batch: Batch): void {
    const { name, codec } = this.#place!;
    for (const key of this.#dirty) {
      const value = this.#map.get(key);
      if (value === undefined) batch.remove(name, key);
      else batch.put(name, key, codec.encode(value));
    }
  }

  written(): void {
    this.#dirty.clear();
  }

  #mark(key: string): void {
    if (this.#dirty.size === 0) this.#touch(this);
    this.#dirty.add(key);
  }
}
