import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CaseOver, type Trial } from '../../../engine/trial.ts';
import { unload } from './own-wallet.ts';
import { scratchPath } from './scratch-path.ts';
import { loadFile } from './wallet-files.ts';

/**
 * Backups that can be read again, each in a directory of its own. The wallet itself must be unloaded before its backup
 * is read, being the same wallet.
 */
export class Backups {
  readonly #t: Trial;
  readonly #wallets = new Map<string, string>();

  constructor(t: Trial) {
    this.#t = t;
  }

  /** Backs a wallet up to a directory, which it gives. */
  async make(wallet: string): Promise<string> {
    const place = await this.#newDirectory();
    this.#wallets.set(place, wallet);
    if (this.#t.target.capabilities.sharedFiles) {
      await this.#t.result('backupwallet', { destination: place }, { wallet });
      return place;
    }
    // The directory holds a wallet already; of writing over that the documents say nothing.
    const answer = await this.#t.call('backupwallet', { destination: place }, { wallet });
    if (!answer.ok)
      this.#t.inapplicable(`an empty directory cannot be made where the node runs, and another is refused with ${answer.error.code}`);
    return place;
  }

  /** Loads what is in a directory and gives what `read` finds in it. */
  async read<T>(place: string, read: (name: string) => Promise<T>): Promise<T> {
    const name = await this.#load(place);
    try {
      return await read(name);
    } finally {
      await unload(this.#t, name);
    }
  }

  /** One that is empty, where that can be had; else one that the node has made for a wallet. */
  async #newDirectory(): Promise<string> {
    const { world, target } = this.#t;
    const place = scratchPath(this.#t);
    if (target.capabilities.sharedFiles) {
      await mkdir(place);
    } else {
      await world.result('createwallet', { wallet_name: place });
      await world.result('unloadwallet', { wallet_name: place });
    }
    return place;
  }

  /** The documents name no file for a backup in a directory, so the directory need not be one of a wallet. */
  async #load(place: string): Promise<string> {
    const asDirectory = await this.#t.answer('loadwallet', { filename: place });
    if (asDirectory.ok) return asDirectory.result.name;
    if (!this.#t.target.capabilities.sharedFiles)
      this.#t.inapplicable(`the node does not load the directory of a backup (${asDirectory.error.code}), and it cannot be seen from here`);
    const [file] = await readdir(place);
    if (!this.#t.ok(file !== undefined, 'backupwallet was answered with success, but the directory is empty') || file === undefined)
      throw new CaseOver();
    return loadFile(this.#t, join(place, file), this.#wallets.get(place) ?? '');
  }
}
