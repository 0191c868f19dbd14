import { stat } from 'node:fs/promises';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { payFromTrial } from '../../support/payments.ts';
import { rule } from '../rule.ts';
import { Backups } from '../support/backups.ts';
import { addressIn, unload, withWallet } from '../support/own-wallet.ts';
import { scratchPath } from '../support/scratch-path.ts';
import { loadFile } from '../support/wallet-files.ts';

const GIVEN = 3;
const PAID_SAT = 1_000_000n;

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

/** Keys that the wallet gave after its backup, and that were paid: the copy has them in its pool. */
const usedAddresses = rule({
  rule: 'backupwallet/to-directory',
  case: 'used-addresses',
  effect: ['wallet', 'chain'],
  uses: ['createwallet', 'loadwallet', 'unloadwallet', 'getnewaddress'],
  run: (t) =>
    withWallet(t, async (wallet) => {
      const backups = new Backups(t);
      const place = await backups.make(wallet);
      const given: string[] = [];
      for (let i = 0; i < GIVEN; i++) given.push(await addressIn(t.world, wallet, 'bech32'));
      await payFromTrial(
        t,
        given.map((address) => ({ address, amountSat: PAID_SAT })),
      );
      await t.world.mine(1);
      await t.world.result('unloadwallet', { wallet_name: wallet });
      await backups.read(place, async (copy) => {
        const later: string[] = [];
        for (let i = 0; i < GIVEN; i++) later.push(await addressIn(t.world, copy, 'bech32'));
        t.equal(
          later.filter((address) => given.includes(address)),
          [],
          'the addresses that a copy of the wallet gives as new, although the wallet had given them and they were paid',
          { evidence: 'standard', source: 'the meaning of the name: a new address has not been used before' },
        );
      });
    }),
});

export const backupwalletRules: readonly Case[] = [toFile, toDirectory, usedAddresses];
