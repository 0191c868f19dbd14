/** How a value is kept on disk. `decode(encode(v))` equals `v`. */
export interface Codec<V> {
  encode(value: V): Buffer;
  decode(bytes: Buffer): V;
}

/**
 * A table of the node's state. Values are never changed in place: whoever changes one puts another in its stead, so that
 * a snapshot can share them. Iteration is in no particular order, and must not be interleaved with changes.
 */
export interface Table<V> {
  readonly size: number;
  get(key: string): V | undefined;
  has(key: string): boolean;
  set(key: string, value: V): void;
  delete(key: string): void;
  clear(): void;
  keys(): IterableIterator<string>;
  values(): IterableIterator<V>;
  entries(): IterableIterator<[string, V]>;
}

/** A single value of the node's state. */
export interface Cell<V> {
  get(): V;
  set(value: V): void;
}

/** A moment of the whole state; can be gone back to any number of times. */
export interface Snapshot {
  readonly id: number;
}

/**
 * All that a node knows and could lose: every component keeps its state in tables and cells made here, so that one
 * commit writes all of it at once, and a snapshot or a restore takes the same time whatever there is.
 */
export interface State {
  /** A table by a unique name. With a codec it is on disk as well (where there is one), as of the last commit. */
  table<V>(name: string, codec?: Codec<V>): Table<V>;
  /**
   * A table whose values are read from the disk when asked for, and not kept in memory (where there is a disk): for
   * what is large and seldom read, as blocks.
   */
  archive<V>(name: string, codec: Codec<V>): Table<V>;
  cell<V>(name: string, initial: V, codec?: Codec<V>): Cell<V>;
  /**
   * Writes what changed since the last commit in one transaction: after a kill either all of it is there or nothing.
   * Throws `StoreError` where the disk takes nothing more; then what was committed before stands as it was.
   */
  commit(): void;
  /** Commits, and removes from the disk whatever was replaced or removed before: keys that are sealed now stood there in clear. */
  commitAndPurge(): void;
  snapshot(): Snapshot;
  /** Throws `RangeError` for a snapshot of another state. */
  restore(snapshot: Snapshot): void;
  /** Called after every restore: for what is derived from the state and kept beside it. */
  onRestore(listener: () => void): void;
  /** Commits and lets go of the disk. */
  close(): Promise<void>;
}
