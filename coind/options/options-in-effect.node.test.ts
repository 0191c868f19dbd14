import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { buildBlock } from '../chain/testing/test-chain.ts';
import { runNode, type RunningNode } from '../node.ts';
import { readOptions } from './read-options.ts';
import { testInFamily } from '../testing/family.ts';
import { until } from '../../test/until.ts';

const OTHER = 'mkHS9ne12qx9pS9VojpwU5xtRd4T7X7ZUt';
const nodes: RunningNode[] = [];
const sockets: Socket[] = [];
const dirs: string[] = [];
const lines: string[] = [];

async function start(...args: string[]): Promise<RunningNode> {
  const node = await runNode(readOptions(['-listen=0', '-rpcport=0', '-rpcuser=u', '-rpcpassword=p', '-keypool=2', ...args]), {
    log: (line) => lines.push(line),
  });
  nodes.push(node);
  return node;
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const node of nodes.splice(0)) await node.stop();
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
  lines.length = 0;
});

async function fund(node: RunningNode): Promise<void> {
  await node.call('generatetoaddress', [1, await node.call('getnewaddress')]);
  await node.call('generatetoaddress', [100, OTHER]);
}

test('-blocknotify runs at each tip, -walletnotify at each change of a transaction of a wallet', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'coind-notify-'));
  dirs.push(dir);
  const node = await start(`-blocknotify=echo %s >> ${dir}/blocks`, `-walletnotify=echo %s in %w >> ${dir}/wallet`, `-wallet=it's`);
  await fund(node);
  const txid = await node.call('sendtoaddress', [OTHER, 1]);
  const [hash] = await node.call('generatetoaddress', [1, OTHER]);
  const written = (name: string): string[] => (existsSync(join(dir, name)) ? readFileSync(join(dir, name), 'utf8').trim().split('\n') : []);
  await until(
    'all commands have run',
    () => written('blocks').length === 102 && written('wallet').filter((line) => line.startsWith(txid)).length >= 2,
  );
  expect(new Set(written('blocks')).size).toBe(102);
  expect(written('blocks')).toContain(hash);
  expect(written('wallet').filter((line) => line === `${txid} in it's`).length).toBeGreaterThanOrEqual(2); // sent, then in a block
});

test('-alertnotify runs once for a warning', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'coind-notify-'));
  dirs.push(dir);
  const {
    context: { chain },
  } = await start(`-alertnotify=echo %s >> ${dir}/alerts`, '-disablewallet');
  for (let height = 1; height <= 440; height++) chain.acceptBlock(buildBlock({ parent: chain.tip, header: { version: 0x20000020 } }));
  const file = join(dir, 'alerts');
  await until('the warning is there', () => existsSync(file) && readFileSync(file, 'utf8') !== '');
  expect(readFileSync(file, 'utf8')).toBe('Warning: unknown new rules activated (versionbit 5)\n');
});

test('a failed notification command is logged, and the node keeps running', async () => {
  const node = await start('-blocknotify=exit 3');
  await node.call('generatetoaddress', [1, OTHER]);
  await until('it is logged', () => lines.some((line) => /The notification command exit 3 failed: exit code 3/.test(line)));
});

test('-mintxfee and -maxtxfee bound the fees of a wallet', async () => {
  const dear = await start('-mintxfee=0.001');
  await fund(dear);
  const txid = await dear.call('sendtoaddress', [OTHER, 1]);
  const { size: vsize } = await dear.call('getmempoolentry', [txid]);
  // The fee is for the longest signature; one in 256 is a byte shorter, which may make a virtual byte less.
  const satPerVbyte = 100n;
  const { sat = 0n } = (await dear.call('gettransaction', [txid])).fee ?? {};
  expect([BigInt(vsize), BigInt(vsize) + 1n].map((size) => -size * satPerVbyte)).toContain(sat);
  await expect(dear.call('settxfee', [0.0001])).rejects.toMatchObject({ code: -8 });
  const mean = await start('-maxtxfee=0.00001', '-fallbackfee=0.001');
  await fund(mean);
  await expect(mean.call('sendtoaddress', [OTHER, 1])).rejects.toMatchObject({
    message: expect.stringContaining('Fee exceeds maximum configured by user'),
  });
});

test('-blockmaxweight bounds the weight of mined blocks', async () => {
  const node = await start('-blockmaxweight=8600');
  for (let i = 0; i < 12; i++) await node.call('generatetoaddress', [1, await node.call('getnewaddress')]);
  await node.call('generatetoaddress', [100, OTHER]);
  for (let i = 0; i < 12; i++) await node.call('sendtoaddress', [OTHER, 49]);
  const [hash] = await node.call('generatetoaddress', [1, OTHER]);
  const block = (await node.call('getblock', [hash as string])) as unknown as { weight: number; tx: string[] };
  expect(block.weight).toBeLessThanOrEqual(8600);
  expect(block.tx.length).toBeGreaterThan(2);
  expect(((await node.call('getrawmempool')) as string[]).length).toBe(13 - block.tx.length);
});

