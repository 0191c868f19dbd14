import type { Outpoint } from '../primitives/types.ts';
import type { Table } from '../state/types.ts';

const isSame = (a: Outpoint, b: Outpoint): boolean => a.txid === b.txid && a.vout === b.vout;

/** The locked outputs of one wallet, which coin selection skips (document 1, States and transitions). In memory only. */
export class LockedCoins {
  readonly #table: Table<readonly Outpoint[]>;
  readonly #wallet: string;

  /** @param table locked outputs of all wallets, by wallet id */
  constructor(table: Table<readonly Outpoint[]>, wallet: string) {
    this.#table = table;
    this.#wallet = wallet;
  }

  /** In the order in which they were locked. */
  all(): readonly Outpoint[] {
    return this.#table.get(this.#wallet) ?? [];
  }

  has(outpoint: Outpoint): boolean {
    return this.all().some((locked) => isSame(locked, outpoint));
  }

  add({ txid, vout }: Outpoint): void {
    if (!this.has({ txid, vout })) this.#table.set(this.#wallet, [...this.all(), { txid, vout }]);
  }

  delete(outpoint: Outpoint): void {
    if (this.has(outpoint))
      this.#table.set(
        this.#wallet,
        this.all().filter((locked) => !isSame(locked, outpoint)),
      );
  }

  clear(): void {
    this.#table.delete(this.#wallet);
  }
}
