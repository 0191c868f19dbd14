import type { Batch, Store } from '../storage/store.ts';
import type { Codec, Freezable } from './types.ts';

/** A table or cell of the state. */
export interface Member extends Freezable {
  /** Writes the changes since the last call of `written`. */
  write(batch: Batch): void;
  /** Called after the writes of `write` are committed. */
  written(): void;
}

/** Location of a member in the store. */
export interface Place<V> {
  readonly name: string;
  readonly codec: Codec<V>;
  readonly store: Store;
}

/** Called when a member has changes to write. */
export type Touch = (member: Member) => void;
