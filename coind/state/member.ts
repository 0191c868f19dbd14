import type { Batch, Store } from '../storage/store.ts';
import type { Codec } from './types.ts';

/** One table or cell, as the state deals with it. */
export interface Member {
  /** Keeps the present moment. @returns what goes back to it, any number of times */
  freeze(): () => void;
  /** Writes what changed since the last time that was `written`. */
  write(batch: Batch): void;
  /** What `write` wrote is safe. */
  written(): void;
}

/** Where a member is kept. */
export interface Place<V> {
  readonly name: string;
  readonly codec: Codec<V>;
  readonly store: Store;
}

/** Says that there is something to write. */
export type Touch = (member: Member) => void;