testInFamily(
  '-minimumchainwork keeps a node in its initial download',
  async (node) => {
    const isBehind = async (): Promise<boolean> =>
      (await node.call<{ initialblockdownload: boolean }>('getblockchaininfo')).initialblockdownload;
    await node.call('generatetoaddress', 2, OTHER);
    const before = await isBehind();
    await node.call('generatetoaddress', 4, OTHER);
    return [before, await isBehind()];
  },
  [true, false],
  { args: ['-minimumchainwork=0x0a'] },
); // each block has a work of 2

test('-blocksonly relays no transactions', async () => {
  const sender = await start('-listen=1', '-port=0');
  await fund(sender);
  const { port } = sender.context.network.listening!;
  const quiet = await start('-blocksonly', `-addnode=127.0.0.1:${port}`);
  expect((await quiet.call('getnetworkinfo')).localrelay).toBe(false);
  await until('blocks come', () => quiet.context.chain.tip.height === 101);
  expect((await sender.call('getpeerinfo'))[0]).toMatchObject({ relaytxes: false });
  const txid = await sender.call('sendtoaddress', [OTHER, 1]);
  await sender.call('generatetoaddress', [1, OTHER]);
  await until('the block comes', () => quiet.context.chain.tip.height === 102);
  expect(quiet.context.mempool.has(txid)).toBe(false);
  expect(quiet.context.network.peers()).toHaveLength(1);
});

/** Connections that never send anything. */
async function idle(node: RunningNode, count: number): Promise<void> {
  const { port } = node.context.network.listening!;
  for (let i = 0; i < count; i++) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    await new Promise((resolve) => socket.once('connect', resolve));
  }
}

test('idle connections do not keep peers out, and -maxconnections bounds them', async () => {
  const node = await start('-listen=1', '-port=0', '-maxconnections=18');
  await idle(node, 30);
  await until('the connections reach the limit', () => node.context.network.peers().length === 10);
  const { port } = node.context.network.listening!;
  const peer = await start(`-connect=127.0.0.1:${port}`);
  await until('the peer is connected', () => node.context.network.peers().some(({ version }) => version > 0));
  await idle(node, 30);
  expect(node.context.network.peers().filter(({ version }) => version > 0)).toHaveLength(1);
  expect(node.context.network.peers().length).toBeLessThanOrEqual(10);
  expect(peer.context.network.peers()).toHaveLength(1);
});

test('-whitelist takes precedence over a ban', async () => {
  const node = await start('-listen=1', '-port=0', '-whitelist=127.0.0.1');
  await node.call('setban', ['127.0.0.1', 'add']);
  const { port } = node.context.network.listening!;
  await start(`-connect=127.0.0.1:${port}`);
  await until('the peer is connected', () => node.context.network.peers().some(({ version }) => version > 0));
  expect((await node.call('getpeerinfo'))[0]).toMatchObject({ whitelisted: true, inbound: true });
});

test('-debug logs messages, calls and the pool', async () => {
  const node = await start('-debug=rpc', '-debug=mempool');
  await fund(node);
  const txid = await node.call('sendtoaddress', [OTHER, 1]);
  expect(lines).toContain('rpc: method=sendtoaddress');
  expect(lines).toContain(`mempool: added ${txid}`);
  lines.length = 0;
  await node.call('logging', [[], ['all']]);
  lines.length = 0;
  await node.call('uptime');
  expect(lines).toEqual([]);
});

test('options without effect are logged', async () => {
  await start('-dbcache=100', '-upnp');
  expect(lines).toContain('-dbcache has no effect: coind has no cache of that kind');
  expect(lines).toContain('-upnp has no effect: coind does not ask routers to map ports');
});

testInFamily(
  'null is an invalid value of most funding options',
  async (node) => {
    const hex = await node.call('createrawtransaction', [], { [OTHER]: 1 });
    const answers: string[] = [];
    for (const name of [
      'changeAddress',
      'changePosition',
      'change_type',
      'lockUnspents',
      'feeRate',
      'subtractFeeFromOutputs',
      'replaceable',
    ]) {
      const { code, message } = await node.refusal('fundrawtransaction', hex, { [name]: null });
      answers.push(`${code} ${message}`);
    }
    return answers;
  },
  [
    '-1 JSON value is not a string as expected',
    '-1 JSON value is not an integer as expected',
    '-1 JSON value is not a string as expected',
    '-1 JSON value is not a boolean as expected',
    '-3 Amount is not a number or string',
    '-1 JSON value is not an array as expected',
    '-1 JSON value is not a boolean as expected',
  ],
);
