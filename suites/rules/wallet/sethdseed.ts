import { mkdir } from 'node:fs/promises';
import type { WalletInfo } from '../../../specs/model/generated/wire.d.ts';
import { leaveInitialDownload } from '../../../fixtures/world/ingredients/chain.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';
import { unload, withWallet } from '../support/own-wallet.ts';
import { scratchPath } from '../support/scratch-path.ts';

const newAddress = (t: Trial, wallet: string): Promise<string> =>
  t.result('getnewaddress', { label: '', address_type: 'bech32' }, { wallet });
const changeAddress = (t: Trial, wallet: string): Promise<string> =>
  t.result('getrawchangeaddress', { address_type: 'bech32' }, { wallet });
const info = (t: Trial, wallet: string): Promise<WalletInfo> => t.result('getwalletinfo', {}, { wallet });

/** A new seed, on a synchronised node: some nodes refuse a seed while they synchronise. */
async function newSeed(t: Trial): Promise<string> {
  await leaveInitialDownload(t.world);
  return (await t.world.fresh('foreignKey')).wif;
}

export const sethdseedRules: readonly Case[] = [
  rule({
    rule: 'sethdseed/flush',
    effect: ['wallet'],
    uses: ['getnewaddress', 'getrawchangeaddress'],
    run: async (t) => {
      const seed = await newSeed(t);
      // One seed makes the same keys in every wallet (BIP 32), unless a wallet uses keys of the old pool.
      await withWallet(t, async (first) =>
        withWallet(t, async (second) => {
          for (const wallet of [first, second]) await t.result('sethdseed', { newkeypool: true, seed }, { wallet });
          t.equal(
            await newAddress(t, first),
            await newAddress(t, second),
            'the first address of a wallet (compared with another wallet with the same new seed)',
          );
          t.equal(
            await changeAddress(t, first),
            await changeAddress(t, second),
            'the first change address of a wallet (compared with another wallet with the same new seed)',
          );
        }),
      );
    },
  }),
  rule({
    rule: 'sethdseed/regenerate',
    effect: ['wallet'],
    uses: ['getwalletinfo', 'getnewaddress', 'getaddressinfo'],
    run: async (t) => {
      const seed = await newSeed(t);
      await withWallet(t, async (wallet) => {
        const before = await info(t, wallet);
        await t.result('sethdseed', { newkeypool: true, seed }, { wallet });
        const after = await info(t, wallet);
        t.equal(after.keypoolsize, before.keypoolsize, 'keypoolsize after sethdseed with newkeypool', { path: 'keypoolsize' });
        t.equal(after.keypoolsize_hd_internal, before.keypoolsize_hd_internal, 'keypoolsize_hd_internal after sethdseed with newkeypool', {
          path: 'keypoolsize_hd_internal',
        });
        if (before.hdseedid !== undefined)
          t.ok(after.hdseedid !== before.hdseedid, 'hdseedid is still that of the old seed', { path: 'hdseedid' });
        const { hdseedid } = await t.result('getaddressinfo', { address: await newAddress(t, wallet) }, { wallet });
        if (hdseedid !== undefined) t.equal(hdseedid, after.hdseedid, 'hdseedid of the next address', { path: 'hdseedid' });
      });
    },
  }),
  rule({
    rule: 'sethdseed/non-hd',
    effect: ['wallet'],
    uses: ['getwalletinfo'],
    run: async (t) => {
      const seed = await newSeed(t);
      await withWallet(
        t,
        async (wallet) => {
          if ((await info(t, wallet)).hdseedid !== undefined)
            t.inapplicable('a wallet without private keys has an HD seed on this node, so no wallet without a seed can be made');
          await t.call('sethdseed', { newkeypool: true, seed }, { wallet }); // refused or without effect: the documents leave it open
          t.equal((await info(t, wallet)).hdseedid, undefined, 'hdseedid of a wallet that is not an HD wallet', { path: 'hdseedid' });
        },
        true,
      );
    },
  }),
  rule({
    rule: 'sethdseed/backup',
    effect: ['wallet'],
    uses: ['backupwallet', 'unloadwallet', 'loadwallet', 'getnewaddress', 'getaddressinfo'],
    run: async (t) => {
      if (!t.target.capabilities.sharedFiles) t.inapplicable('Pyx cannot make a directory for a backup on the machine of the node');
      const destination = scratchPath(t);
      await mkdir(destination);
      const seed = await newSeed(t);
      await withWallet(t, async (wallet) => {
        const before = await newAddress(t, wallet);
        await t.world.result('backupwallet', { destination }, { wallet });
        await t.result('sethdseed', { newkeypool: true, seed }, { wallet });
        const after = await newAddress(t, wallet);
        await t.world.result('unloadwallet', { wallet_name: wallet });
        const { name: restored } = await t.world.result('loadwallet', { filename: destination });
        try {
          const isMine = async (address: string): Promise<boolean> =>
            (await t.result('getaddressinfo', { address }, { wallet: restored })).ismine;
          t.equal(await isMine(before), true, 'ismine in the backup of an address from the old seed', { path: 'ismine' });
          t.equal(await isMine(after), false, 'ismine in the backup of an address from the new seed', { path: 'ismine' });
        } finally {
          await unload(t, restored);
        }
      });
    },
  }),
];
