import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, type TestContext } from 'vitest';
import { Refused } from './support/ask.ts';
import { DiskNode, type DiskNodeEnd } from './support/disk-node.ts';
import { SmallDisk } from './support/small-disk.ts';

const KIB = 1024;
/** Less space than a wallet file needs, and enough for a few transactions. */
const NEARLY_FULL = 12 * KIB;

const disks: SmallDisk[] = [];
const nodes: DiskNode[] = [];

afterEach(async () => {
  for (const node of nodes.splice(0)) await node.signal('SIGKILL');
  for (const disk of disks.splice(0)) disk.unmount();
});

function smallDisk(ctx: TestContext, sizeKib = 8192): SmallDisk {
  const disk = SmallDisk.mount(ctx, sizeKib);
  disks.push(disk);
  return disk;
}

async function start(disk: SmallDisk): Promise<DiskNode> {
  const node = await DiskNode.mustStart(disk.folder, ['-keypool=100']);
  nodes.push(node);
  return node;
}

async function refusal(act: Promise<unknown>): Promise<Refused> {
  const error = await act.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Refused) return error;
  throw new Error(`it was not refused: ${String(error)}`);
}

const walletFile = (disk: SmallDisk, name: string): string => join(disk.folder, 'regtest/wallets', name, 'wallet.dat');

/** A wallet with records that are not in its file yet. */
async function usedWallet(node: DiskNode): Promise<string> {
  await node.ask('createwallet', ['w']);
  const address = await node.ask<string>('getnewaddress', ['later'], 'w');
  await node.ask('generatetoaddress', [5, address]);
  return address;
}

test('a wallet stays loaded with its file unchanged while the disk is full, and is unloaded when there is space', async (ctx) => {
  const disk = smallDisk(ctx);
  const node = await start(disk);
  const address = await usedWallet(node);
  const key = await node.ask('dumpprivkey', [address], 'w');
  const before = readFileSync(walletFile(disk, 'w'));
  disk.fill(NEARLY_FULL);
  const { code, reason } = await refusal(node.ask('unloadwallet', ['w']));
  expect(code).toBe(-4);
  expect(reason).toContain('Wallet w stays loaded, because its file cannot be written: no space left on device');
  expect(await node.ask('listwallets')).toContain('w');
  expect(await node.ask('dumpprivkey', [address], 'w')).toBe(key);
  expect(readFileSync(walletFile(disk, 'w')).equals(before)).toBe(true);
  expect(readdirSync(join(walletFile(disk, 'w'), '..'))).toEqual(['wallet.dat']);
  disk.empty();
  await node.ask('unloadwallet', ['w']);
  await node.ask('loadwallet', ['w']);
  expect(await node.ask('dumpprivkey', [address], 'w')).toBe(key);
  await node.stop();
});

test('a node that cannot write its wallets at the end exits with code 1 and a message, and loses nothing', async (ctx) => {
  const disk = smallDisk(ctx);
  const node = await start(disk);
  const address = await node.ask<string>('getnewaddress', ['later']);
  const key = await node.ask('dumpprivkey', [address]);
  const before = readFileSync(walletFile(disk, ''));
  disk.fill(NEARLY_FULL);
  const end = await node.signal('SIGTERM');
  expect(end).toMatchObject({ code: 1, signal: null });
  expect(end.stderr).toMatch(
    /^Error: wallet "" could not be written to .*wallet\.dat: no space left on device; its records are kept in the state of the node\.\n$/,
  );
  expect(end.stdout).toContain('Shutdown: done');
  expect(existsSync(join(disk.folder, 'regtest/.cookie'))).toBe(false);
  expect(readFileSync(walletFile(disk, '')).equals(before)).toBe(true);
  disk.empty();
  const again = await start(disk);
  expect(await again.ask('dumpprivkey', [address])).toBe(key);
  expect(await again.ask('getaddressesbylabel', ['later'])).toHaveProperty(address);
  await again.stop();
});

