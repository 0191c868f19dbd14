import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runNode, type RunningNode } from '../node.ts';
import { readWalletText, WalletFileError, walletText } from './wallet-file.ts';
import type { Wallet } from './wallet.ts';

let folder: string;
const running = new Set<RunningNode>();

async function start(datadir?: string): Promise<RunningNode> {
  const node = await runNode(datadir === undefined ? {} : { datadir });
  running.add(node);
  return node;
}

async function stop(node: RunningNode): Promise<void> {
  running.delete(node);
  await node.stop();
}

const create = async (node: RunningNode, name: string): Promise<Wallet> => {
  await node.call('createwallet', [name]);
  return node.context.wallets.get(name)!;
};

const code = async (act: Promise<unknown>): Promise<number | undefined> =>
  act.then(
    () => undefined,
    (error: { code?: number }) => error.code,
  );

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coind-wallets-'));
});

afterEach(async () => {
  for (const node of Array.from(running)) await stop(node);
  rmSync(folder, { recursive: true, force: true });
});

/** Properties that must be the same after unloading and loading a wallet. */
const factsOf = (wallet: Wallet) => ({
  transactions: wallet.ledger.all().map(({ transaction, state, comment, time, order }) => [transaction.txid, state, comment, time, order]),
  labels: [...wallet.addressBook.entries()].sort(),
  balances: wallet.coins.balances(),
  keypool: wallet.keychain.pool.size,
  seed: wallet.keychain.ring.seedId,
  keys: wallet.keychain.ring
    .all()
    .map(({ publicKey, path }) => `${publicKey.toString('hex')} ${path}`)
    .sort(),
});

