import type { AssetStore } from '../assets/asset-store.ts';
import type { AssetView } from '../assets/asset-view.ts';
import { carriedOf } from '../assets/data-output.ts';
import type { AssetAmount } from '../assets/types.ts';
import { isUnspendable } from '../script/script.ts';
import type { Table } from '../state/types.ts';
import type { Outpoint, Transaction } from '../primitives/types.ts';
import { ownBytes } from './own-bytes.ts';
import type { Coin } from './types.ts';

/** Unspent outputs of one transaction, by output index; never empty. One key and one look-up a transaction. */
export type TxCoins = readonly (Coin | undefined)[];

/** The outputs of a transaction as coins, without unspendable ones. */
function coinsOf(transaction: Transaction, height: number): (Coin | undefined)[] {
  const { isCoinbase: coinbase } = transaction;
  const carried = carriedOf(transaction);
  return transaction.outputs.map(({ valueSat, scriptPubKey }, vout) => {
    if (isUnspendable(scriptPubKey)) return undefined;
    const asset = carried.get(vout);
    const coin = { valueSat, scriptPubKey: ownBytes(scriptPubKey), height, coinbase };
    return asset === undefined ? coin : { ...coin, asset };
  });
}

const isSameAsset = (a: AssetAmount | undefined, b: AssetAmount | undefined): boolean => a?.guid === b?.guid && a?.amount === b?.amount;

/** Pending changes to the unspent outputs and the assets, until they are written or discarded. */
export class CoinView {
  readonly #table: Table<TxCoins>;
  readonly #changes = new Map<string, (Coin | undefined)[]>();
  readonly assets: AssetView;
  #added = 0;

  constructor(table: Table<TxCoins>, assets: AssetStore) {
    this.#table = table;
    this.assets = assets.view();
  }

  coin({ txid, vout }: Outpoint): Coin | undefined {
    return (this.#changes.get(txid) ?? this.#table.get(txid))?.[vout];
  }

  /** Whether any output of the transaction is unspent. */
  has(txid: string): boolean {
    const changed = this.#changes.get(txid);
    return changed === undefined ? this.#table.has(txid) : changed.some((coin) => coin !== undefined);
  }

  /** Removes a coin and returns it; undefined if it does not exist. */
  spend({ txid, vout }: Outpoint): Coin | undefined {
    let coins = this.#changes.get(txid);
    if (coins === undefined) {
      const known = this.#table.get(txid);
      if (known?.[vout] === undefined) return undefined;
      coins = known.slice();
      this.#changes.set(txid, coins);
    }
    const coin = coins[vout];
    if (coin !== undefined) {
      coins[vout] = undefined;
      this.#count(coin, -1);
    }
    return coin;
  }

  /** Restores a spent coin. @returns false if it exists already */
  restore({ txid, vout }: Outpoint, coin: Coin): boolean {
    let coins = this.#changes.get(txid);
    if (coins === undefined) {
      coins = this.#table.get(txid)?.slice() ?? [];
      this.#changes.set(txid, coins);
    }
    if (coins[vout] !== undefined) return false;
    while (coins.length < vout) coins.push(undefined);
    coins[vout] = coin;
    this.#count(coin, 1);
    return true;
  }

  /** Adds the outputs of a transaction in a block of this height. */
  addOutputs(transaction: Transaction, height: number): void {
    const coins = coinsOf(transaction, height);
    for (const coin of coins) if (coin !== undefined) this.#count(coin, 1);
    this.#changes.set(transaction.txid, coins);
  }

  /** Removes the outputs of a transaction. @returns whether exactly these outputs were unspent */
  removeOutputs(transaction: Transaction, height: number): boolean {
    const { txid } = transaction;
    const known = this.#changes.get(txid) ?? this.#table.get(txid) ?? [];
    const expected = coinsOf(transaction, height);
    let clean = true;
    for (let vout = 0; vout < Math.max(known.length, expected.length); vout++) {
      const coin = known[vout];
      const other = expected[vout];
      if (coin !== undefined) this.#count(coin, -1);
      clean &&=
        coin === undefined
          ? other === undefined
          : other !== undefined &&
            coin.valueSat === other.valueSat &&
            coin.height === other.height &&
            coin.coinbase === other.coinbase &&
            isSameAsset(coin.asset, other.asset) &&
            coin.scriptPubKey.equals(other.scriptPubKey);
    }
    this.#changes.set(txid, []);
    return clean;
  }

  /** Writes the changes. The view must not be used afterwards. @returns change in the number of coins */
  write(): number {
    for (const [txid, coins] of this.#changes) {
      while (coins.length > 0 && coins[coins.length - 1] === undefined) coins.pop();
      if (coins.length > 0) this.#table.set(txid, coins);
      else this.#table.delete(txid);
    }
    this.assets.write();
    return this.#added;
  }

  /** Records that a coin was added (1) or removed (-1). */
  #count({ scriptPubKey, asset }: Coin, change: 1 | -1): void {
    this.#added += change;
    if (asset !== undefined) this.assets.hold(scriptPubKey, change === 1 ? asset : { guid: asset.guid, amount: -asset.amount });
  }
}
