/** Writes of one transaction: all of them are kept or none. */
export interface Batch {
  put(table: string, key: string, value: Buffer): void;
  remove(table: string, key: string): void;
  /** Lets the next start purge the store, where `purge` does not come to its end before. */
  purge(): void;
}

/** Bytes on a disk, by table and key. Its methods throw `StoreError`. */
export interface Store {
  get(table: string, key: string): Buffer | undefined;
  keys(table: string): Iterable<string>;
  entries(table: string): Iterable<[string, Buffer]>;
  /** Once this returns, no end of the process can lose what was written. Where it throws, nothing was written. */
  write(action: (batch: Batch) => void): void;
  /** Removes from the disk all that was ever replaced or removed. */
  purge(): void;
  close(): Promise<void>;
}
