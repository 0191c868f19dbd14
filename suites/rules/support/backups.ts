import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CaseOver, type Trial } from '../../../engine/trial.ts';
import { unload } from './own-wallet.ts';
import { scratchPath } from './scratch-path.ts';
import { loadFile } from './wallet-files.ts';

/**
 * Wallet backups, each in its own directory. The wallet must be unloaded before its backup is loaded, because both are
 * the same wallet.
 */
export class Backups {
  readonly #t: Trial;
  readonly #wallets = new Map<string, string>();

  constructor(t: Trial) {
    this.#t = t;
  }

  /** Backs up a wallet to a directory, and returns the directory. */
  async make(wallet: string): Promise<string> {
    const place = await this.#newDirectory();
    this.#wallets.set(place, wallet);
    if (this.#t.target.capabilities.sharedFiles) {
      await this.#t.result('backupwallet', { destination: place }, { wallet });
      return place;
    }
    // The documents do not say what else a directory may contain.
    const answer = await this.#t.call('backupwallet', { destination: place }, { wallet });
    if (!answer.ok)
      this.#t.inapplicable(
        `Pyx cannot make an empty directory on the machine of the node, and backupwallet refuses another directory with ${answer.error.code}`,
      );
    return place;
  }

  /** Loads the wallet in a directory and returns the result of `read`. */
  async read<T>(place: string, read: (name: string) => Promise<T>): Promise<T> {
    const name = await this.#load(place);
    try {
      return await read(name);
    } finally {
      await unload(this.#t, name);
    }
  }

  /** An empty directory if possible, otherwise one that the node made for a directory with a wallet: the file of a wallet may be replaced by no other. */
  async #newDirectory(): Promise<string> {
    const { world, target } = this.#t;
    const place = scratchPath(this.#t);
    if (target.capabilities.sharedFiles) {
      await mkdir(place);
    } else {
      const other = `${place}/other`;
      await world.result('createwallet', { wallet_name: other });
      await world.result('unloadwallet', { wallet_name: other });
    }
    return place;
  }

  /** The wallet to load from the directory of a backup. The documents do not name the file, so the directory need not be loadable itself. */
  async #load(place: string): Promise<string> {
    const asDirectory = await this.#t.answer('loadwallet', { filename: place });
    if (asDirectory.ok) return asDirectory.result.name;
    if (!this.#t.target.capabilities.sharedFiles)
      this.#t.inapplicable(
        `the node does not load the directory of a backup (${asDirectory.error.code}), and Pyx cannot read that directory`,
      );
    const [file] = await readdir(place);
    if (!this.#t.ok(file !== undefined, 'backupwallet succeeded, but the directory is empty') || file === undefined) throw new CaseOver();
    return loadFile(this.#t, join(place, file), this.#wallets.get(place) ?? '');
  }
}
