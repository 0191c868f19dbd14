import { createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runNode, type RunningNode } from '../node.ts';

const base58check = createBase58check(sha256);

let folder = '';
const running = new Set<RunningNode>();

async function start(datadir: string): Promise<RunningNode> {
  const node = await runNode({ datadir });
  running.add(node);
  return node;
}

async function stop(node: RunningNode): Promise<void> {
  running.delete(node);
  await node.stop();
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coind-secrets-'));
});

afterEach(async () => {
  for (const node of Array.from(running)) await stop(node);
  rmSync(folder, { recursive: true, force: true });
});

const refusal = async (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'not refused',
    (error: Error & { code?: number }) => `${error.code} ${error.message}`,
  );

function entriesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true }).map((entry) => join(entry.parentPath, entry.name));
}

/** Every key of a wallet and its seed, in all encodings that may be written. */
async function secretsOf(node: RunningNode): Promise<Buffer[]> {
  const file = join(folder, `dump ${Math.random()}`);
  await node.call('dumpwallet', [file]);
  // At the beginning of a line, or the extended key in the head of the dump; other long words are hashes.
  const words = readFileSync(file, 'utf8').match(/(?<=^|masterkey: )[1-9A-HJ-NP-Za-km-z]{51,112}(?= |$)/gm) ?? [];
  return words.flatMap((word) => {
    const bytes = Buffer.from(base58check.decode(word));
    const raw = bytes.length === 78 ? bytes.subarray(46) : bytes.subarray(1, 33); // an extended key ends with the key
    return [Buffer.from(word), Buffer.from(raw.toString('hex')), Buffer.from(raw)];
  });
}

/** Files below a folder that contain one of the secrets. */
function holders(secrets: readonly Buffer[], path: string): string[] {
  return entriesBelow(path).filter((file) => {
    if (!statSync(file).isFile()) return false;
    const bytes = readFileSync(file);
    return secrets.some((secret) => bytes.includes(secret));
  });
}

describe('secrets on the disk', () => {
  it('are in files and folders that only their owner can access, whatever the umask', async () => {
    const datadir = join(folder, 'data');
    const mask = process.umask(0o000);
    try {
      mkdirSync(join(datadir, 'regtest/state'), { recursive: true, mode: 0o777 });
      const node = await start(datadir);
      await node.call('createwallet', ['purse']);
      await node.call('savemempool');
      await stop(node);
      const modes = entriesBelow(join(datadir, 'regtest')).map((path) => `${path} ${(statSync(path).mode & 0o777).toString(8)}`);
      expect(modes.length).toBeGreaterThan(7);
      expect(modes.filter((line) => !/ [67]00$/.test(line))).toEqual([]);
    } finally {
      process.umask(mask);
    }
  });

  it('are not in the data directory unencrypted after a wallet is encrypted: neither at the end nor after a restart', async () => {
    const datadir = join(folder, 'data');
    const node = await start(datadir);
    const address = await node.call('getnewaddress');
    await node.call('generatetoaddress', [101, address]);
    const secrets = await secretsOf(node);
    expect(secrets.length).toBeGreaterThan(30);
    expect(holders(secrets, datadir)).not.toEqual([]);
    // An unfinished file, left by a killed process.
    const left = join(datadir, 'regtest/wallets/wallet.dat.00112233445566ff.new');
    writeFileSync(left, readFileSync(join(datadir, 'regtest/wallets/wallet.dat')));
    await node.call('encryptwallet', ['the passphrase']);
    await node.ended;
    expect(holders(secrets, datadir)).toEqual([]);
    const again = await start(datadir);
    await again.call('walletpassphrase', ['the passphrase', 1000]);
    await again.call('generatetoaddress', [1, await again.call('getnewaddress')]);
    const later = await secretsOf(again); // the old keys are among them
    expect(later.length).toBeGreaterThan(secrets.length);
    expect(holders([...later, Buffer.from('the passphrase')], datadir)).toEqual([]);
    await stop(again);
    expect(holders(later, datadir)).toEqual([]);
  });

  it('are removed from the wallet file at the next start if it could not be written at once', async () => {
    const datadir = join(folder, 'data');
    const wallets = join(datadir, 'regtest/wallets');
    const node = await start(datadir);
    await node.call('getnewaddress');
    const secrets = await secretsOf(node);
    renameSync(wallets, join(folder, 'aside'));
    writeFileSync(wallets, 'in the way');
    expect(await refusal(node.call('encryptwallet', ['x']))).toMatch(
      /^-20 The wallet is encrypted, but its file .*wallet\.dat could not be written and still has the unencrypted keys: .*; free disk space and restart the node/,
    );
    running.delete(node);
    expect(await node.ended).toBeInstanceOf(Error);
    rmSync(wallets);
    renameSync(join(folder, 'aside'), wallets);
    expect(holders(secrets, datadir)).toEqual([join(wallets, 'wallet.dat')]);
    const again = await start(datadir);
    expect(holders(secrets, datadir)).toEqual([]);
    await again.call('walletpassphrase', ['x', 1000]);
    expect((await secretsOf(again)).length).toBeGreaterThan(secrets.length);
  });
});

