import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { defaultOptions } from '../options/default-options.ts';
import { runNode, type RunningNode } from '../node.ts';
import type { NodeOptions } from '../options/node-options.ts';
import { scriptOf } from '../script/addresses.ts';

const nodes: RunningNode[] = [];
const dirs: string[] = [];

/** A node with RPC over HTTP: only there notifications are deferred. */
async function start(options: Partial<NodeOptions> = {}): Promise<RunningNode> {
  const { rpc, wallet } = defaultOptions;
  const node = await runNode({ rpc: { ...rpc, port: 0, user: 'u', password: 'p' }, wallet: { ...wallet, keypool: 3 }, ...options });
  nodes.push(node);
  return node;
}

function datadir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'coind-waiting-'));
  dirs.push(dir);
  return dir;
}

afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop();
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** Mines without an RPC call, so that nothing else runs in the same turn. */
function mine(node: RunningNode, blocks: number, address: string): string[] {
  const { miner, params } = node.context;
  return miner.mine(blocks, scriptOf(address, params)!, { maxTries: 1e9 });
}

describe('blocks', () => {
  it('are processed by wallets after the call that added them, and before a wallet is returned', async () => {
    const node = await start();
    const wallet = node.context.wallets.get('')!;
    const address = wallet.newAddress('bech32', '');
    mine(node, 3, address);
    expect(wallet.ledger.size).toBe(0);
    expect(node.context.wallets.get('')!.ledger.size).toBe(3);
    mine(node, 2, address);
    expect(wallet.ledger.size).toBe(3);
    await nextTurn();
    expect(wallet.ledger.size).toBe(5);
  });

  it('are queued only up to a limit', async () => {
    const node = await start();
    const wallet = node.context.wallets.get('')!;
    mine(node, 100, wallet.newAddress('bech32', ''));
    expect(wallet.ledger.size).toBeGreaterThanOrEqual(64);
  });

  it('are processed in order, including disconnected ones', async () => {
    const node = await start();
    const wallet = node.context.wallets.get('')!;
    const [mineTo, other] = [wallet.newAddress('bech32', ''), wallet.newAddress('bech32', '')];
    const [first = ''] = mine(node, 2, mineTo);
    node.context.chain.invalidate(first);
    mine(node, 3, other);
    const seen = await node.call('listtransactions', ['*', 100]);
    expect(seen.filter(({ confirmations }) => Number(confirmations) > 0).map(({ address }) => address)).toEqual([other, other, other]);
    expect(seen).toHaveLength(5);
  });

  it('that were queued are in a snapshot, and later ones are not', async () => {
    const node = await start();
    const address = node.context.wallets.get('')!.newAddress('bech32', '');
    mine(node, 2, address);
    const moment = node.snapshot();
    mine(node, 2, address);
    node.restore(moment);
    await nextTurn();
    expect(node.context.wallets.get('')!.ledger.size).toBe(2);
  });
});

describe('a new wallet', () => {
  const fileOf = (dir: string, name = ''): string => join(dir, 'regtest', 'wallets', name, 'wallet.dat');

  it('is created when it is needed', async () => {
    const dir = datadir();
    const node = await start({ datadir: dir });
    expect(existsSync(fileOf(dir))).toBe(false);
    expect(await node.call('getblockcount')).toBe(0);
    expect(existsSync(fileOf(dir))).toBe(false);
    expect(await node.call('listwallets')).toEqual(['']);
    expect(existsSync(fileOf(dir))).toBe(true);
  });

  it('is created shortly after the start if it is not needed before', async () => {
    const dir = datadir();
    await start({ datadir: dir });
    await expect.poll(() => existsSync(fileOf(dir)), { timeout: 5_000 }).toBe(true);
  });

  it('that cannot be created is an error for the caller, and does not prevent the node from stopping', async () => {
    const dir = datadir();
    mkdirSync(join(dir, 'regtest'), { recursive: true });
    writeFileSync(join(dir, 'regtest', 'wallets'), 'a file where a folder should be');
    const { wallet } = defaultOptions;
    const node = await start({ datadir: dir, wallet: { ...wallet, load: ['purse'] } });
    expect(await node.call('getblockcount')).toBe(0);
    await expect(node.call('getnewaddress')).rejects.toMatchObject({ code: -4 });
    await node.stop();
  });

  it('keeps its place before one that is loaded after it', async () => {
    const dir = datadir();
    const { wallet } = defaultOptions;
    (await start({ datadir: dir, wallet: { ...wallet, keypool: 3, load: ['old'] } })).context.wallets.catchUp();
    await nodes.pop()?.stop();
    const node = await start({ datadir: dir, wallet: { ...wallet, keypool: 3, load: ['new', 'old'] } });
    expect(await node.call('listwallets')).toEqual(['new', 'old']);
  });

  it('is in a snapshot that was taken before it was needed', async () => {
    const node = await start();
    const moment = node.snapshot();
    const address = await node.call('getnewaddress');
    node.restore(moment);
    expect(await node.call('listwallets')).toEqual(['']);
    expect(await node.call('getnewaddress')).toBe(address);
  });
});
