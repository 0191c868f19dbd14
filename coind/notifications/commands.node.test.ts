import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runNode } from '../node.ts';
import { defaultOptions } from '../options/default-options.ts';

/** So many run at the same time. */
const RUNNING = 8;
const SOON = { timeout: 60_000, interval: 20 };

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coind-commands-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('commands that wait for others are run once these have ended, and none of them once the node has stopped', async () => {
  const [begun, ended, go] = ['begun', 'ended', 'go'].map((name) => join(folder, name)) as [string, string, string];
  const lines = (file: string): string[] => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
  const block = `echo %s >> ${begun}; until [ -e ${go}-%s ] || [ -e ${go} ]; do sleep 0.02; done; echo %s >> ${ended}`;
  const node = await runNode({ notify: { ...defaultOptions.notify, block } });
  try {
    const hashes = await node.call('generatetoaddress', [RUNNING + 3, await node.call('getnewaddress')]);
    await vi.waitUntil(() => lines(begun).length === RUNNING, SOON);
    expect(lines(begun).sort()).toEqual(hashes.slice(0, RUNNING).sort());
    writeFileSync(`${go}-${hashes[0]}`, '');
    await vi.waitUntil(() => lines(begun).length === RUNNING + 1, SOON);
    expect(lines(begun).at(-1)).toBe(hashes[RUNNING]);
  } finally {
    await node.stop();
    writeFileSync(go, '');
  }
  await vi.waitUntil(() => lines(ended).length > RUNNING, SOON);
  await sleep(300); // a further one would have begun by now
  expect(lines(begun)).toHaveLength(RUNNING + 1);
});