describe('copies of a wallet', () => {
  it('do not follow a link at their destination', async () => {
    const node = await start(join(folder, 'data'));
    const [foreign, backup] = [join(folder, 'foreign'), join(folder, 'backup.dat')];
    writeFileSync(foreign, 'foreign', { mode: 0o644 });
    symlinkSync(foreign, `${backup}.new`);
    symlinkSync(foreign, backup);
    expect(await refusal(node.call('backupwallet', [backup]))).toMatch(/^-4 .*backup\.dat is a link; choose another destination$/);
    rmSync(backup);
    await node.call('backupwallet', [backup]);
    expect(readFileSync(foreign, 'utf8')).toBe('foreign');
    expect(statSync(foreign).mode & 0o777).toBe(0o644);
    expect(readFileSync(backup, 'utf8')).toContain('coind wallet');
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    const dump = join(folder, 'dump');
    symlinkSync(join(folder, 'target of the dump'), dump);
    expect(await refusal(node.call('dumpwallet', [dump]))).toMatch(/^-8 Cannot open wallet dump file/);
    expect(readdirSync(folder).sort()).toEqual(['backup.dat', 'backup.dat.new', 'data', 'dump', 'foreign']);
  });

  it('are refused in place of files of the node, by any spelling of the path', async () => {
    const datadir = join(folder, 'data');
    mkdirSync(datadir);
    writeFileSync(join(datadir, 'coin.conf'), 'regtest=1\n');
    const node = await start(datadir);
    const elsewhere = join(folder, 'elsewhere', 'wallet.dat');
    await node.call('createwallet', [dirname(elsewhere)]);
    await node.call('createwallet', ['purse']);
    await node.call('unloadwallet', ['purse']);
    writeFileSync(join(datadir, 'regtest/.cookie'), 'cookie');
    symlinkSync(datadir, join(folder, 'link'));
    const own = [
      'regtest/.cookie',
      'regtest/mempool.dat',
      'coin.conf',
      '.lock',
      'regtest/state/state.log',
      'regtest/state/new',
      'regtest/state',
      'regtest/wallets',
      'regtest/wallets/wallet.dat',
      'regtest/wallets/purse',
      'regtest/wallets/purse/wallet.dat',
      'regtest/../regtest/wallets/wallet.dat',
    ];
    const before = readFileSync(join(datadir, 'regtest/wallets/purse/wallet.dat'), 'utf8');
    const places = [
      ...own.map((name) => `${datadir}/${name}`),
      ...own.map((name) => `${folder}/link/${name}`),
      elsewhere,
      dirname(elsewhere),
    ];
    for (const place of places) {
      expect(await refusal(node.call('backupwallet', [place], { wallet: '' })), place).toMatch(
        /^-4 Error: Wallet backup failed: .* is a file of the node itself; choose another destination/,
      );
    }
    for (const name of ['regtest/mempool.dat', 'regtest/state/new']) {
      expect(await refusal(node.call('dumpwallet', [`${datadir}/${name}`], { wallet: '' })), name).toMatch(
        /^-8 .* is a file of the node itself; choose another file/,
      );
    }
    expect(readFileSync(join(datadir, 'regtest/.cookie'), 'utf8')).toBe('cookie');
    expect(readFileSync(join(datadir, 'regtest/wallets/purse/wallet.dat'), 'utf8')).toBe(before);
    // Copies beside these files are allowed, and may be overwritten.
    for (const name of ['backup.dat', 'regtest/wallets/copy.dat']) await node.call('backupwallet', [join(datadir, name)], { wallet: '' });
    await node.call('backupwallet', [join(folder, 'backup.dat')], { wallet: '' });
    await node.call('backupwallet', [join(folder, 'backup.dat')], { wallet: '' });
  });
});

describe('a wallet file that is damaged', () => {
  it('is rewritten from the records of the node if these are complete', async () => {
    const datadir = join(folder, 'data');
    const file = join(datadir, 'regtest/wallets/wallet.dat');
    const node = await start(datadir);
    const address = await node.call('getnewaddress', ['kept']);
    const key = await node.call('dumpprivkey', [address]);
    await stop(node);
    const whole = readFileSync(file);
    for (const damaged of [whole.subarray(0, whole.length >> 1), Buffer.alloc(0), Buffer.alloc(whole.length)]) {
      writeFileSync(file, damaged);
      const again = await start(datadir);
      expect(await again.call('dumpprivkey', [address])).toBe(key);
      expect(readFileSync(file, 'utf8')).toContain('kept');
      await stop(again);
    }
  });
});
