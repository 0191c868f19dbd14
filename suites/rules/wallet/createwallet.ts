import { newWalletName } from '../../../fixtures/world/ingredients/wallets.ts';
import { existsSync } from 'node:fs';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { LoadedWallet } from '../../../specs/model/generated/wire.d.ts';
import { rule } from '../rule.ts';
import { isLoaded, unload, withBareWallet, withWallet } from '../support/own-wallet.ts';
import { scratchPath } from '../support/scratch-path.ts';

async function withCreated(t: Trial, walletName: string, use: (created: LoadedWallet) => Promise<void>): Promise<void> {
  await t.world.use('wallet');
  const created = await t.result('createwallet', { wallet_name: walletName });
  try {
    await use(created);
  } finally {
    await unload(t, created.name);
  }
}

const path = rule({
  rule: 'createwallet/path',
  effect: ['wallet'],
  uses: ['loadwallet', 'unloadwallet'],
  run: async (t) => {
    const place = scratchPath(t);
    await withCreated(t, place, async ({ name }) => {
      if (t.target.capabilities.sharedFiles) t.ok(existsSync(place), 'createwallet with a path succeeded, but the path does not exist');
      // The node must find the wallet at that path, also on another machine.
      await t.world.result('unloadwallet', { wallet_name: name });
      await t.result('loadwallet', { filename: place });
    });
  },
});

const fullPathName = rule({
  rule: 'createwallet/full-path-name',
  effect: ['wallet'],
  uses: ['listwallets', 'unloadwallet'],
  run: async (t) => {
    const place = scratchPath(t);
    await withCreated(t, place, async ({ name }) => {
      t.equal(name, place, 'the name of a wallet created with its full path', { path: 'name' });
      t.ok(await isLoaded(t, place), 'listwallets does not list the wallet with its full path');
    });
  },
});

const warning = rule({
  rule: 'createwallet/warning',
  effect: ['wallet'],
  uses: ['unloadwallet'],
  run: async (t) => {
    await withCreated(t, newWalletName(t.world), async (created) => {
      t.equal(created.warning, '', 'warning for a new wallet', { path: 'warning' });
    });
  },
});

const loaded = rule({
  rule: 'createwallet/loaded',
  effect: ['wallet'],
  uses: ['listwallets', 'getwalletinfo', 'unloadwallet'],
  run: async (t) => {
    const wanted = newWalletName(t.world);
    t.ok(!(await isLoaded(t, wanted)), 'listwallets lists a wallet before it is created');
    await withCreated(t, wanted, async ({ name }) => {
      t.equal(name, wanted, 'the name of the new wallet', { path: 'name' });
      t.ok(await isLoaded(t, wanted), 'listwallets does not list the new wallet');
      const { walletname, txcount } = await t.result('getwalletinfo', {}, { wallet: wanted });
      t.equal(walletname, wanted, 'walletname in getwalletinfo of the new wallet', { path: 'walletname' });
      t.equal(txcount, 0, 'txcount of a new wallet', { path: 'txcount' });
    });
  },
});

const several = rule({
  rule: 'createwallet/several',
  effect: ['wallet'],
  uses: ['listwallets', 'getnewaddress', 'getaddressinfo'],
  run: async (t) => {
    const { name: first } = await t.world.use('wallet');
    await withWallet(t, (second) =>
      withBareWallet(t, async (third) => {
        const names = [first, second, third];
        const listed = await t.result('listwallets');
        t.equal(
          names.filter((name) => listed.includes(name)),
          names,
          'the list of the three wallets in listwallets',
        );
        const address = await t.result('getnewaddress', {}, { wallet: second });
        for (const wallet of [second, third]) {
          const { ismine } = await t.result('getaddressinfo', { address }, { wallet });
          t.equal(ismine, wallet === second, `ismine of an address of the second wallet in the ${wallet === second ? 'second' : 'third'}`, {
            path: 'ismine',
          });
        }
      }),
    );
  },
});

export const createwalletRules: readonly Case[] = [path, fullPathName, warning, loaded, several];
