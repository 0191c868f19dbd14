import type { AssetEffect, AssetReaders, AssetRecord, AssetUndo } from './types.ts';

/** The assets below a view, to which its changes are written. */
export interface ViewedAssets extends Pick<AssetReaders, 'get' | 'isMinted'> {
  put(guid: number, record: AssetRecord | undefined): void;
  setMinted(burn: string, minted: boolean): void;
}

const NOTHING: AssetUndo = { records: [], burns: [] };

/** Pending changes to the assets, made by the transactions of one or more blocks. */
export class AssetView {
  readonly #store: ViewedAssets;
  readonly #records = new Map<number, AssetRecord | undefined>();
  readonly #burns = new Map<string, boolean>();
  /** Since `begin`. */
  #before = new Map<number, AssetRecord | undefined>();
  #minted: string[] = [];

  constructor(store: ViewedAssets) {
    this.#store = store;
  }

  get(guid: number): AssetRecord | undefined {
    return this.#records.has(guid) ? this.#records.get(guid) : this.#store.get(guid);
  }

  isMinted(burn: string): boolean {
    return this.#burns.get(burn) ?? this.#store.isMinted(burn);
  }

  /** Starts the undo data of a block. */
  begin(): void {
    this.#before = new Map();
    this.#minted = [];
  }

  /** Applies what a transaction changes. */
  apply({ record, burn }: AssetEffect): void {
    if (record !== undefined) {
      const { guid } = record;
      if (!this.#before.has(guid)) this.#before.set(guid, this.get(guid));
      this.#records.set(guid, record);
    }
    if (burn !== undefined) {
      this.#minted.push(burn);
      this.#burns.set(burn, true);
    }
  }

  /** What undoes all since `begin`. */
  undo(): AssetUndo {
    return this.#before.size === 0 && this.#minted.length === 0 ? NOTHING : { records: [...this.#before], burns: this.#minted };
  }

  /** Reverts a block. */
  revert({ records, burns }: AssetUndo): void {
    for (const [guid, before] of records) this.#records.set(guid, before);
    for (const burn of burns) this.#burns.set(burn, false);
  }

  /** Writes the changes. The view must not be used afterwards. */
  write(): void {
    for (const [guid, record] of this.#records) this.#store.put(guid, record);
    for (const [burn, minted] of this.#burns) this.#store.setMinted(burn, minted);
  }
}
