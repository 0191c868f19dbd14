import { stat } from 'node:fs/promises';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { rule } from '../rule.ts';
import { Backups } from '../support/backups.ts';
import { addressIn, unload, withWallet } from '../support/own-wallet.ts';
import { scratchPath } from '../support/scratch-path.ts';
import { loadFile } from '../support/wallet-files.ts';

/** Checks that a wallet loaded from a backup has the address. */
async function hasAddress(t: Trial, wallet: string, address: string): Promise<void> {
  const { ismine } = await t.result('getaddressinfo', { address }, { wallet });
  t.equal(ismine, true, 'ismine in the backup of an address of the wallet', { path: 'ismine' });
}

const toFile = rule({
  rule: 'backupwallet/to-file',
  effect: ['wallet'],
  uses: ['loadwallet', 'unloadwallet', 'getaddressinfo'],
  run: async (t) => {
    if (!t.target.capabilities.sharedFiles) t.inapplicable('Pyx cannot read the files of this node');
    const file = scratchPath(t, '.dat');
    await withWallet(t, async (wallet) => {
      const address = await addressIn(t.world, wallet, 'legacy');
      await t.result('backupwallet', { destination: file }, { wallet });
      const found = await stat(file).catch(() => undefined);
      if (!t.ok(found?.isFile() === true && found.size > 0, 'backupwallet succeeded, but the file is missing or empty')) return;
      await t.world.result('unloadwallet', { wallet_name: wallet });
      const copy = await loadFile(t, file, wallet);
      await hasAddress(t, copy, address);
      await unload(t, copy);
    });
  },
});

const toDirectory = rule({
  rule: 'backupwallet/to-directory',
  effect: ['wallet'],
  uses: ['createwallet', 'loadwallet', 'unloadwallet', 'getaddressinfo'],
  run: (t) =>
    withWallet(t, async (wallet) => {
      const address = await addressIn(t.world, wallet, 'legacy');
      const backups = new Backups(t);
      const place = await backups.make(wallet);
      await t.world.result('unloadwallet', { wallet_name: wallet });
      await backups.read(place, (copy) => hasAddress(t, copy, address));
    }),
});

export const backupwalletRules: readonly Case[] = [toFile, toDirectory];
