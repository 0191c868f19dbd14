import type { AssetStore } from '../assets/asset-store.ts';
import type { AssetView } from '../assets/asset-view.ts';
import { carriedOf } from '../assets/data-output.ts';
import type { AssetAmount } from '../assets/types.ts';
import { isUnspendable } from '../script/script.ts';
import type { Table } from '../state/types.ts';
import { outpointKey } from '../primitives/outpoint.ts';
import type { Outpoint, Transaction } from '../primitives/types.ts';
import { ownBytes } from './own-bytes.ts';
import type { Coin } from './types.ts';

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

/** Whether a coin is that of an output, with all that belongs to it. */
function isSameCoin(a: Coin, b: Coin): boolean {
  return (
    a.valueSat === b.valueSat &&
    a.height === b.height &&
    a.coinbase === b.coinbase &&
    isSameAsset(a.asset, b.asset) &&
    a.scriptPubKey.equals(b.scriptPubKey)
  );
}

/** Pending changes to the unspent outputs and the assets, until they are written or discarded. */
export class CoinView {
  readonly #table: Table<Coin>;
  /** By outpoint; null for a coin that is spent. */
  readonly #changes = new Map<string, Coin | null>();
  readonly assets: AssetView;

  constructor(table: Table<Coin>, assets: AssetStore) {
    this.#table = table;
    this.assets = assets.view();
  }

  coin(outpoint: Outpoint): Coin | undefined {
    return this.#at(outpointKey(outpoint));
  }

  /** Whether any output of the transaction is unspent. */
  hasAnyOf({ txid, outputs }: Transaction): boolean {
    return outputs.some((_, vout) => this.coin({ txid, vout }) !== undefined);
  }

  /** Removes a coin and returns it; undefined if it does not exist. */
  spend(outpoint: Outpoint): Coin | undefined {
    const key = outpointKey(outpoint);
    const coin = this.#at(key);
    if (coin === undefined) return undefined;
    this.#changes.set(key, null);
    return coin;
  }

  /** Restores a spent coin. @returns false if it exists already */
  restore(outpoint: Outpoint, coin: Coin): boolean {
    const key = outpointKey(outpoint);
    if (this.#at(key) !== undefined) return false;
    this.#changes.set(key, coin);
    return true;
  }

  /** Adds the outputs of a transaction in a block of this height. */
  addOutputs(transaction: Transaction, height: number): void {
    const { txid } = transaction;
    for (const [vout, coin] of coinsOf(transaction, height).entries()) {
      if (coin === undefined) continue;
      this.#changes.set(outpointKey({ txid, vout }), coin);
    }
  }

  /** Removes the outputs of a transaction. @returns whether exactly these outputs were unspent */
  removeOutputs(transaction: Transaction, height: number): boolean {
    const { txid } = transaction;
    let clean = true;
    for (const [vout, expected] of coinsOf(transaction, height).entries()) {
      const coin = this.spend({ txid, vout });
      clean &&= coin === undefined || expected === undefined ? coin === expected : isSameCoin(coin, expected);
    }
    return clean;
  }

  /** Writes the changes. The view must not be used afterwards. */
  write(): void {
    for (const [key, coin] of this.#changes) {
      if (coin === null) this.#table.delete(key);
      else this.#table.set(key, coin);
    }
    this.assets.write();
  }

  #at(key: string): Coin | undefined {
    const changed = this.#changes.get(key);
    return changed === undefined ? this.#table.get(key) : (changed ?? undefined);
  }
}
