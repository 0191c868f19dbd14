import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import { multisigOf, uncompressedKey } from '../../../fixtures/world/keys.ts';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { checkedResult } from '../../support/checked-result.ts';
import { withSpareWallet } from '../../support/spare-wallets.ts';
import { rule } from '../rule.ts';
import { addressIn, withBareWallet, withWallet } from '../support/own-wallet.ts';
import { scratchPath } from '../support/scratch-path.ts';

interface Known {
  readonly address: string;
  readonly wif: string;
}

/** Keys of a wallet: two of its own, one of them for change, and two imported ones, one of them for an uncompressed public key. */
async function someKeys(t: Trial, wallet: string): Promise<Known[]> {
  const foreign = await t.world.fresh('foreignKey');
  await t.world.result('importprivkey', { privkey: foreign.wif, label: 'pyx imported', rescan: false }, { wallet });
  const known: Known[] = [{ address: foreign.addresses.legacy, wif: foreign.wif }];
  const uncompressed = uncompressedKey((await t.world.fresh('foreignKey')).privateKey, await t.world.use('chainParameters'));
  t.world.secrets.add(uncompressed.wif);
  await t.world.result('importprivkey', { privkey: uncompressed.wif, label: 'pyx uncompressed', rescan: false }, { wallet });
  known.push(uncompressed);
  for (const address of [
    await addressIn(t.world, wallet, 'legacy'),
    await t.world.result('getrawchangeaddress', { address_type: 'legacy' }, { wallet }),
  ]) {
    const wif = await t.world.result('dumpprivkey', { address }, { wallet });
    t.world.secrets.add(wif);
    known.push({ address, wif });
  }
  return known;
}

/** Reads a dump; its keys are never written to a report. Empty when there is no file, which is a finding. */
async function read(t: Trial, file: string): Promise<string> {
  if (!t.target.capabilities.sharedFiles) t.inapplicable('Pyx cannot read the files of this node');
  const there = t.ok(existsSync(file), 'dumpwallet succeeded, but the file does not exist');
  return there ? readFile(file, 'utf8') : '';
}

/** Dumps a wallet to a new file; returns its path. */
async function dump(t: Trial, wallet: string): Promise<string> {
  const filename = scratchPath(t, '.txt');
  await t.result('dumpwallet', { filename }, { wallet });
  return filename;
}

/** Checks that a dump has the keys of these addresses, if it can be read. */
async function holdsKeys(t: Trial, filename: string, known: readonly Known[]): Promise<void> {
  if (!t.target.capabilities.sharedFiles) return;
  const text = await read(t, filename);
  const missing = known.filter(({ wif }) => !text.includes(wif)).map(({ address }) => address);
  t.equal(missing, [], 'the list of wallet addresses whose keys are missing from the dump');
}

const allKeys = rule({
  rule: 'dumpwallet/all-keys',
  effect: ['wallet', 'secret'],
  uses: [
    ...(['importwallet', 'importprivkey', 'dumpprivkey', 'getaddressinfo', 'listreceivedbyaddress'] as const),
    ...(['listaddressgroupings', 'listlabels', 'getaddressesbylabel'] as const),
  ],
  run: (t) =>
    withSpareWallet(t, async (from) => {
      const known = await someKeys(t, from);
      const filename = await dump(t, from);
      await holdsKeys(t, filename, known);
      await withWallet(t, async (into) => {
        // not a spare wallet afterwards: it has the keys of another wallet
        await t.result('importwallet', { filename }, { wallet: into });
        for (const { address } of known) {
          const { ismine } = await t.result('getaddressinfo', { address }, { wallet: into });
          t.equal(ismine, true, 'ismine of an address whose key was in the imported dump', { path: 'ismine' });
        }
        await t.result('listreceivedbyaddress', { minconf: 1, include_empty: true }, { wallet: into });
        await t.result('listaddressgroupings', {}, { wallet: into });
        for (const label of await t.result('listlabels', {}, { wallet: into }))
          await checkedResult(t, 'getaddressesbylabel', { label }, { wallet: into });
        await holdsKeys(t, await dump(t, into), known);
      });
    }),
});

const ofNoKeys = rule({
  rule: 'dumpwallet/server-side',
  case: 'without-keys',
  effect: ['wallet', 'secret'],
  uses: ['importwallet'],
  run: (t) =>
    withBareWallet(t, async (wallet) => {
      const filename = await dump(t, wallet);
      await t.result('importwallet', { filename });
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
      // A replacement character marks bytes that are not UTF-8.
      t.ok(!/[\0-\x08\x0b\x0c\x0e-\x1f\ufffd]/.test(text), 'the dump contains bytes that are not text');
      t.ok(
        text.split('\n').some((line) => line.split(/\s+/).includes(key?.wif ?? '')),
        'no line of the dump contains a key of the wallet in the form of dumpprivkey',
      );
    }),
});

