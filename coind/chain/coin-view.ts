import { isUnspendable } from '../script/script.ts';
import type { Table } from '../state/types.ts';
import type { Outpoint, Transaction } from '../primitives/types.ts';
import { ownBytes } from './own-bytes.ts';
import type { Coin } from './types.ts';

/** Unspent outputs of one transaction, by their place in it; not empty. Coins are kept by transaction: one look-up, one key. */
export type TxCoins = readonly (Coin | undefined)[];

/** The outputs of a transaction as coins, without those that can never be spent. */
function coinsOf(transaction: Transaction, height: number): (Coin | undefined)[] {
  const { isCoinbase: coinbase } = transaction;
  return transaction.outputs.map(({ valueSat, scriptPubKey }) =>
    isUnspendable(scriptPubKey) ? undefined : { valueSat, scriptPubKey: ownBytes(scriptPubKey), height, coinbase },
  );
}

/** Changes to the unspent outputs, kept aside until they are written, or let go. */
export class CoinView {
  readonly #table: Table<TxCoins>;
  readonly #changes = new Map<string, (Coin | undefined)[]>();
  #added = 0;

  constructor(table: Table<TxCoins>) {
    this.#table = table;
  }

  coin({ txid, vout }: Outpoint): Coin | undefined {
    return (this.#changes.get(txid) ?? this.#table.get(txid))?.[vout];
  }

  /** Whether any output of the transaction is unspent. */
  has(txid: string): boolean {
    const changed = this.#changes.get(txid);
    return changed === undefined ? this.#table.has(txid) : changed.some((coin) => coin !== undefined);
  }

  /** Takes a coin away. @returns undefined where there is none */
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
      this.#added -= 1;
    }
    return coin;
  }

  /** Gives a spent coin back. @returns false where it is there already */
  restore({ txid, vout }: Outpoint, coin: Coin): boolean {
    let coins = this.#changes.get(txid);
    if (coins === undefined) {
      coins = this.#table.get(txid)?.slice() ?? [];
      this.#changes.set(txid, coins);
    }
    if (coins[vout] !== undefined) return false;
    while (coins.length < vout) coins.push(undefined);
    coins[vout] = coin;
    this.#added += 1;
    return true;
  }

  /** Adds the outputs of a transaction in a block of this height. */
  addOutputs(transaction: Transaction, height: number): void {
    const coins = coinsOf(transaction, height);
    for (const coin of coins) if (coin !== undefined) this.#added += 1;
    this.#changes.set(transaction.txid, coins);
  }

  /** Takes the outputs of a transaction away. @returns whether they were all there, and nothing else of it */
  removeOutputs(transaction: Transaction, height: number): boolean {
    const { txid } = transaction;
    const known = this.#changes.get(txid) ?? this.#table.get(txid) ?? [];
    const expected = coinsOf(transaction, height);
    let clean = true;
    for (let vout = 0; vout < Math.max(known.length, expected.length); vout++) {
      const coin = known[vout];
      const other = expected[vout];
      if (coin !== undefined) this.#added -= 1;
      clean &&=
        coin === undefined
          ? other === undefined
          : other !== undefined &&
            coin.valueSat === other.valueSat &&
            coin.height === other.height &&
            coin.coinbase === other.coinbase &&
            coin.scriptPubKey.equals(other.scriptPubKey);
    }
    this.#changes.set(txid, []);
    return clean;
  }

  /** Puts the changes into the table. The view must not be used afterwards. @returns coins more (or less) than before */
  write(): number {
    for (const [txid, coins] of this.#changes) {
      while (coins.length > 0 && coins[coins.length - 1] === undefined) coins.pop();
      if (coins.length > 0) this.#table.set(txid, coins);
      else this.#table.delete(txid);
    }
    return this.#added;
  }
}