test('a start on a full disk fails with one message, and succeeds later with enough space', async (ctx) => {
  const disk = smallDisk(ctx);
  const starts = async (): Promise<void> => {
    disk.fill(0);
    const end = await DiskNode.start(disk.folder);
    expect(end).toMatchObject({ code: 1, signal: null });
    expect((end as DiskNodeEnd).stderr).toMatch(/^Error: The [^\n]*: no space left on device; free disk space[^\n]*\n$/);
    disk.empty();
    await (await start(disk)).stop();
  };
  await starts(); // in a new data directory
  await starts(); // in one that was used
});

test('a backup and a dump on a full disk are errors and leave no file with keys', async (ctx) => {
  const disk = smallDisk(ctx);
  const other = smallDisk(ctx, 32);
  const node = await start(disk);
  other.fill(NEARLY_FULL);
  const names = readdirSync(other.folder);
  for (const name of ['backup.dat', '']) {
    const { code, reason } = await refusal(node.ask('backupwallet', [join(other.folder, name)]));
    expect([code, reason]).toEqual([-4, 'Error: Wallet backup failed: no space left on device']);
  }
  const dump = join(other.folder, 'dump.txt');
  const { code, reason } = await refusal(node.ask('dumpwallet', [dump]));
  expect([code, reason]).toEqual([-8, `Cannot open wallet dump file: ${dump} cannot be written: no space left on device`]);
  expect(readdirSync(other.folder)).toEqual(names);
  await node.stop();
});

test('a node that commits on a full disk reports it, exits cleanly with code 1, and keeps its earlier state', async (ctx) => {
  const disk = smallDisk(ctx);
  const node = await start(disk);
  await node.ask('generatetoaddress', [105, await node.ask('getnewaddress')]);
  const before = await node.ask('getbestblockhash');
  const address = await node.ask<string>('getnewaddress');
  disk.fill(0);
  const { code, reason } = await refusal(node.ask('generatetoaddress', [50, address]));
  expect(code).toBe(-20);
  expect(reason).toMatch(
    /^The state could not be written to .*state\.log: no space left on device; the state before this write is intact\.$/,
  );
  const end = await node.ended;
  expect(end).toMatchObject({ code: 1, signal: null });
  expect(end.stderr).toBe(`Error: ${reason}\n`);
  expect(end.stdout).not.toMatch(/^\s+at /m);
  expect(end.stdout).toContain('Shutdown: done');
  expect(existsSync(join(disk.folder, 'regtest/.cookie'))).toBe(false);
  disk.empty();
  const again = await start(disk);
  // Long work commits several times, and the last page of a file has some space.
  const { height, total_amount: total } = await again.ask<{ height: number; total_amount: number }>('gettxoutsetinfo');
  expect(height).toBeLessThan(110);
  expect(total).toBe(50 * height);
  expect(await again.ask('getblockhash', [105])).toBe(before);
  expect(await again.ask('verifychain', [4, 0])).toBe(true);
  await again.stop();
});

test('encryptwallet on a full disk is an error, and leaves the wallet unchanged or removes the plain keys at the next start', async (ctx) => {
  const disk = smallDisk(ctx);
  const node = await start(disk);
  const address = await node.ask<string>('getnewaddress');
  const key = await node.ask('dumpprivkey', [address]);
  // Nothing can be written: the wallet is unchanged.
  disk.fill(0);
  expect((await refusal(node.ask('encryptwallet', ['x']))).code).toBe(-20);
  expect((await node.ended).code).toBe(1);
  disk.empty();
  const second = await start(disk);
  expect(await second.ask('dumpprivkey', [address])).toBe(key);
  // The records can be written, the new files cannot.
  disk.fill(300 * KIB);
  const { code, reason } = await refusal(second.ask('encryptwallet', ['x']));
  expect([code, reason]).toEqual([-20, expect.stringMatching(/no space left on device; free disk space/)]);
  expect((await second.ended).code).toBe(1);
  disk.empty();
  const third = await start(disk);
  await third.ask('walletpassphrase', ['x', 60]);
  expect(await third.ask('dumpprivkey', [address])).toBe(key);
  const file = readFileSync(walletFile(disk, ''), 'utf8');
  expect(file).toContain('"masterKey"');
  await third.stop();
});
