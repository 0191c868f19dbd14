import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ProvisionResults } from '../provision/results.ts';
import { needs } from './require.ts';
import { inFolder, pyx, startPyx } from './support/pyx.ts';
import { until } from './until.ts';

const STATES = [
  'token created',
  'entire supply minted to owner',
  'supply burned',
  'registered',
  'registered', // by a burn on the external chain, which mints
  'registration outdated',
  'registered',
  'trust-minimized',
];

const SUPPLIES = ['0.0', '1000.0', '0.0', '0.0', '2.5', '2.5', '2.5', '2.5'].map((text) => `${text}0000000`);

test('pyx provision takes a token through all states, writes them, and keeps the registry page open until Ctrl-C', async () => {
  await inFolder(async (out) => {
    const running = startPyx(['provision', '--keep', '--json', '--seed', '5', '--out', out]);
    const said = async (pattern: RegExp): Promise<string> => {
      await until(
        () => `pyx prints ${pattern}: ${running.said()}`,
        () => pattern.test(running.said()) || running.child.exitCode !== null,
      );
      const found = pattern.exec(running.said())?.[1];
      if (found === undefined) throw new Error(`pyx ended with ${running.child.exitCode}: ${running.said()}`);
      return found;
    };
    const address = await said(/stays open: (http:\S+)/);
    const { port } = new URL(address);
    const second = await pyx(['provision', '--port', port, '--out', join(out, 'second')]);
    expect([second.code, second.stderr]).toEqual([2, expect.stringContaining(`cannot listen on 127.0.0.1:${port} (EADDRINUSE)`)]);
    const page = await (await fetch(address)).text();
    expect(page).toContain('trust-minimized');
    running.child.kill('SIGINT');
    const { code, stdout, stderr } = await running.ended;
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ code: 0, title: 'Passed', states: STATES });

    const results = JSON.parse(await readFile(join(out, 'provision.json'), 'utf8')) as ProvisionResults;
    expect(results).toMatchObject({ complete: true, seed: 5, superblockCycle: 10, left: [] });
    expect(results.steps.map(({ after }) => after)).toEqual(STATES);
    const registration = [
      'Superblock has not been stored in local database yet',
      'Superblock has not been approved yet',
      'registered with the contract …',
    ];
    const messages = results.steps.flatMap(({ attempts }) => attempts.map(({ message }) => message.replace(/0x.*/, '…')));
    expect(messages).toEqual([...registration, ...registration]);
    const report = await readFile(join(out, 'index.html'), 'utf8');
    for (const { title, token } of results.steps) expect([report.includes(title), report.includes(token!.contract)]).toEqual([true, true]);
    expect(results.steps.map(({ token }) => token!.totalSupply)).toEqual(SUPPLIES);
    await expect(fetch(address)).rejects.toThrow('fetch failed');
  });
});

test('a node without tokens is refused with exit code 2 and what to do', async (ctx) => {
  await needs(ctx, 'litecoind');
  await inFolder(async (out) => {
    const { code, stderr } = await pyx(['provision', '--target', 'process:litecoind', '--out', out]);
    expect(code).toBe(2);
    expect(stderr).toContain('process:litecoind does not have assetnew');
    expect(stderr).toContain('--target embedded');
  });
});
