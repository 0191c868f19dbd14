import type { State, Table } from '../state/types.ts';
import { AssetView, type ViewedAssets } from './asset-view.ts';
import { presentCodec, recordCodec } from './record-codec.ts';
import type { AssetReaders, AssetRecord } from './types.ts';

/** The assets at the tip of the chain, and the burns that were minted. */
export class AssetStore implements AssetReaders, ViewedAssets {
  readonly #records: Table<AssetRecord>; // by guid
  readonly #minted: Table<true>; // by burn

  constructor(state: State) {
    this.#records = state.table('assets.records', recordCodec);
    this.#minted = state.table('assets.minted', presentCodec);
  }

  get(guid: number): AssetRecord | undefined {
    return this.#records.get(String(guid));
  }

  all(): IterableIterator<AssetRecord> {
    return this.#records.values();
  }

  isMinted(burn: string): boolean {
    return this.#minted.has(burn);
  }

  /** Pending changes, until they are written or discarded. */
  view(): AssetView {
    return new AssetView(this);
  }

  // ViewedAssets

  put(guid: number, record: AssetRecord | undefined): void {
    if (record === undefined) this.#records.delete(String(guid));
    else this.#records.set(String(guid), record);
  }

  setMinted(burn: string, minted: boolean): void {
    if (minted) this.#minted.set(burn, true);
    else this.#minted.delete(burn);
  }
}
