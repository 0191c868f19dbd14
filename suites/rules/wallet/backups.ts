import type { Trial } from '../../engine/trial.ts';
import { unload } from './own-wallet.ts';
import { scratchPath } from './scratch-path.ts';

/**
 * Backups that can be read again: each takes the place of a wallet that was made by its path for it, so that it needs
 * no access to the node's files. The wallet itself must be unloaded before its backup is read, being the same wallet.
 */
export class Backups {
  readonly #t: Trial;

  constructor(t: Trial) {
    this.#t = t;
  }

  /** Backs a wallet up to a directory, which it gives. */
  async make(wallet: string): Promise<string> {
    const { world } = this.#t;
    const place = scratchPath(this.#t);
    await world.result('createwallet', { wallet_name: place });
    await world.result('unloadwallet', { wallet_name: place });
    await this.#t.result('backupwallet', { destination: place }, { wallet });
    return place;
  }

  /** Loads what is in a directory and gives what `read` finds in it. */
  async read<T>(place: string, read: (name: string) => Promise<T>): Promise<T> {
    const { name } = await this.#t.result<{ name: string }>('loadwallet', { filename: place });
    try {
      return await read(name);
    } finally {
      await unload(this.#t, name);
    }
  }
}
