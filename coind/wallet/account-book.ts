import { hash } from 'node:crypto';
import type { WalletRecords } from './records.ts';
import type { AccountMove, Accounts, AccountTransfer } from './types.ts';

/** Accounts of a wallet, kept in its records (see `Accounts`). */
export class AccountBook implements Accounts {
  readonly #records: WalletRecords;

  constructor(records: WalletRecords) {
    this.#records = records;
  }

  moves(): readonly AccountMove[] {
    return this.#records.all('move').map(([, record]) => ({ ...record, amountSat: BigInt(record.amountSat) }));
  }

  move({ from, to, amountSat, time, comment }: AccountTransfer): void {
    const halves = [
      [from, to, -amountSat],
      [to, from, amountSat],
    ] as const;
    for (const [account, otherAccount, sat] of halves) {
      const order = this.#records.meta.nextOrder;
      this.#records.updateMeta({ nextOrder: order + 1 });
      this.#records.set('move', String(order), { account, otherAccount, amountSat: String(sat), time, comment, order });
    }
  }

  currentAddress(account: string): string | undefined {
    return this.#records.get('account', keyOf(account))?.address;
  }

  setCurrentAddress(account: string, address: string): void {
    this.#records.set('account', keyOf(account), { name: account, address });
  }
}

/** A hash, because names may be longer than a key of a record may be. */
const keyOf = (account: string): string => hash('sha256', account);
