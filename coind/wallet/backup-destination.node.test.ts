import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runNode, type RunningNode } from '../node.ts';

let folder = '';
let node: RunningNode;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'coind-backups-'));
  node = await runNode({ datadir: join(folder, 'data') });
  await node.call('createwallet', ['purse']);
});

afterEach(async () => {
  await node.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Undefined if the backup was made; otherwise code and message. */
const backUp = (wallet: string, destination: string): Promise<string | undefined> =>
  node.call('backupwallet', [destination], { wallet }).then(
    () => undefined,
    (error: Error & { code?: number }) => `${error.code} ${error.message}`,
  );

describe('a backup', () => {
  it('replaces no other file, and leaves no file behind', async () => {
    const files = {
      text: 'my notes',
      empty: '',
      json: '{"format":"coind wallets"}',
      damaged: '{"format":"coind wallet","version":1,"id":"x"}\n00\n',
      'database of another wallet': '\0\0\0\0\x62\x31\x05\0',
    };
    for (const [name, content] of Object.entries(files)) {
      const file = join(folder, name);
      writeFileSync(file, content, { mode: 0o644 });
      const refusal = await backUp('purse', file);
      expect(refusal, name).toMatch(/^-4 Error: Wallet backup failed: /);
      expect(refusal, name).toMatch(name === 'damaged' ? /it is damaged$/ : /exists and is no older backup of this wallet; choose another/);
      expect(readFileSync(file, 'utf8')).toBe(content);
      expect(lstatSync(file).mode & 0o777).toBe(0o644);
    }
    // Also one with the name of the wallet in a directory.
    mkdirSync(join(folder, 'into'));
    writeFileSync(join(folder, 'into', 'wallet.dat'), 'foreign');
    expect(await backUp('purse', join(folder, 'into'))).toMatch(/^-4 .*is no older backup/);
    expect(readdirSync(join(folder, 'into'))).toEqual(['wallet.dat']);
    expect(readdirSync(folder).toSorted()).toEqual([...Object.keys(files), 'data', 'into'].toSorted());
  });

  it('replaces no device, pipe, socket or link, whatever it points at', async () => {
    const at = (name: string): string => join(folder, name);
    execFileSync('mkfifo', [at('pipe')]);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(at('socket'), resolve));
    expect(await backUp('purse', at('backup'))).toBeUndefined();
    // A device of its own: without the check a node of root would replace that of the machine.
    const hasDevice = process.getuid?.() === 0 && spawnSync('mknod', [at('device'), 'c', '1', '3']).status === 0;
    symlinkSync(hasDevice ? 'device' : 'pipe', at('link to a device'));
    symlinkSync('backup', at('link to a backup'));
    symlinkSync('nothing', at('dangling link'));
    mkdirSync(at('into/wallet.dat'), { recursive: true });
    const before = readFileSync(at('backup'), 'utf8');
    try {
      for (const name of [
        ...(hasDevice ? ['device'] : []),
        'pipe',
        'socket',
        'link to a device',
        'link to a backup',
        'dangling link',
        'into',
      ]) {
        const kind = lstatSync(at(name)).mode;
        expect(await backUp('purse', at(name)), name).toMatch(
          /^-4 Error: Wallet backup failed: .* (is a link|exists and is no regular file); choose another destination$/,
        );
        expect(lstatSync(at(name)).mode).toBe(kind);
      }
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
    expect(readFileSync(at('backup'), 'utf8')).toBe(before);
    expect(existsSync(at('nothing'))).toBe(false);
  });

  it('replaces no other wallet, whose coins would be lost', async () => {
    const home = join(folder, 'home');
    await node.call('createwallet', [home]);
    const address = await node.call('getnewaddress', [], { wallet: home });
    await node.call('generatetoaddress', [101, address]);
    await node.call('unloadwallet', [home]);
    for (const destination of [home, join(home, 'wallet.dat')]) {
      expect(await backUp('purse', destination)).toMatch(/^-4 .*wallet\.dat exists and is no older backup of this wallet/);
    }
    await node.call('loadwallet', [home]);
    expect(await node.call('getbalance', [], { wallet: home })).toEqual({ sat: 5_000_000_000n });
    expect(await node.call('dumpprivkey', [address], { wallet: home })).toMatch(/^[1-9A-HJ-NP-Za-km-z]{51,52}$/);
  });

  it('replaces older backups of the same wallet, whatever the wallet has done since', async () => {
    const file = join(folder, 'backup');
    const key = await node.call('dumpprivkey', [await node.call('getnewaddress', [], { wallet: '' })], { wallet: '' });
    const changes: readonly (() => Promise<unknown>)[] = [
      () => Promise.resolve(),
      () => node.call('getnewaddress', ['rent'], { wallet: 'purse' }),
      () => node.call('importprivkey', [key, '', false], { wallet: 'purse' }),
      () => node.call('importaddress', ['mkHS9ne12qx9pS9VojpwU5xtRd4T7X7ZUt', '', false], { wallet: 'purse' }),
      () => node.call('sethdseed', [], { wallet: 'purse' }),
      () => node.call('encryptwallet', ['x'], { wallet: 'purse' }),
    ];
    let before = '';
    for (const change of changes) {
      await change();
      expect(await backUp('purse', file)).toBeUndefined();
      const text = readFileSync(file, 'utf8');
      expect(text).not.toBe(before);
      before = text;
    }
  });

  it('replaces a backup with keys that the wallet can derive, but none with keys or scripts that it lacks', async () => {
    const file = join(folder, 'backup');
    const moment = node.snapshot();
    await node.call('keypoolrefill', [1500], { wallet: 'purse' });
    expect(await backUp('purse', file)).toBeUndefined();
    node.restore(moment);
    expect(await backUp('purse', file)).toBeUndefined();
    await node.call('importaddress', ['mkHS9ne12qx9pS9VojpwU5xtRd4T7X7ZUt', '', false], { wallet: 'purse' });
    expect(await backUp('purse', file)).toBeUndefined();
    node.restore(moment);
    expect(await backUp('purse', file)).toMatch(/^-4 .*is no older backup of this wallet/);
  });

  it('of a wallet without private keys replaces only such a wallet', async () => {
    await node.call('createwallet', ['watching', true]);
    const [file, other] = [join(folder, 'watching'), join(folder, 'purse')];
    expect(await backUp('watching', file)).toBeUndefined();
    expect(await backUp('watching', file)).toBeUndefined();
    expect(await backUp('purse', other)).toBeUndefined();
    expect(await backUp('purse', file)).toMatch(/^-4 .*is no older backup/);
    expect(await backUp('watching', other)).toMatch(/^-4 .*is no older backup/);
  });
});
