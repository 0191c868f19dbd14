import type { Codec, State, Table } from '../state/types.ts';
import type { GovernanceObject } from './governance-object.ts';
import type { ObjectStatus } from './types.ts';

const textCodec: Codec<string> = { encode: (text) => Buffer.from(text), decode: (bytes) => bytes.toString() };

/** What `gobject diff` has shown of each object, kept over restarts. */
export class Differences {
  readonly #shown: Table<string>;

  constructor(state: State) {
    this.#shown = state.table('governance.shown', textCodec);
  }

  /** Whether an object differs from what was noted last. Notes it. */
  note({ hash }: GovernanceObject, status: ObjectStatus): boolean {
    const text = JSON.stringify(status);
    if (this.#shown.get(hash) === text) return false;
    this.#shown.set(hash, text);
    return true;
  }

  forget(hash: string): void {
    if (this.#shown.has(hash)) this.#shown.delete(hash);
  }
}
