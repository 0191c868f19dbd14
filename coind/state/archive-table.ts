import type { Batch } from '../storage/store.ts';
import { LayeredMap } from './layered-map.ts';
import type { Member, Place, Touch } from './member.ts';
import type { Table } from './types.ts';

/** One version of a key's value. Without `value` it is the one on disk. */
interface Box<V> {
  value: V | undefined;
}

/**
 * A table whose committed values are only on disk. The disk has one value for each key; other values, needed by a snapshot,
 * are kept in memory.
 */
export class ArchiveTable<V> implements Table<V>, Member {
  readonly #place: Place<V>;
  readonly #keepsOld: () => boolean;
  readonly #touch: Touch;
  readonly #map: LayeredMap<Box<V>>;
  /** The version of each key's value that is on disk. */
  readonly #stored = new Map<string, Box<V>>();
  readonly #dirty = new Set<string>();

  /** @param keepsOld whether a snapshot may need replaced values */
  constructor(place: Place<V>, keepsOld: () => boolean, touch: Touch) {
    this.#place = place;
    this.#keepsOld = keepsOld;
    this.#touch = touch;
    for (const key of place.store.keys(place.name)) this.#stored.set(key, { value: undefined });
    this.#map = new LayeredMap(this.#stored);
  }

  get size(): number {
    return this.#map.size;
  }

  get(key: string): V | undefined {
    const box = this.#map.get(key);
    return box === undefined ? undefined : this.#open(key, box);
  }

  has(key: string): boolean {
    return this.#map.get(key) !== undefined;
  }

  set(key: string, value: V): void {
    this.#map.set(key, { value });
    this.#mark(key);
  }

  delete(key: string): void {
    if (this.#map.delete(key)) this.#mark(key);
  }

  clear(): void {
    for (const key of this.#map.keys()) this.#mark(key);
    this.#map.clear();
  }

  keys(): IterableIterator<string> {
    return this.#map.keys();
  }

  *values(): IterableIterator<V> {
    for (const [key, box] of this.#map.entries()) yield this.#open(key, box);
  }

  *entries(): IterableIterator<[string, V]> {
    for (const [key, box] of this.#map.entries()) yield [key, this.#open(key, box)];
  }

  freeze(): () => void {
    const layer = this.#map.freeze();
    return () => {
      for (const key of this.#map.differingKeys(layer)) this.#mark(key);
      this.#map.restore(layer);
    };
  }

  write(batch: Batch): void {
    const { name, codec } = this.#place;
    for (const key of this.#dirty) {
      const box = this.#map.get(key);
      const stored = this.#stored.get(key);
      if (box === stored) continue;
      if (stored !== undefined && this.#keepsOld()) stored.value ??= this.#read(key);
      if (box === undefined) batch.remove(name, key);
      else batch.put(name, key, codec.encode(this.#open(key, box)));
    }
  }

  written(): void {
    for (const key of this.#dirty) {
      const box = this.#map.get(key);
      if (box === undefined) {
        this.#stored.delete(key);
      } else {
        box.value = undefined;
        this.#stored.set(key, box);
      }
    }
    this.#dirty.clear();
  }

  #open(key: string, box: Box<V>): V {
    return box.value ?? this.#read(key);
  }

  #read(key: string): V {
    const bytes = this.#place.store.get(this.#place.name, key);
    if (bytes === undefined) throw new Error(`the store lost ${this.#place.name} ${key}`);
    return this.#place.codec.decode(bytes, key);
  }

  #mark(key: string): void {
    if (this.#dirty.size === 0) this.#touch(this);
    this.#dirty.add(key);
  }
}
