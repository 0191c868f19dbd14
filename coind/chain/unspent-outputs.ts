import { AssetStore } from '../assets/asset-store.ts';
import { outpointKey, readOutpointKey } from '../primitives/outpoint.ts';
import type { Outpoint } from '../primitives/types.ts';
import type { State, Table } from '../state/types.ts';
import { coinCodec, txCoinsCodec } from './codecs.ts';
import { CoinView } from './coin-view.ts';
import type { Coin } from './types.ts';

/** The unspent outputs of the active chain, and the assets that they carry. */
export class UnspentOutputs {
  readonly assets: AssetStore;
  /** By outpoint: so the cost of spending an output does not depend on how many its transaction has. */
  readonly #coins: Table<Coin>;

  constructor(state: State) {
    this.#coins = state.table('chain.unspent', coinCodec);
    takeOver(state, this.#coins);
    this.assets = new AssetStore(state);
  }

  get count(): number {
    return this.#coins.size;
  }

  get(outpoint: Outpoint): Coin | undefined {
    return this.#coins.get(outpointKey(outpoint));
  }

  *all(): IterableIterator<[Outpoint, Coin]> {
    for (const [key, coin] of this.#coins.entries()) yield [readOutpointKey(key), coin];
  }

  view(): CoinView {
    return new CoinView(this.#coins, this.assets);
  }

  /** Writes the changes of a view, which must not be used afterwards. */
  write(view: CoinView): void {
    view.write();
  }
}

/** Moves the coins that an earlier version wrote, those of each transaction together. */
function takeOver(state: State, coins: Table<Coin>): void {
  const earlier = state.table('chain.coins', txCoinsCodec);
  if (earlier.size === 0) return;
  for (const [txid, ofTransaction] of earlier.entries()) {
    for (const [vout, coin] of ofTransaction.entries()) if (coin !== undefined) coins.set(outpointKey({ txid, vout }), coin);
  }
  earlier.clear();
}
