import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { OptionError, RpcError, startNode, type EmbeddedNode, type StartOptions } from './embedded.ts';

const nodes: EmbeddedNode[] = [];
const folders: string[] = [];

async function start(options: StartOptions = {}): Promise<EmbeddedNode> {
  const node = await startNode({ keypool: 2, ...options });
  nodes.push(node);
  return node;
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'coind-embedded-'));
  folders.push(path);
  return path;
}

afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop();
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});

async function post(node: EmbeddedNode, method: string): Promise<unknown> {
  const authorization = `Basic ${Buffer.from(`${node.credentials?.user}:${node.credentials?.password}`).toString('base64')}`;
  const response = await fetch(`${node.url}/`, {
    method: 'POST',
    headers: { authorization, connection: 'close' },
    body: JSON.stringify({ method, params: [] }),
  });
  return ((await response.json()) as { result: unknown }).result;
}

describe('listening', () => {
  test('without options nothing listens', async () => {
    const node = await start();
    expect([node.url, node.credentials, node.peerAddress]).toEqual([undefined, undefined, undefined]);
  });

  test('an option of the RPC service enables it, with credentials for other clients', async () => {
    const node = await start({ rpcport: 0 });
    expect(node.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await post(node, 'getblockcount')).toBe(0);
    const named = await start({ rpcport: 0, rpcuser: 'u', rpcpassword: 'p' });
    expect(named.credentials).toEqual({ user: 'u', password: 'p' });
    expect(await post(named, 'getblockcount')).toBe(0);
  });

  test('the option port enables inbound connections of peers', async () => {
    const first = await start({ port: 0 });
    const second = await start({ connect: [first.peerAddress ?? ''] });
    await expect.poll(async () => (await second.call('getpeerinfo')).length, { timeout: 20_000 }).toBe(1);
  });

  test('listen and server set to false take precedence', async () => {
    const node = await start({ rpcport: 0, server: false, port: 0, listen: false });
    expect([node.url, node.peerAddress]).toEqual([undefined, undefined]);
  });
});

describe('options', () => {
  test('have the names and values of the command line', async () => {
    const node = await start({ txindex: true, wallet: ['a', 'b'], fallbackfee: 0.000_000_01, datadir: folder() });
    expect(await node.call('listwallets')).toEqual(['a', 'b']);
    const [hash] = await node.call('generatetoaddress', [1, await node.call('getnewaddress', [], { wallet: 'a' })]);
    const { tx } = await node.call('getblock', { blockhash: hash as string });
    expect(await node.call('getrawtransaction', { txid: tx[0] as string, verbose: true })).toMatchObject({ txid: tx[0] });
  });

  test('an undefined option has its default', async () => {
    const node = await start({ wallet: undefined, rpcport: undefined });
    expect([node.url, await node.call('listwallets')]).toEqual([undefined, ['']]);
  });

  test.each<[string, StartOptions, RegExp]>([
    ['an unknown option', { foo: 1 } as unknown as StartOptions, /foo/],
    ['an invalid value', { keypool: 'many' }, /keypool=many: write a whole number/],
    [
      'an object',
      { wallet: { load: 'x' } } as unknown as StartOptions,
      /^wallet: expected a string, a number, a boolean or a list of strings, got object/,
    ],
    ['null', { wallet: null } as unknown as StartOptions, /^wallet: .* got null/],
    ['an option that an embedded node cannot have', { daemon: true } as unknown as StartOptions, /^daemon: /],
  ])('%s is refused', async (_name, options, message) => {
    const error = await startNode(options).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OptionError);
    expect((error as Error).message).toMatch(message);
  });
});

describe('calls', () => {
  test('amounts in results are exact, and accepted as arguments', async () => {
    const node = await start();
    const address = await node.call('getnewaddress');
    await node.call('generatetoaddress', [102, address]);
    const balance = await node.call('getbalance');
    expect(balance.sat).toBe(10_000_000_000n);
    const other = await node.call('getnewaddress');
    const txid = await node.call('sendtoaddress', { address: other, amount: { sat: 123_456_789n } });
    await node.call('sendmany', ['', { [other]: { sat: 1_000_000n } }]);
    expect((await node.call('gettransaction', { txid })).details.map(({ amount }) => amount.sat)).toContain(123_456_789n);
  });

  test('integers are numbers', async () => {
    const node = await start();
    const [info, totals] = [await node.call('getblockchaininfo'), await node.call('getnettotals')];
    expect([info.blocks, info.size_on_disk, totals.timemillis].map((value) => typeof value)).toEqual(['number', 'number', 'number']);
  });

  test('an error has its code', async () => {
    const node = await start();
    const error = await node.call('getblockhash', [5]).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RpcError);
    expect((error as RpcError).code).toBe(-8);
  });
});

test('restores a snapshot', async () => {
  const node = await start();
  const address = await node.call('getnewaddress');
  const moment = node.snapshot();
  await node.call('generatetoaddress', [3, address]);
  node.restore(moment);
  expect(await node.call('getblockcount')).toBe(0);
});

test('refuses calls after it was stopped', async () => {
  const node = await start();
  await node.call('generatetoaddress', [1, await node.call('getnewaddress')]);
  const stopping = node.stop();
  await expect(node.call('getblockcount')).rejects.toThrow('The node has been stopped');
  await stopping;
  await expect(node.call('generatetoaddress', [1, '']).then(String)).rejects.toThrow('The node has been stopped');
});
