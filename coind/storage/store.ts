/** Writes of one atomic transaction. */
export interface Batch {
  put(table: string, key: string, value: Buffer): void;
  remove(table: string, key: string): void;
  /** Makes the next start purge the store, unless `purge` completes before. */
  purge(): void;
}

/** Values on disk, by table and key. Its methods throw `StoreError`. */
export interface Store {
  get(table: string, key: string): Buffer | undefined;
  keys(table: string): Iterable<string>;
  entries(table: string): Iterable<[string, Buffer]>;
  /** After this returns, the writes survive a kill of the process. If it throws, nothing was written. */
  write(action: (batch: Batch) => void): void;
  /** Removes all replaced and removed values from the disk. */
  purge(): void;
  close(): Promise<void>;
}
