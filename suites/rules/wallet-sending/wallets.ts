import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { rule } from '../rule.ts';
import { refusedIn, unload, withBareWallet } from '../support/own-wallet.ts';
import { scratchPath } from '../support/scratch-path.ts';
import { loadFile } from '../support/wallet-files.ts';

interface Loaded {
  readonly name: string;
  readonly warning: string;
}

async function isLoaded(t: Trial, name: string): Promise<boolean> {
  return (await t.result<string[]>('listwallets')).includes(name);
}

/** Loads a wallet for as long as it is used. */
async function whileLoaded(t: Trial, filename: string, use: (loaded: Loaded) => Promise<void>): Promise<void> {
  const loaded = await t.result<Loaded>('loadwallet', { filename });
  try {
    await use(loaded);
  } finally {
    await unload(t, loaded.name);
  }
}

export const walletSetRules: readonly Case[] = [
  rule({
    rule: 'listwallets/several',
    effect: ['wallet'],
    run: async (t) => {
      const { name: first } = await t.world.use('wallet');
      await withBareWallet(t, async (second) => {
        const names = await t.result<string[]>('listwallets');
        for (const name of [first, second]) t.ok(names.includes(name), `the wallet ${name} is loaded, but not listed`);
        // Where there is one without a name, it answers by the path without a name.
        const unnamed = await t.call('getwalletinfo', {}, { wallet: '' });
        if (unnamed.ok && (unnamed.result as { walletname?: string }).walletname === '') t.ok(names.includes(''), 'the wallet without a name is loaded, but not listed');
        for (const wallet of [first, second]) {
          const { walletname } = await t.result<{ walletname: string }>('getwalletinfo', {}, { wallet });
          t.equal(walletname, wallet, 'the name of the wallet that was called', { path: 'walletname' });
        }
      });
    },
  }),
  rule({
    rule: 'loadwallet/loaded',
    effect: ['wallet'],
    run: async (t) => {
      const { name } = await t.world.use('unloadedWallet');
      t.ok(!(await isLoaded(t, name)), `the wallet ${name} is listed before it is loaded`);
      await whileLoaded(t, name, async (loaded) => {
        t.equal(loaded.name, name, 'the name of the wallet that was loaded', { path: 'name' });
        t.ok(await isLoaded(t, name), `the wallet ${name} is not listed after it was loaded`);
        await t.result('getnewaddress', {}, { wallet: name });
      });
    },
  }),
  rule({
    rule: 'loadwallet/warning',
    effect: ['wallet'],
    run: async (t) => {
      const { name } = await t.world.use('unloadedWallet');
      await whileLoaded(t, name, async ({ warning }) => {
        t.equal(warning, '', 'the warning of a wallet that was unloaded in good order', { path: 'warning' });
      });
    },
  }),
  rule({
    rule: ['loadwallet/directory', 'loadwallet/name-full-path'],
    effect: ['wallet'],
    uses: ['createwallet', 'unloadwallet'],
    run: async (t) => {
      await t.world.use('wallet');
      const path = scratchPath(t);
      const made = await t.world.result<Loaded>('createwallet', { wallet_name: path });
      await t.world.result('unloadwallet', { wallet_name: made.name });
      await whileLoaded(t, path, async ({ name }) => {
        t.equal(name, path, 'the name of a wallet that was created by its whole path', { path: 'name' });
        t.ok(await isLoaded(t, path), `the wallet in the directory ${path} is not listed after it was loaded`);
      });
    },
  }),
  rule({
    rule: 'loadwallet/dat-file',
    effect: ['wallet'],
    uses: ['backupwallet', 'unloadwallet'],
    run: async (t) => {
      await t.world.use('wallet');
      const destination = scratchPath(t, '.dat');
      const { name } = await t.world.fresh('secondWallet');
      const address = await t.world.result<string>('getnewaddress', { label: '', address_type: 'bech32' }, { wallet: name });
      await t.world.result('backupwallet', { destination }, { wallet: name });
      // Some nodes load no copy beside the original.
      await t.world.result('unloadwallet', { wallet_name: name });
      const copy = await loadFile(t, destination, name);
      const { ismine } = await t.result<{ ismine: boolean }>('getaddressinfo', { address }, { wallet: copy });
      t.equal(ismine, true, 'ismine of an address of the wallet in the file', { path: 'ismine' });
      await unload(t, copy);
    },
  }),
  rule({
    rule: 'loadwallet/start-options',
    effect: ['wallet'],
    profile: 'options',
    run: async (t) => {
      await t.world.use('wallet');
      const { name } = await t.world.fresh('unloadedWallet');
      await whileLoaded(t, name, async () => {
        const { paytxfee } = await t.result<{ paytxfee: number }>('getwalletinfo', {}, { wallet: name });
        t.equal(Number(paytxfee), 0.0005, 'paytxfee of a wallet loaded by a node with -paytxfee=0.0005', { path: 'paytxfee' });
        const address = await t.result<string>('getnewaddress', {}, { wallet: name });
        const { iswitness, isscript } = await t.result<{ iswitness: boolean; isscript: boolean }>('getaddressinfo', { address }, { wallet: name });
        t.equal([iswitness, isscript], [false, false], 'whether an address of a wallet loaded by a node with -addresstype=legacy is for a witness or a script');
      });
    },
  }),
  rule({
    rule: 'unloadwallet/unloaded',
    effect: ['wallet'],
    run: async (t) => {
      const { name: own } = await t.world.use('wallet');
      await withBareWallet(t, async (name) => {
        await t.result('unloadwallet', { wallet_name: name }, { wallet: null });
        t.ok(!(await isLoaded(t, name)), `the wallet ${name} is still listed after it was unloaded`);
        t.ok(await isLoaded(t, own), `the wallet ${own} is gone, though another one was unloaded`);
        await refusedIn(t, name, 'getwalletinfo', {}, 'the wallet that it was sent to is unloaded');
      });
    },
  }),
  rule({
    rule: 'unloadwallet/by-endpoint',
    effect: ['wallet'],
    run: async (t) => {
      const { name: own } = await t.world.use('wallet');
      await withBareWallet(t, async (wallet) => {
        await t.result('unloadwallet', {}, { wallet });
        t.ok(!(await isLoaded(t, wallet)), `the wallet ${wallet} is still listed after it was unloaded`);
        t.ok(await isLoaded(t, own), `the wallet ${own} is gone, though another one was unloaded`);
      });
    },
  }),
  rule({
    rule: 'unloadwallet/not-both',
    effect: ['wallet'],
    run: async (t) => {
      await withBareWallet(t, async (first) =>
        withBareWallet(t, async (second) => {
          await refusedIn(t, first, 'unloadwallet', { wallet_name: second }, 'its endpoint and its argument both name a wallet');
          await refusedIn(t, first, 'unloadwallet', { wallet_name: first }, 'its endpoint and its argument both name the wallet');
          for (const name of [first, second]) t.ok(await isLoaded(t, name), `the wallet ${name} was unloaded by a call that must be refused`);
        }),
      );
    },
  }),
];
