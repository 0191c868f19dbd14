import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { embeddedOptions } from '../options/default-options.ts';
import { runNode, type RunningNode } from '../node.ts';

const nodes: RunningNode[] = [];
const dirs: string[] = [];
const logged: string[] = [];

async function start(datadir?: string): Promise<RunningNode> {
  const node = await runNode({ datadir, wallet: { ...embeddedOptions.wallet, keypool: 1 } }, { log: (line) => logged.push(line) });
  nodes.push(node);
  return node;
}

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'coind-names-'));
  dirs.push(dir);
  return dir;
}

afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop();
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
  logged.length = 0;
});

const bad: [string, string, RegExp][] = [
  ['with 300 letters', 'a'.repeat(300), /has 300 bytes; the maximum is 255/],
  ['with 200 letters of two bytes', 'é'.repeat(200), /has 400 bytes/],
  ['with a part that is too long', `${'a'.repeat(256)}/w`, /has 256 bytes/],
  ['with many parts', 'a/'.repeat(600), /path of the wallet has 1200 bytes/],
  ['with a line feed', 'a\nb', /control characters/],
  ['with an escape', 'a\u001b[31m', /control characters/],
  ['with a mark that turns its direction', 'a\u202eb', /control characters/],
  ['with a line separator', 'a\u2028b', /control characters/],
  ['with half a character', 'a\ud800', /control characters/],
];

test.each(bad)('a name %s is refused', async (_what, name, message) => {
  for (const node of [await start(), await start(folder())]) {
    for (const call of [() => node.call('createwallet', [name]), () => node.call('loadwallet', [name])]) {
      await expect(call()).rejects.toMatchObject({ code: -4, message: expect.stringMatching(message) });
    }
    expect(await node.call('listwallets')).toEqual(['']);
  }
  expect(logged.join('\n')).not.toMatch(/internal error|at .*\.ts/);
});

test('names in other languages, with spaces and symbols are accepted', async () => {
  const node = await start(folder());
  for (const name of ['Überweisung 1', '钱包', 'it\'s "mine" & 100%', 'a'.repeat(255), 'deep/er', '👛']) {
    expect(await node.call('createwallet', [name])).toEqual({ name, warning: '' });
    await node.call('unloadwallet', [name]);
    expect(await node.call('loadwallet', [name])).toEqual({ name, warning: '' });
  }
});

test('a pipe in the place of a wallet is not a wallet, and does not block the node', async () => {
  const datadir = folder();
  const node = await start(datadir);
  mkdirSync(join(datadir, 'regtest', 'wallets', 'piped'), { recursive: true });
  execFileSync('mkfifo', [join(datadir, 'regtest', 'wallets', 'piped', 'wallet.dat')]);
  await expect(node.call('loadwallet', ['piped'])).rejects.toMatchObject({ code: -18 });
  expect(await node.call('getblockcount')).toBe(0);
});
