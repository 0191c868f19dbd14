import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';

const dist = join(import.meta.dirname, '../dist');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-code-cache-'));
  for (const name of readdirSync(dist)) if (/\.[cm]js$/.test(name)) copyFileSync(join(dist, name), join(folder, name));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts and stops a node of the copied program. Returns the inode of the kept code. */
async function startAndStop(nodeFlags: readonly string[] = []): Promise<number | undefined> {
  const datadir = mkdtempSync(join(folder, 'data-'));
  const node = spawn(
    process.execPath,
    [...nodeFlags, join(folder, 'coind.mjs'), '-regtest', `-datadir=${datadir}`, '-rpcport=0', '-listen=0', '-printtoconsole'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(node, 'exit');
  for await (const line of createInterface(node.stdout)) if (line.includes('Done loading')) node.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  const [name] = readdirSync(folder).filter((file) => file.endsWith('.cache'));
  return name === undefined ? undefined : statSync(join(folder, name)).ino;
}

test('a node without compiled code keeps it when it stops, and V8 accepts it in later runs, but not with other flags', async () => {
  const kept = await startAndStop();
  expect(kept).toBeDefined();
  expect(await startAndStop()).toBe(kept);
  const withFlags = await startAndStop(['--no-flush-bytecode']);
  expect(withFlags).not.toBe(kept);
  expect(await startAndStop(['--no-flush-bytecode'])).toBe(withFlags);
});

test('the build has kept compiled code for this Node', () => {
  expect(readdirSync(dist)).toContainEqual(
    expect.stringMatching(`^coind-.*-node-${process.version}-${process.platform}-${process.arch}[.]cache$`),
  );
});
