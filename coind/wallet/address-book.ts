import type { WalletRecords } from './records.ts';
import type { AddressBookEntry, Purpose } from './types.ts';

/** Labels of addresses: the wallet's own, and recipients. */
export class AddressBook {
  readonly #records: WalletRecords;
  readonly #entries: Map<string, AddressBookEntry>;

  constructor(records: WalletRecords) {
    this.#records = records;
    this.#entries = new Map(records.all('address'));
  }

  get(address: string): AddressBookEntry | undefined {
    return this.#entries.get(address);
  }

  set(address: string, label: string, purpose: Purpose): void {
    const entry = { label, purpose };
    this.#entries.set(address, entry);
    this.#records.set('address', address, entry);
  }

  entries(): IterableIterator<[string, AddressBookEntry]> {
    return this.#entries.entries();
  }
}
