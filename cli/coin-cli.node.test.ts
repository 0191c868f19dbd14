import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmbeddedTarget } from '../fixtures/targets/embedded-target.ts';
import { freePort } from '../fixtures/targets/free-ports.ts';
import type { RunningNode, Target } from '../fixtures/targets/types.ts';

const program = join(import.meta.dirname, '../bin/coin-cli.js');

let target: Target;
let node: RunningNode;
let where: string[];

beforeAll(async () => {
  target = openEmbeddedTarget();
  node = await target.start('default');
  const { user, password } = node.credentials as { user: string; password: string };
  where = [`-rpcport=${new URL(node.client.address).port}`, `-rpcuser=${user}`, `-rpcpassword=${password}`];
});
afterAll(() => target.close());

function run(args: readonly string[], input = ''): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args]);
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
    child.stdin.end(input);
  });
}

const cli = (...args: string[]): ReturnType<typeof run> => run([...where, ...args]);

test('prints results', async () => {
  expect(await cli('getblockcount')).toEqual({ code: 0, out: '0\n', err: '' });
  const { out: address } = await cli('getnewaddress', '', 'legacy');
  expect((await cli('generatetoaddress', '2', address.trim())).out).toMatch(/^\[\n {2}"[0-9a-f]{64}",\n {2}"[0-9a-f]{64}"\n\]\n$/);
  expect((await cli('-rpcwallet=', 'getbalance')).out).toBe('0.00000000\n');
  expect((await cli('-named', 'getblockhash', 'height=0')).out).toMatch(/^[0-9a-f]{64}\n$/);
  expect((await cli('setmocktime', '0')).out).toBe('');
});

test('an error is printed in the form of the family, and its code is the exit code', async () => {
  expect(await cli('getblockhash', '99')).toEqual({ code: 8, out: '', err: 'error code: -8\nerror message:\nBlock height out of range\n' });
  expect((await cli('nosuch')).code).toBe(32_601 % 256);
  expect((await cli('-rpcwallet=none', 'getbalance')).code).toBe(18);
});

test('reads arguments from standard input', async () => {
  expect((await run([...where, '-stdin', 'getblockhash'], '0\n')).out).toMatch(/^[0-9a-f]{64}\n$/);
  expect((await run([...where, '-stdin'], 'help\nuptime\n')).out).toContain('How long the node has been running.');
});

test('shows a summary of the state', async () => {
  const { code, out } = await cli('-getinfo');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ blocks: 2, chain: 'regtest', connections: 0, balance: 0 });
});

test('shows versions and the age of the key pool in the summary', async () => {
  const shown = JSON.parse((await cli('-getinfo')).out) as Record<string, number>;
  const { walletversion, keypoololdest } = JSON.parse((await cli('getwalletinfo')).out) as Record<string, number>;
  const { protocolversion } = JSON.parse((await cli('getnetworkinfo')).out) as Record<string, number>;
  expect(shown).toMatchObject({ protocolversion, walletversion, keypoololdest });
});

test('mines to a new address of the wallet', async () => {
  const before = Number((await cli('getblockcount')).out);
  for (const [words, count] of [
    [[], 1],
    [['3'], 3],
    [['2', '1000'], 2],
  ] as const) {
    const { code, out } = await cli('-generate', ...words);
    const { address, blocks } = JSON.parse(out) as { address: string; blocks: string[] };
    expect([code, blocks.length]).toEqual([0, count]);
    expect(JSON.parse((await cli('getaddressinfo', address)).out)).toMatchObject({ ismine: true });
  }
  expect(Number((await cli('getblockcount')).out)).toBe(before + 6);
  expect(await cli('-generate', 'x')).toMatchObject({
    code: 1,
    err: expect.stringContaining('-generate takes two optional whole numbers'),
  });
  expect(await cli('-rpcwallet=none', '-generate')).toMatchObject({ code: 18 });
});

test('reads the password from standard input', async () => {
  const [port, user, password] = where as [string, string, string];
  const secret = password.slice('-rpcpassword='.length);
  expect(await run([port, user, '-stdinrpcpass', 'getblockhash', '0'], `${secret}\n`)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^[0-9a-f]{64}\n$/),
  });
  expect(await run([port, user, '-stdinrpcpass', '-stdin', 'getblockhash'], `${secret}\n0\n`)).toMatchObject({ code: 0 });
  expect(await run([port, user, '-stdinrpcpass', 'uptime'], 'wrong\n')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Authorization failed'),
  });
});

test('prints its version', async () => {
  expect((await run(['-version'])).out).toMatch(/^coin-cli \d+\.\d+\.\d+\n$/);
});

test('reports why no call was possible', async () => {
  expect(await run(['-rpcport=1', '-rpcuser=u', '-rpcpassword=p', 'uptime'])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^error: Could not connect to the server 127\.0\.0\.1:1\n/),
  });
  expect(await run([...where.slice(0, 2), '-rpcpassword=wrong', 'uptime'])).toMatchObject({
    code: 1,
    err: 'error: Authorization failed: Incorrect rpcuser or rpcpassword\n',
  });
  expect(await run(['-datadir=/nowhere', 'uptime'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('Could not locate RPC credentials'),
  });
  expect(await run(['-wrong', 'uptime'])).toMatchObject({ code: 1, err: expect.stringContaining('Invalid parameter -wrong') });
  expect(await cli()).toMatchObject({ code: 1, err: 'error: too few parameters (need at least command)\n' });
  expect(await cli('getblockhash', 'x')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^error: Error parsing JSON: x: Expected a JSON value/),
  });
});

describe('-rpcwait', () => {
  test('waits for a node that starts later, with the cookie that it then writes', async () => {
    const datadir = mkdtempSync(join(tmpdir(), 'coin-cli-'));
    const port = await freePort();
    const options = [`-datadir=${datadir}`, `-rpcport=${port}`];
    const waiting = run([...options, '-rpcwait', 'echo', 'x', '5']);
    const both = run([...options, '-rpcwait', '-getinfo']);
    await sleep(500);
    const coind = spawn(process.execPath, [join(import.meta.dirname, '../bin/coind.js'), ...options, '-listen=0', '-keypool=1']);
    try {
      expect(await waiting).toEqual({ code: 0, out: '[\n  "x",\n  "5"\n]\n', err: '' });
      expect((await both).code).toBe(0);
    } finally {
      coind.kill();
      await once(coind, 'exit');
      rmSync(datadir, { recursive: true });
    }
  });

  test('does not wait where a node answers: for an error, refused credentials or a missing cookie', async () => {
    expect(await cli('-rpcwait', 'getblockhash', '99')).toMatchObject({ code: 8 });
    expect(await run([...where.slice(0, 2), '-rpcpassword=wrong', '-rpcwait', 'uptime'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Authorization failed'),
    });
    expect(await run([where[0]!, '-datadir=/nowhere', '-rpcwait', 'uptime'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Could not locate RPC credentials'),
    });
  });
});

test('accepts -chain=regtest, and no other chain', async () => {
  expect(await cli('-chain=regtest', 'getblockhash', '0')).toMatchObject({ code: 0 });
  expect(await cli('-chain=main', 'getblockhash', '0')).toMatchObject({
    code: 1,
    err: expect.stringContaining('-chain=main: coind runs the chain regtest only'),
  });
});
