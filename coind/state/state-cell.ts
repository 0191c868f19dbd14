import type { Batch } from '../storage/store.ts';
import type { Member, Place, Touch } from './member.ts';
import type { Cell } from './types.ts';

/** Table of the store that holds the cells, by name. */
const cells = 'cells';

/** A single value in memory, and also on disk if it has a place there. */
export class StateCell<V> implements Cell<V>, Member {
  readonly #place: Place<V> | undefined;
  readonly #touch: Touch;
  #value: V;

  constructor(initial: V, place: Place<V> | undefined, touch: Touch) {
    this.#place = place;
    this.#touch = touch;
    const stored = place?.store.get(cells, place.name);
    this.#value = stored === undefined ? initial : place!.codec.decode(stored, place!.name);
  }

  get(): V {
    return this.#value;
  }

  set(value: V): void {
    this.#value = value;
    if (this.#place !== undefined) this.#touch(this);
  }

  freeze(): () => void {
    const value = this.#value;
    return () => this.set(value);
  }

  write(batch: Batch): void {
    batch.put(cells, this.#place!.name, this.#place!.codec.encode(this.#value));
  }

  written(): void {
    // Only the value itself is kept.
  }
}
