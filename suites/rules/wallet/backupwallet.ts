import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Case } from '../../engine/types.ts';
import type { Trial } from '../../engine/trial.ts';
import { rule } from '../rule.ts';
import { Backups } from './backups.ts';
import { withWallet } from './own-wallet.ts';
import { scratchPath } from './scratch-path.ts';

/** Holds what was backed up to `place` against a wallet that had the address, and is unloaded by now. */
async function holds(t: Trial, place: string, address: string): Promise<void> {
  await new Backups(t).read(place, async (wallet) => {
    const { ismine } = await t.result<{ ismine: boolean }>('getaddressinfo', { address }, { wallet });
    t.equal(ismine, true, 'ismine, in the backup, of an address of the wallet', { path: 'ismine' });
  });
}

const newAddress = (t: Trial, wallet: string): Promise<string> =>
  t.world.result<string>('getnewaddress', { label: '', address_type: 'legacy' }, { wallet });

const toFile = rule({
  rule: 'backupwallet/to-file',
  effect: ['wallet'],
  uses: ['loadwallet', 'unloadwallet'],
  run: async (t) => {
    if (!t.target.capabilities.sharedFiles) t.inapplicable('files that this node writes cannot be read from here');
    const place = scratchPath(t);
    await mkdir(place);
    await withWallet(t, async (wallet) => {
      const address = await newAddress(t, wallet);
      const file = join(place, 'wallet.dat'); // the one name by which the documents let a directory be loaded
      await t.result('backupwallet', { destination: file }, { wallet });
      const found = await stat(file).catch(() => undefined);
      if (!t.ok(found?.isFile() === true && found.size > 0, 'backupwallet was answered with success, but the file is not there or empty')) return;
      await t.world.result('unloadwallet', { wallet_name: wallet });
      await holds(t, place, address);
    });
  },
});

const toDirectory = rule({
  rule: 'backupwallet/to-directory',
  effect: ['wallet'],
  uses: ['createwallet', 'loadwallet', 'unloadwallet'],
  run: (t) => withWallet(t, async (wallet) => {
    const address = await newAddress(t, wallet);
    const place = await new Backups(t).make(wallet);
    await t.world.result('unloadwallet', { wallet_name: wallet });
    await holds(t, place, address);
  }),
});

export const backupwalletRules: readonly Case[] = [toFile, toDirectory];
