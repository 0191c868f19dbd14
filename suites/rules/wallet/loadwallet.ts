import type { LoadedWallet } from '../../../specs/model/generated/wire.d.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';
import { damageInFiles } from '../support/node-files.ts';
import { isLoaded, unload } from '../support/own-wallet.ts';
import { scratchPath } from '../support/scratch-path.ts';
import { loadFile } from '../support/wallet-files.ts';

/** Loads a wallet while `use` runs, and unloads it afterwards. */
async function whileLoaded(t: Trial, filename: string, use: (loaded: LoadedWallet) => Promise<void>): Promise<void> {
  const loaded = await t.result('loadwallet', { filename });
  try {
    await use(loaded);
  } finally {
    await unload(t, loaded.name);
  }
}

export const loadwalletRules: readonly Case[] = [
  rule({
    rule: 'loadwallet/loaded',
    effect: ['wallet'],
    uses: ['listwallets', 'getnewaddress'],
    run: async (t) => {
      const { name } = await t.world.use('unloadedWallet');
      t.ok(!(await isLoaded(t, name)), `the wallet ${name} is listed before it is loaded`);
      await whileLoaded(t, name, async (loaded) => {
        t.equal(loaded.name, name, 'name of the loaded wallet', { path: 'name' });
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
        t.equal(warning, '', 'warning for a wallet that was unloaded with unloadwallet', { path: 'warning' });
      });
    },
  }),
  rule({
    rule: 'loadwallet/warning',
    case: 'damaged',
    effect: ['process'],
    ownNode: true,
    uses: ['createwallet', 'getnewaddress', 'unloadwallet'],
    run: async (t) => {
      await t.world.use('wallet');
      const { name } = await t.world.fresh('secondWallet');
      const label = `pyx ${t.random.word(20)}`; // of even length: an inverted bit makes the length before it larger
      await t.world.result('getnewaddress', { label, address_type: 'bech32' }, { wallet: name });
      await t.world.result('unloadwallet', { wallet_name: name });
      const record = Uint8Array.of(label.length, ...Buffer.from(label));
      await damageInFiles(t, 'a label with its length', record, { at: 0, searched: (file) => file.endsWith('.dat') });
      const answer = await t.answer('loadwallet', { filename: name });
      if (!answer.ok) return t.inapplicable(`the node does not load a wallet with a damaged record; it refused with ${answer.error.code}`);
      t.ok(answer.result.warning !== '', 'warning is empty for a wallet with a damaged record', { path: 'warning' });
      await unload(t, name);
    },
  }),
  rule({
    rule: ['loadwallet/directory', 'loadwallet/name-full-path'],
    effect: ['wallet'],
    uses: ['createwallet', 'unloadwallet', 'listwallets'],
    run: async (t) => {
      await t.world.use('wallet');
      const path = scratchPath(t);
      const made = await t.world.result('createwallet', { wallet_name: path });
      await t.world.result('unloadwallet', { wallet_name: made.name });
      await whileLoaded(t, path, async ({ name }) => {
        t.equal(name, path, 'name of a wallet that was created with its full path', { path: 'name' });
        t.ok(await isLoaded(t, path), `listwallets does not list the wallet in the directory ${path} after loadwallet`);
      });
    },
  }),
  rule({
    rule: 'loadwallet/dat-file',
    effect: ['wallet'],
    uses: ['backupwallet', 'unloadwallet', 'getaddressinfo'],
    run: async (t) => {
      await t.world.use('wallet');
      const destination = scratchPath(t, '.dat');
      const { name } = await t.world.fresh('secondWallet');
      const address = await t.world.result('getnewaddress', { label: '', address_type: 'bech32' }, { wallet: name });
      await t.world.result('backupwallet', { destination }, { wallet: name });
      // Some nodes do not load a copy while the original is loaded.
      await t.world.result('unloadwallet', { wallet_name: name });
      const copy = await loadFile(t, destination, name);
      const { ismine } = await t.result('getaddressinfo', { address }, { wallet: copy });
      t.equal(ismine, true, 'ismine of an address of the loaded wallet file', { path: 'ismine' });
      await unload(t, copy);
    },
  }),
  rule({
    rule: 'loadwallet/dat-file',
    case: 'dump',
    effect: ['wallet'],
    uses: ['dumpwallet', 'importwallet', 'getaddressinfo', 'unloadwallet'],
    run: async (t) => {
      await t.world.use('wallet');
      const { name } = await t.world.fresh('secondWallet');
      const address = await t.world.result('getnewaddress', { label: '', address_type: 'bech32' }, { wallet: name });
      const filename = scratchPath(t, '.txt');
      await t.world.result('dumpwallet', { filename }, { wallet: name });
      const answer = await t.answer('loadwallet', { filename });
      if (answer.ok) await unload(t, answer.result.name);
      // A dump is no wallet: whatever a node makes of it, it stays what it was.
      const { name: wallet } = await t.world.fresh('secondWallet');
      await t.result('importwallet', { filename }, { wallet });
      const { ismine } = await t.result('getaddressinfo', { address }, { wallet });
      t.equal(ismine, true, 'ismine of an address of a dump that was imported after loadwallet was called with its file', {
        path: 'ismine',
      });
    },
  }),
  rule({
    rule: 'loadwallet/start-options',
    effect: ['wallet'],
    profile: 'options',
    uses: ['getwalletinfo', 'getnewaddress', 'getaddressinfo'],
    run: async (t) => {
      await t.world.use('wallet');
      const { name } = await t.world.fresh('unloadedWallet');
      await whileLoaded(t, name, async () => {
        const { paytxfee } = await t.result('getwalletinfo', {}, { wallet: name });
        t.equal(paytxfee, formatSat(50_000n), 'paytxfee of a wallet loaded on a node with -paytxfee=0.0005', { path: 'paytxfee' });
        const address = await t.result('getnewaddress', {}, { wallet: name });
        const { iswitness, isscript } = await t.result('getaddressinfo', { address }, { wallet: name });
        t.equal(
          [iswitness, isscript],
          [false, false],
          'the list of iswitness and isscript of an address of a wallet loaded on a node with -addresstype=legacy',
        );
      });
    },
  }),
];