describe('wallet files', () => {
  it.each(['memory', 'disk'])('store a wallet while it is not loaded, and loading it scans the missed blocks (%s)', async (kind) => {
    const node = await start(kind === 'disk' ? join(folder, 'data') : undefined);
    const wallet = await create(node, 'purse');
    await node.call('generatetoaddress', [102, wallet.newAddress('bech32', 'mined')]);
    await node.call('sendtoaddress', { address: wallet.newAddress('legacy', 'self'), amount: '1', comment: 'hello' }, { wallet: 'purse' });
    await node.call('keypoolrefill', [100], { wallet: 'purse' }); // as loading does
    const before = factsOf(wallet);
    await node.call('unloadwallet', ['purse']);
    expect(await code(node.call('getbalance', [], { wallet: 'purse' }))).toBe(-18);
    await node.call('loadwallet', ['purse']);
    expect(factsOf(node.context.wallets.get('purse')!)).toEqual(before);
    await node.call('unloadwallet', ['purse']);
    const tip = node.context.chain.tip.hash;
    const other = node.context.wallets.get('')!.newAddress('bech32', '');
    await node.call('generatetoaddress', [1, other]);
    await node.call('invalidateblock', [tip]);
    await node.call('generatetoaddress', [3, other]);
    await node.call('loadwallet', ['purse']);
    const after = node.context.wallets.get('purse')!;
    const states = after.ledger.all().map(({ state }) => state.type);
    expect(states.filter((type) => type === 'inactive').length).toBe(1); // the coinbase of the disconnected block
    // The payment may have been premature on the other branch; then the wallet submits it again.
    await node.call('generatetoaddress', [1, other]);
    expect(after.ledger.all().at(-1)!.state.type).toBe('confirmed');
    expect(after.coins.balances().trustedSat).toBeGreaterThan(0n);
  });

  it('read a block again that left the chain before a wallet was loaded, and came back after it was unloaded', async () => {
    const node = await start(undefined);
    const wallet = await create(node, 'purse');
    await node.call('generatetoaddress', [1, wallet.newAddress('bech32', 'mined')]);
    const blockhash = node.context.chain.tip.hash;
    for (const method of ['invalidateblock', 'reconsiderblock'] as const) {
      await node.call('unloadwallet', ['purse']);
      await node.call(method, [blockhash]);
      await node.call('loadwallet', ['purse']);
      const states = node.context.wallets
        .get('purse')!
        .ledger.all()
        .map(({ state }) => state.type);
      expect(states).toEqual([method === 'invalidateblock' ? 'inactive' : 'confirmed']);
    }
  });

  it('lose no answered change when the node is killed', async () => {
    const data = join(folder, 'data');
    const node = await start(data);
    const wallet = await create(node, 'purse');
    const address = (await node.call('getnewaddress', ['kept'], { wallet: 'purse' })) as string;
    await node.call('generatetoaddress', [101, address]);
    await node.call('keypoolrefill', [100], { wallet: 'purse' }); // as loading does
    const before = factsOf(wallet);
    const crashed = join(folder, 'crashed');
    cpSync(data, crashed, { recursive: true });
    rmSync(join(crashed, '.lock'), { force: true });
    const again = await start(crashed);
    await again.call('loadwallet', ['purse']);
    expect(factsOf(again.context.wallets.get('purse')!)).toEqual(before);
    await stop(again);

    // A backup that replaces the file takes precedence over the records.
    const backup = join(folder, 'backup.dat');
    await node.call('backupwallet', [backup], { wallet: 'purse' });
    await node.call('getnewaddress', ['lost'], { wallet: 'purse' });
    rmSync(crashed, { recursive: true });
    cpSync(data, crashed, { recursive: true });
    rmSync(join(crashed, '.lock'), { force: true });
    cpSync(backup, join(crashed, 'regtest/wallets/purse/wallet.dat'));
    const restored = await start(crashed);
    await restored.call('loadwallet', ['purse']);
    expect(await restored.call('listlabels', [], { wallet: 'purse' })).toEqual(['kept']);
  });

  it('contain no unencrypted key after a wallet is encrypted', async () => {
    const node = await start();
    const home = join(folder, 'secret');
    const wallet = await create(node, home);
    const secrets = wallet.keychain.ring
      .all()
      .map(({ publicKey }) => Buffer.from(wallet.keychain.signing().privateKey(publicKey)!).toString('hex'));
    const file = join(home, 'wallet.dat');
    expect(secrets.some((secret) => readFileSync(file, 'utf8').includes(secret))).toBe(true);
    wallet.encrypt('x');
    expect(secrets.filter((secret) => readFileSync(file, 'utf8').includes(secret))).toEqual([]);
  });

  it('are refused if they are damaged or missing', async () => {
    const node = await start();
    const file = join(folder, 'copy.dat');
    const wallet = await create(node, 'purse');
    wallet.newAddress('bech32', 'a label');
    await node.call('backupwallet', [file], { wallet: 'purse' });
    const text = readFileSync(file, 'utf8');
    for (const broken of [
      text.slice(0, -100),
      text.replace('a label', 'b label'),
      '',
      'SQLite format 3',
      text.replace('"version":1', '"version":2'),
    ]) {
      writeFileSync(file, broken);
      expect(await code(node.call('loadwallet', [file]))).toBe(-4);
    }
    writeFileSync(file, text);
    await node.call('loadwallet', [file]);
    expect(await node.call('listlabels', [], { wallet: file })).toEqual(['a label']);
    expect(await code(node.call('loadwallet', [file]))).toBe(-4);
    expect(await code(node.call('loadwallet', [join(folder, 'nothing.dat')]))).toBe(-18);
    expect(await code(node.call('loadwallet', ['../elsewhere']))).toBe(-18);
    expect(await code(node.call('createwallet', ['purse']))).toBe(-4);
    expect(await code(node.call('backupwallet', [join(folder, 'no', '\0')], { wallet: 'purse' }))).toBe(-4);
    expect(await code(node.call('backupwallet', [join(folder, 'no', 'file')], { wallet: 'purse' }))).toBe(-4);
    mkdirSync(join(folder, 'into'));
    await node.call('backupwallet', [join(folder, 'into')], { wallet: 'purse' });
    expect(readFileSync(join(folder, 'into', 'wallet.dat'), 'utf8')).toContain('a label');
  });

  it('are texts that can be read again, with any content', () => {
    const records = [
      ['address/a "b" c', { kind: 'address', value: { label: 'line\nbreak " \u2028 é', purpose: 'send' } }],
      ['best/', { kind: 'best', value: 'ff' }],
    ] as const;
    const text = walletText({ id: 'x', records });
    expect(readWalletText(text)).toEqual({ id: 'x', records });
    for (let at = 0; at < text.length; at += 7) expect(() => readWalletText(text.slice(0, at))).toThrow(WalletFileError);
  });
});
