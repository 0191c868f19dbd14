/** Encoding of a value on disk. `decode(encode(v), key)` equals the value `v` of a key. */
export interface Codec<V> {
  encode(value: V): Buffer;
  decode(bytes: Buffer, key: string): V;
}

/**
 * A table of the node's state. Values are immutable and are replaced as a whole, so that snapshots can share them.
 * Iteration is in no particular order, and must not be interleaved with changes.
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

/** A part of a node that keeps state outside of tables and cells. */
export interface Freezable {
  /** Takes a snapshot. @returns a function that restores it, any number of times */
  freeze(): () => void;
}

/** A snapshot of the whole state; can be restored any number of times. */
export interface Snapshot {
  readonly id: number;
}

/**
 * The whole state of a node: every component keeps its state in tables and cells created here, so that one commit writes
 * all of it, and a snapshot or a restore takes constant time.
 */
export interface State {
  /** A table by a unique name. With a codec and a data directory, each commit also writes it to disk. */
  table<V>(name: string, codec?: Codec<V>): Table<V>;
  /**
   * A table whose values are read from disk when needed and not kept in memory (with a data directory): for large and
   * rarely read values such as blocks.
   */
  archive<V>(name: string, codec: Codec<V>): Table<V>;
  cell<V>(name: string, initial: V, codec?: Codec<V>): Cell<V>;
  /**
   * Writes the changes since the last commit in one atomic transaction. Throws `StoreError` if the disk cannot be written;
   * the last commit is then unchanged.
   */
  commit(): void;
  /** Commits, and removes replaced and removed values from the disk, such as private keys that are now encrypted. */
  commitAndPurge(): void;
  /** Includes these parts in every snapshot from now on. They are restored after the tables and cells. */
  hold(...parts: readonly Freezable[]): void;
  snapshot(): Snapshot;
  /** Throws `RangeError` for a snapshot of another state. */
  restore(snapshot: Snapshot): void;
  /** Registers a callback after every restore, to reset data derived from the state. */
  onRestore(listener: () => void): void;
  /** Commits, and closes the store. */
  close(): Promise<void>;
}
