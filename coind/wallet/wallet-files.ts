import type { RandomSource } from '../random.ts';
import type { Log } from '../log.ts';
import type { State, Table } from '../state/types.ts';
import type { OwnFiles } from '../storage/own-files.ts';
import { reasonOf, StoreError } from '../storage/store-error.ts';
import { replaceFile } from '../storage/whole-file.ts';
import { requireReplaceable } from './backup-destination.ts';
import type { RecordVersions } from './record-versions.ts';
import { recordCodec, WalletRecords, type WalletRecord } from './records.ts';
import { failedBy, WalletError } from './wallet-error.ts';
import { isSealed, readWalletText, walletText, WalletFileError, type WalletFile } from './wallet-file.ts';
import { idOf, type WalletLocation, type WalletLocations } from './wallet-locations.ts';

export interface WalletFilesDeps {
  readonly state: State;
  readonly locations: WalletLocations;
  readonly versions: RecordVersions;
  readonly ownFiles: OwnFiles;
  readonly random: RandomSource;
  readonly log: Log;
}

/** The records of wallets in the state of the node, and the files to which they are written. */
export class WalletFiles {
  readonly #deps: WalletFilesDeps;
  readonly #table: Table<WalletRecord>;

  constructor(deps: WalletFilesDeps) {
    this.#deps = deps;
    this.#table = deps.state.table('wallets/records', recordCodec);
  }

  records(location: WalletLocation): WalletRecords {
    return new WalletRecords(this.#table, idOf(location), this.#deps.versions);
  }

  /**
   * Reads the records of a wallet into the state from its file, unless the state has newer ones from before a crash.
   * Returns a warning, or the empty string. Throws `WalletError`.
   */
  read(filename: string, location: WalletLocation): string {
    const records = this.records(location);
    const text = this.#deps.locations.read(location);
    if (text === undefined) {
      if (!records.isEmpty) return `The file of wallet ${filename} is gone; it was recovered from the state of the node.`;
      throw new WalletError('wallet-not-found', `Wallet ${filename} not found.`);
    }
    let file: WalletFile;
    try {
      file = readWalletText(text);
    } catch (error) {
      if (!(error instanceof WalletFileError)) throw error;
      if (records.isEmpty) {
        throw new WalletError(
          'refused',
          `Wallet file verification failed: Error loading wallet ${filename}: ${error.message}; replace it by a backup, or load another file`,
        );
      }
      this.#repair(location);
      return `The file of wallet ${filename} cannot be used (${error.message}); it was recovered from the state of the node.`;
    }
    if (!records.isEmpty && records.get('base') === file.id) {
      // The node was killed while it encrypted the wallet.
      if (records.meta.masterKey !== undefined && !isSealed(file)) this.#repair(location);
      return '';
    }
    records.clear();
    for (const [place, record] of file.records) records.put(place, record);
    records.set('base', '', file.id);
    return '';
  }

  /** Writes the wallet's records to its file. Throws the error of the file system. */
  write(location: WalletLocation): void {
    const id = this.#newId();
    this.#deps.locations.write(location, this.#text(location, id));
    this.records(location).set('base', '', id);
  }

  /** Removes the unencrypted keys of a wallet from all files after it was encrypted. Throws `StoreError`. */
  saveSealed(location: WalletLocation): void {
    this.#deps.state.commitAndPurge(); // first, so that the sealed records are on disk even if writing the file fails
    try {
      this.write(location);
    } catch (error) {
      throw new StoreError(
        `The wallet is encrypted, but its file ${location.file} could not be written and still has the unencrypted keys: ` +
          `${reasonOf(error)}; free disk space and restart the node, which then writes it.`,
      );
    }
  }

  /** Writes a copy to a file or into a directory, where it replaces only an older copy of the same wallet. Throws `WalletError`. */
  backup(location: WalletLocation, destination: string): void {
    const { locations, ownFiles, log } = this.#deps;
    try {
      const file = locations.backupFile(location, destination, ownFiles);
      requireReplaceable(file, this.records(location));
      replaceFile(file, this.#text(location, this.#newId()));
    } catch (error) {
      log(`Backup of a wallet to ${destination}: ${String(error)}`);
      throw failedBy('Error: Wallet backup failed', error);
    }
  }

  /** Repairs the file of a wallet whose records are complete. Logs a failure. */
  #repair(location: WalletLocation): void {
    try {
      this.write(location);
    } catch (error) {
      this.#deps.log(`Wallet file ${location.file} cannot be written: ${reasonOf(error)}`);
    }
  }

  #text(location: WalletLocation, id: string): string {
    const entries = [...this.records(location).entries()].filter(([, { kind }]) => kind !== 'base');
    return walletText({ id, records: entries });
  }

  #newId(): string {
    return this.#deps.random.bytes(16).toString('hex');
  }
}
