import type { State, Table } from '../state/types.ts';
import { AssetView, type ViewedAssets } from './asset-view.ts';
import { presentCodec, recordCodec } from './record-codec.ts';
import type { AssetAmount, AssetReaders, AssetRecord } from './types.ts';

/** Latin-1, one character a byte, is the fastest key. */
const scriptKey = (script: Buffer): string => script.toString('latin1');

/** The assets at the tip of the chain, the burns that were minted, and who holds what. */
export class AssetStore implements AssetReaders, ViewedAssets {
  readonly #records: Table<AssetRecord>; // by guid
  readonly #minted: Table<true>; // by burn
  /** By output script. Derived from the coins, and so not written to disk. */
  readonly #holdings: Table<readonly AssetAmount[]>;

  constructor(state: State) {
    this.#records = state.table('assets.records', recordCodec);
    this.#minted = state.table('assets.minted', presentCodec);
    this.#holdings = state.table('assets.holdings');
  }

  get(guid: number): AssetRecord | undefined {
    return this.#records.get(String(guid));
  }

  all(): IterableIterator<AssetRecord> {
    return this.#records.values();
  }

  *holdings(guid: number): IterableIterator<{ readonly script: Buffer; readonly amount: bigint }> {
    for (const [key, held] of this.#holdings.entries()) {
      const found = held.find((asset) => asset.guid === guid);
      if (found !== undefined) yield { script: Buffer.from(key, 'latin1'), amount: found.amount };
    }
  }

  heldBy(script: Buffer): readonly AssetAmount[] {
    return this.#holdings.get(scriptKey(script)) ?? [];
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

  hold(script: Buffer, { guid, amount }: AssetAmount): void {
    const key = scriptKey(script);
    const before = this.#holdings.get(key) ?? [];
    const total = (before.find((asset) => asset.guid === guid)?.amount ?? 0n) + amount;
    const others = before.filter((asset) => asset.guid !== guid);
    const after = total === 0n ? others : [...others, { guid, amount: total }];
    if (after.length === 0) this.#holdings.delete(key);
    else this.#holdings.set(key, after);
  }
}
