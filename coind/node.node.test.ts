import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createClock } from './clock.ts';
import { defaultOptions, embeddedOptions } from './options/default-options.ts';
import type { RandomSource } from './random.ts';
import { runNode, type RunningNode } from './node.ts';
import type { NodeOptions } from './options/node-options.ts';

const nodes: RunningNode[] = [];
const dirs: string[] = [];

async function start(options: Partial<NodeOptions> = {}, parts: Parameters<typeof runNode>[1] = {}): Promise<RunningNode> {
  const node = await runNode({ wallet: { ...embeddedOptions.wallet, keypool: 3 }, ...options }, parts);
  nodes.push(node);
  return node;
}

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'coind-node-'));
  dirs.push(dir);
  return dir;
}

afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop();
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
});

const served = { ...defaultOptions.rpc, port: 0 };

async function post(
  { address, credentials }: RunningNode,
  body: object,
): Promise<{ status: number; body: { result: unknown; error: { code: number } | null } }> {
  const authorization = `Basic ${Buffer.from(`${credentials?.user}:${credentials?.password}`).toString('base64')}`;
  const response = await fetch(`${address}/`, {
    method: 'POST',
    headers: { authorization, connection: 'close' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as never };
}

test('is a complete node within this process', async () => {
  const node = await start();
  expect(await node.call('getblockcount')).toBe(0);
  const address = await node.call('getnewaddress');
  expect(await node.call('generatetoaddress', [101, address])).toHaveLength(101);
  expect(await node.call('getbalance')).toEqual({ sat: 5_000_000_000n });
  expect(await node.call('getblockhash', { height: 101 })).toBe(await node.call('getbestblockhash'));
  await expect(node.call('getblockhash', [102])).rejects.toMatchObject({ code: -8 });
  expect([node.address, node.credentials]).toEqual([undefined, undefined]);
});

test('uses the curve of its options', async () => {
  const first = await start({ curve: 'noble' });
  const second = await start({ curve: undefined });
  const third = await start({ curve: 'noble' });
  expect([first, third].map(({ context }) => context.curve.name)).toEqual(['noble', 'noble']);
  expect(second.context.curve).not.toBe(first.context.curve);
});

test('restores a snapshot any number of times', async () => {
  const node = await start();
  const address = await node.call('getnewaddress');
  await node.call('generatetoaddress', [101, address]);
  const moment = node.snapshot();
  for (let i = 0; i < 3; i++) {
    const txid = await node.call('sendtoaddress', [await node.call('getnewaddress'), 1]);
    expect(await node.call('getrawmempool')).toEqual([txid]);
    await node.call('generatetoaddress', [5, address]);
    expect(await node.call('getblockcount')).toBe(106);
    node.restore(moment);
    expect([await node.call('getblockcount'), await node.call('getrawmempool'), await node.call('getbalance')]).toEqual([
      101,
      [],
      { sat: 5_000_000_000n },
    ]);
  }
});

test('opens again only the wallets that a restore changes', async () => {
  const node = await start();
  const { wallets } = node.context;
  for (const name of ['a', 'b']) await node.call('createwallet', [name]);
  const address = await node.call('getnewaddress', [], { wallet: 'a' });
  await node.call('generatetoaddress', [101, address]);
  const moment = node.snapshot();
  const [a, b] = [wallets.get('a'), wallets.get('b')];
  node.restore(moment);
  expect([wallets.get('a') === a, wallets.get('b') === b]).toEqual([true, true]);
  // Blocks without transactions of a wallet do not change it.
  await node.call('generatetoaddress', [2, await node.call('getnewaddress', [], { wallet: 'a' })]);
  node.restore(moment);
  expect([wallets.get('a') === a, wallets.get('b') === b]).toEqual([false, true]);
  await node.call('unloadwallet', ['b']);
  await node.call('loadwallet', ['b']);
  node.restore(moment);
  node.restore(moment);
  expect(wallets.get('b')).not.toBe(b);
  expect(await node.call('getbalance', [], { wallet: 'a' })).toEqual({ sat: 5_000_000_000n });
  expect(await node.call('getnewaddress', [], { wallet: 'b' })).not.toBe('');
});

test('undoes what running calls change after a restore', async () => {
  const node = await start();
  const address = await node.call('getnewaddress');
  await node.call('generatetoaddress', [101, address]);
  const moment = node.snapshot();
  const rescan = node.call('rescanblockchain');
  const mining = node.call('generatetoaddress', [5_000, address]);
  const ended = Promise.allSettled([rescan, mining]);
  await node.restoreAlone(moment);
  expect(await node.call('getblockcount')).toBe(101);
  await ended;
  expect(await node.call('getblockcount')).toBe(101);
  expect(await node.call('getwalletinfo')).toMatchObject({ txcount: 101 });
  // While a rescan runs, another one is refused.
  expect(await node.call('rescanblockchain')).toMatchObject({ stop_height: 101 });
});

test('restores mock time, logged categories and the last assembled block with its state', async () => {
  const node = await start();
  await node.call('setmocktime', [2_000_000_000]);
  await node.call('logging', [['net'], []]);
  await node.call('generatetoaddress', [1, await node.call('getnewaddress')]);
  const read = async (): Promise<unknown> => [await node.call('uptime'), await node.call('logging'), await node.call('getmininginfo')];
  const before = await read();
  const moment = node.snapshot();
  await node.call('setmocktime', [2_000_001_000]);
  await node.call('logging', [[], ['net']]);
  await node.call('sendtoaddress', [await node.call('getnewaddress'), 1]).catch(() => undefined);
  await node.call('generatetoaddress', [101, await node.call('getnewaddress')]);
  expect(await read()).not.toEqual(before);
  node.restore(moment);
  expect(await read()).toEqual(before);
});

test('uses the given clock and random source', async () => {
  let state = 1;
  const random: RandomSource = {
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => (state = (state * 48271) % 2147483647) & 0xff)),
    below: (limit) => (state = (state * 48271) % 2147483647) % limit,
  };
  const run = async (): Promise<unknown> => {
    state = 1;
    const node = await start({}, { clock: createClock(1_700_000_000), random });
    const address = await node.call('getnewaddress');
    return [address, await node.call('generatetoaddress', [2, address]), await node.call('uptime')];
  };
  const first = await run();
  expect(await run()).toEqual(first);
});

