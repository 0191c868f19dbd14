import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import { multisigOf } from '../../../fixtures/world/keys.ts';
import type { Case } from '../../../engine/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import { withSpareWallet } from '../../support/spare-wallets.ts';
import { rule } from '../rule.ts';
import { addressIn, withWallet } from '../support/own-wallet.ts';
import { scratchPath } from '../support/scratch-path.ts';

interface Known {
  readonly address: string;
  readonly wif: string;
}

/** Keys of a wallet: two that it made and one that was imported. */
async function someKeys(t: Trial, wallet: string): Promise<Known[]> {
  const foreign = await t.world.fresh('foreignKey');
  await t.world.result('importprivkey', { privkey: foreign.wif, label: 'pyx imported', rescan: false }, { wallet });
  const known: Known[] = [{ address: foreign.addresses.legacy, wif: foreign.wif }];
  for (let i = 0; i < 2; i++) {
    const address = await addressIn(t.world, wallet, 'legacy');
    const wif = await t.world.result('dumpprivkey', { address }, { wallet });
    t.world.secrets.add(wif);
    known.push({ address, wif });
  }
  return known;
}

/** Reads a dump; its keys never get into anything that is written. Empty where there is no file, which is a finding. */
async function read(t: Trial, file: string): Promise<string> {
  if (!t.target.capabilities.sharedFiles) t.inapplicable('files that this node writes cannot be read from here');
  const there = t.ok(existsSync(file), 'dumpwallet was answered with success, but there is no such file');
  return there ? readFile(file, 'utf8') : '';
}

/** Dumps a wallet to a new file; gives its path. */
async function dump(t: Trial, wallet: string): Promise<string> {
  const filename = scratchPath(t, '.txt');
  await t.result('dumpwallet', { filename }, { wallet });
  return filename;
}

const allKeys = rule({
  rule: 'dumpwallet/all-keys',
  effect: ['wallet', 'secret'],
  uses: ['importwallet', 'importprivkey', 'dumpprivkey', 'getaddressinfo'],
  run: (t) =>
    withSpareWallet(t, async (from) => {
      const known = await someKeys(t, from);
      const filename = await dump(t, from);
      if (t.target.capabilities.sharedFiles) {
        const text = await read(t, filename);
        const missing = known.filter(({ wif }) => !text.includes(wif)).map(({ address }) => address);
        t.equal(missing, [], 'the addresses of the wallet whose keys the dump lacks');
      }
      await withWallet(t, async (into) => {
        // never a spare one: now it has the keys of another wallet
        await t.result('importwallet', { filename }, { wallet: into });
        for (const { address } of known) {
          const { ismine } = await t.result('getaddressinfo', { address }, { wallet: into });
          t.equal(ismine, true, 'ismine of an address whose key was in the dump that was imported', { path: 'ismine' });
        }
      });
    }),
});

const readable = rule({
  rule: 'dumpwallet/readable',
  effect: ['wallet', 'secret'],
  uses: ['importprivkey', 'dumpprivkey'],
  run: (t) =>
    withSpareWallet(t, async (wallet) => {
      const [key] = await someKeys(t, wallet);
      const text = await read(t, await dump(t, wallet));
      // A replacement character stands where the bytes are no UTF-8.
      t.ok(!/[\0-\x08\x0b\x0c\x0e-\x1f\ufffd]/.test(text), 'the dump holds bytes that are not text');
      t.ok(
        text.split('\n').some((line) => line.split(/\s+/).includes(key?.wif ?? '')),
        'no line of the dump shows a key of the wallet as dumpprivkey does',
      );
    }),
});

const serverSide = rule({
  rule: 'dumpwallet/server-side',
  effect: ['wallet', 'secret'],
  uses: ['importwallet'],
  run: (t) =>
    withSpareWallet(t, async (wallet) => {
      const filename = await dump(t, wallet);
      if (t.target.capabilities.sharedFiles) t.ok(existsSync(filename), 'dumpwallet was answered with success, but there is no such file');
      // The node itself finds it again, wherever its machine is.
      await t.result('importwallet', { filename }, { wallet });
    }),
});

const noOverwrite = rule({
  rule: 'dumpwallet/no-overwrite',
  effect: ['wallet', 'secret'],
  run: (t) =>
    withSpareWallet(t, async (wallet) => {
      const { sharedFiles } = t.target.capabilities;
      const content = `${t.random.hex(16)}\n`;
      // Without access to the node's files it is an earlier dump that is in the way.
      const filename = sharedFiles ? scratchPath(t, '.txt') : await dump(t, wallet);
      if (sharedFiles) await writeFile(filename, content);
      const answer = await t.answer('dumpwallet', { filename }, { wallet });
      if (sharedFiles) t.ok((await readFile(filename, 'utf8')) === content, 'dumpwallet overwrote a file that was there');
      if (!answer.ok) return;
      t.ok(answer.result.filename !== filename, 'dumpwallet says that it wrote to a file that was there, which it must not', {
        path: 'filename',
      });
    }),
});

const importedScripts = rule({
  rule: 'dumpwallet/imported-scripts',
  effect: ['wallet', 'secret'],
  uses: ['importaddress', 'importwallet', 'getaddressinfo'],
  run: (t) =>
    withSpareWallet(t, async (from) => {
      const { publicKey } = await t.world.fresh('foreignKey');
      const { redeemScript: script, address } = multisigOf([publicKey], await t.world.use('chainParameters'));
      await t.world.result('importaddress', { address: script, label: 'pyx script', rescan: false, p2sh: true }, { wallet: from });
      const filename = await dump(t, from);
      if (t.target.capabilities.sharedFiles) t.ok((await read(t, filename)).includes(script), 'the dump lacks a script that was imported');
      await withWallet(t, async (into) => {
        // never a spare one: now it has the keys of another wallet
        await t.result('importwallet', { filename }, { wallet: into });
        const { hex } = await t.result('getaddressinfo', { address }, { wallet: into });
        t.equal(hex, script, 'the redeem script, after importing the dump, of the address of a script in it', { path: 'hex' });
      });
    }),
});

const absolute = rule({
  rule: 'dumpwallet/absolute',
  effect: ['wallet', 'secret'],
  run: (t) =>
    withSpareWallet(t, async (wallet) => {
      const whole = scratchPath(t, '.txt');
      const { filename } = await t.result('dumpwallet', { filename: whole }, { wallet });
      t.equal(filename, whole, 'the path of a dump that was asked for by its absolute path', { path: 'filename' });
      // Only a node in a directory of its own may write where it happens to stand.
      if (t.target.kind !== 'process') return;
      const name = basename(scratchPath(t, '.txt'));
      const relative = await t.result('dumpwallet', { filename: name }, { wallet });
      const said = relative.filename;
      t.ok(
        isAbsolute(said) && basename(said) === name && existsSync(said),
        'the path given for a dump without a directory is not that of the file in full',
        { path: 'filename' },
      );
    }),
});

export const dumpwalletRules: readonly Case[] = [allKeys, readable, serverSide, noOverwrite, importedScripts, absolute];