const edited = rule({
  rule: 'dumpwallet/readable',
  case: 'edited',
  effect: ['wallet', 'secret'],
  uses: ['importprivkey', 'dumpprivkey', 'importwallet', 'listreceivedbyaddress', 'getaddressinfo'],
  run: (t) =>
    withSpareWallet(t, async (from) => {
      const [key] = await someKeys(t, from);
      const text = await read(t, await dump(t, from));
      const filename = scratchPath(t, '.txt');
      await writeFile(filename, text.replaceAll('addr=', 'addr=pyx'));
      await withWallet(t, async (into) => {
        // Whether it is taken, the documents leave open, and not that the wallet goes on.
        const { ok } = await t.call('importwallet', { filename }, { wallet: into });
        await t.result('listreceivedbyaddress', { minconf: 1, include_empty: true }, { wallet: into });
        if (!ok || key === undefined) return;
        const { ismine } = await t.result('getaddressinfo', { address: key.address }, { wallet: into });
        t.equal(ismine, true, 'ismine of an address whose key was in a dump, of which a person changed the comments', { path: 'ismine' });
      });
    }),
});

const serverSide = rule({
  rule: 'dumpwallet/server-side',
  effect: ['wallet', 'secret'],
  uses: ['importwallet'],
  run: (t) =>
    withSpareWallet(t, async (wallet) => {
      const filename = await dump(t, wallet);
      if (t.target.capabilities.sharedFiles) t.ok(existsSync(filename), 'dumpwallet succeeded, but the file does not exist');
      // The node must find the file, also on another machine.
      await t.result('importwallet', { filename }, { wallet });
      const nowhere = await t.answer('dumpwallet', { filename: `${scratchPath(t)}/pyx.txt` }, { wallet });
      if (nowhere.ok && t.target.capabilities.sharedFiles)
        t.ok(existsSync(nowhere.result.filename), 'dumpwallet to a folder that did not exist succeeded, but the file does not exist');
    }),
});

const noOverwrite = rule({
  rule: 'dumpwallet/no-overwrite',
  effect: ['wallet', 'secret'],
  run: (t) =>
    withSpareWallet(t, async (wallet) => {
      const { sharedFiles } = t.target.capabilities;
      const content = `${t.random.hex(16)}\n`;
      // Without access to the files of the node, the existing file is an earlier dump.
      const filename = sharedFiles ? scratchPath(t, '.txt') : await dump(t, wallet);
      if (sharedFiles) await writeFile(filename, content);
      const answer = await t.answer('dumpwallet', { filename }, { wallet });
      if (sharedFiles) t.ok((await readFile(filename, 'utf8')) === content, 'dumpwallet overwrote an existing file');
      if (!answer.ok) return;
      t.ok(answer.result.filename !== filename, 'dumpwallet reports that it wrote to an existing file, expected a refusal', {
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
      if (t.target.capabilities.sharedFiles)
        t.ok((await read(t, filename)).includes(script), 'the dump does not contain an imported script');
      await withWallet(t, async (into) => {
        // not a spare wallet afterwards: it has the keys of another wallet
        await t.result('importwallet', { filename }, { wallet: into });
        const { hex } = await t.result('getaddressinfo', { address }, { wallet: into });
        t.equal(hex, script, 'hex of the P2SH address of a dumped script after the dump is imported', { path: 'hex' });
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
      t.equal(filename, whole, 'filename for an absolute path', { path: 'filename' });
      // A relative path is tried only on a node whose working directory is its own.
      if (!t.target.capabilities.startNodes || !t.target.capabilities.sharedFiles) return;
      // Not drawn by the seed: no dump is overwritten, and what is outside the scratch directory stays when a node is restored.
      const name = `pyx-${randomUUID()}.txt`;
      const relative = await t.result('dumpwallet', { filename: name }, { wallet });
      const said = relative.filename;
      const isThere = isAbsolute(said) && basename(said) === name && existsSync(said);
      t.ok(isThere, 'filename for a dump without a directory is not the absolute path of the file', { path: 'filename' });
    }),
});

export const dumpwalletRules: readonly Case[] = [allKeys, ofNoKeys, readable, edited, serverSide, noOverwrite, importedScripts, absolute];