test('setmocktime sets its time, and 0 restores real time', async () => {
  const node = await start();
  await node.call('setmocktime', [2_000_000_000]);
  const [hash] = await node.call('generatetoaddress', [1, await node.call('getnewaddress')]);
  expect(await node.call('getblockheader', [hash as string])).toMatchObject({ time: 2_000_000_000 });
  await node.call('setmocktime', [0]);
  expect(Math.abs(node.context.clock.seconds() - Date.now() / 1000)).toBeLessThan(2);
});

test('keeps everything in its data directory, and locks it', async () => {
  const datadir = folder();
  const first = await start({ datadir, txindex: true });
  const address = await first.call('getnewaddress', ['mine']);
  await first.call('generatetoaddress', [101, address]);
  const txid = await first.call('sendtoaddress', [address, 1]);
  await expect(runNode({ datadir })).rejects.toThrow(/lock on data directory/);
  await first.stop();
  const second = await start({ datadir, txindex: true });
  expect(await second.call('getblockcount')).toBe(101);
  expect(await second.call('getrawmempool')).toEqual([txid]);
  expect(await second.call('getaddressinfo', [address])).toMatchObject({ ismine: true, label: 'mine' });
});

test('without a password it writes a cookie that only its user can read, and removes it at shutdown', async () => {
  const datadir = folder();
  const node = await start({ datadir, rpc: served });
  const file = join(datadir, 'regtest', '.cookie');
  expect(readFileSync(file, 'utf8')).toBe(`__cookie__:${node.credentials?.password}`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await post(node, { method: 'getblockcount', id: 1 })).toEqual({ status: 200, body: { result: 0, error: null, id: 1 } });
  await node.stop();
  expect(existsSync(file)).toBe(false);
});

test('a cookie file that is another file is refused, and the port is free again', async () => {
  const file = join(folder(), 'notes');
  writeFileSync(file, 'my notes\n');
  const { port } = new URL((await start({ rpc: served })).address!);
  await Promise.all(nodes.splice(0).map((node) => node.stop()));
  const rpc = { ...served, port: Number(port), cookieFile: file };
  await expect(start({ rpc })).rejects.toThrow(/exists and is no cookie/);
  expect(readFileSync(file, 'utf8')).toBe('my notes\n');
  await start({ rpc: { ...rpc, cookieFile: undefined } });
});

test('the method stop ends it after the answer', async () => {
  const node = await start({ rpc: served });
  expect((await post(node, { method: 'stop' })).body.result).toBe('coind stopping');
  await node.ended;
  await expect(fetch(`${node.address}/`)).rejects.toThrow();
});

test('a failed start names its cause and leaves no file', async () => {
  const datadir = folder();
  const first = await start({ rpc: served });
  const port = Number(new URL(first.address as string).port);
  await expect(runNode({ datadir, rpc: { ...served, port } })).rejects.toThrow(/address already in use/);
  const again = await start({ datadir });
  expect(await again.call('getblockcount')).toBe(0);
});

test('calls over HTTP and within the process give the same', async () => {
  const node = await start({ rpc: served });
  const within = await node.call('getblockchaininfo');
  const over = await post(node, { method: 'getblockchaininfo', params: {} });
  expect(Object.keys(over.body.result as object)).toEqual(Object.keys(within));
  expect((await post(node, { method: 'getblock', params: ['x'] })).status).toBe(500);
  expect((await post(node, { method: 'nosuch' })).status).toBe(404);
});

test('listens for calls at both loopback addresses, or only where -rpcbind says', async () => {
  const lines: string[] = [];
  const node = await start({ rpc: served }, { log: (line) => lines.push(line) });
  const { port } = new URL(node.address!);
  const authorization = `Basic ${Buffer.from(`${node.credentials?.user}:${node.credentials?.password}`).toString('base64')}`;
  const ask = async (at: string): Promise<number> =>
    (await fetch(`http://[::1]:${at}/`, { method: 'POST', headers: { authorization, connection: 'close' }, body: '{"method":"uptime"}' }))
      .status;
  const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'));
  if (hasIpv6) expect(await ask(port)).toBe(200);
  else expect(lines.join('\n')).toContain('RPC server does not listen on ::1');
  const bound = await start({ rpc: { ...served, bind: ['127.0.0.1'] } });
  await expect(ask(new URL(bound.address!).port)).rejects.toThrow('fetch failed');
});
