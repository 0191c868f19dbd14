import { AssetStore } from '../assets/asset-store.ts';
import type { Outpoint } from '../primitives/types.ts';
import type { Cell, State, Table } from '../state/types.ts';
import { txCoinsCodec } from './codecs.ts';
import { CoinView, type TxCoins } from './coin-view.ts';
import type { Coin } from './types.ts';

/** The unspent outputs of the active chain, and the assets that they carry. */
export class UnspentOutputs {
  readonly assets: AssetStore;
  readonly #coins: Table<TxCoins>;
  readonly #count: Cell<number>;

  constructor(state: State) {
    this.#coins = state.table('chain.coins', txCoinsCodec);
    this.assets = new AssetStore(state);
    // Counts and holdings are not written to disk.
    const view = this.assets.view();
    let count = 0;
    for (const [, { scriptPubKey, asset }] of this.all()) {
      count += 1;
      if (asset !== undefined) view.hold(scriptPubKey, asset);
    }
    view.write();
    this.#count = state.cell('chain.coin-count', count);
  }

  get count(): number {
    return this.#count.get();
  }

  get({ txid, vout }: Outpoint): Coin | undefined {
    return this.#coins.get(txid)?.[vout];
  }

  *all(): IterableIterator<[Outpoint, Coin]> {
    for (const [txid, coins] of this.#coins.entries()) {
      for (const [vout, coin] of coins.entries()) if (coin !== undefined) yield [{ txid, vout }, coin];
    }
  }

  view(): CoinView {
    return new CoinView(this.#coins, this.assets);
  }

  /** Writes the changes of a view, which must not be used afterwards. */
  write(view: CoinView): void {
    this.#count.set(this.count + view.write());
  }
}
