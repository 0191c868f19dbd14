import type { Table } from '../state/types.ts';

/**
 * Whether a restore has changed the records of a wallet: each change gives them a new version, which is restored with
 * them. So wallets that a restore does not change need not be opened again.
 */
export class RecordVersions {
  /** Restored with the records, by wallet id. */
  readonly #stored: Table<number>;
  /** The same, but for restores. */
  readonly #known = new Map<string, number>();
  #last = 0;

  constructor(stored: Table<number>) {
    this.#stored = stored;
  }

  /** Records of a wallet were changed. */
  note(id: string): void {
    const version = ++this.#last;
    this.#stored.set(id, version);
    this.#known.set(id, version);
  }

  /** Called after a restore. Returns the ids of the wallets whose records it has changed. */
  restored(): string[] {
    const changed = [...this.#known].filter(([id, version]) => this.#stored.get(id) !== version).map(([id]) => id);
    for (const id of changed) {
      const version = this.#stored.get(id);
      if (version === undefined) this.#known.delete(id);
      else this.#known.set(id, version);
    }
    return changed;
  }
}
