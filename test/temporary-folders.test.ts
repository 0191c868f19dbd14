import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inFolder, pyx, startPyx } from './support/pyx.ts';
import { until } from './until.ts';

const NOBODY = 65_534;
const isRoot = process.geteuid?.() === 0;
const own = `pyx-${process.geteuid?.()}`;
const FILES = 40;

/** A folder of this user with files, which no other user can enter. */
function victim(folder: string): { readonly path: string; left(): number } {
  const path = join(folder, 'victim');
  mkdirSync(path, { mode: 0o700 });
  for (let index = 0; index < FILES; index++) writeFileSync(join(path, `file-${index}`), 'x');
  return { path, left: () => readdirSync(path).length };
}

/** What a process that runs no more would have left, as earlier and present versions name it. */
async function deadNames(count: number): Promise<{ readonly owner: string; readonly earlier: string[]; readonly present: string[] }> {
  const space = await readlink('/proc/self/ns/pid');
  const number = space.replace(/\D/g, '');
  const each = <T>(make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
  return {
    owner: `${space} 4194303 1`,
    earlier: each((index) => `pyx-node-${index}`),
    present: each((index) => `node-${number}-4194303-1-${index}`),
  };
}

const oneMethod = (folder: string): string[] => ['run', '--suite', 'methods', '--method', 'getblockcount', '--out', join(folder, 'out')];

describe.skipIf(!isRoot || !existsSync('/proc/self/ns/pid'))('another user, made by root, plants folders in the temporary folder', () => {
  /** Makes a folder of the other user, with a file and the record of a dead process. */
  function foreign(path: string, owner: string): string {
    mkdirSync(path);
    for (const [name, text] of [
      ['pyx-owner', owner],
      ['file', 'x'],
    ] as const) {
      writeFileSync(join(path, name), text);
      chownSync(join(path, name), NOBODY, NOBODY);
    }
    chownSync(path, NOBODY, NOBODY);
    return path;
  }

  test('and swaps parts of them for links: a run removes neither these folders nor files of its user', async () => {
    await inFolder(async (folder) => {
      chmodSync(folder, 0o755);
      const shared = join(folder, 'tmp');
      mkdirSync(shared);
      chmodSync(shared, 0o1777);
      const { path, left } = victim(folder);
      const { owner, earlier } = await deadNames(6);
      const planted = earlier.map((name) => foreign(join(shared, name), owner));
      // Names that exist in the private folder, so that a removal which follows the link removes those files.
      for (const folder of planted) {
        mkdirSync(join(folder, 'd'));
        for (let index = 0; index < FILES; index++) writeFileSync(join(folder, 'd', `file-${index}`), 'x');
        chownSync(join(folder, 'd'), NOBODY, NOBODY);
      }
      const swap = `
        const { renameSync, symlinkSync, rmSync } = require('node:fs');
        const folders = ${JSON.stringify(planted)};
        for (const folder of folders) symlinkSync(${JSON.stringify(path)}, folder + '/link');
        process.stdout.write('ready');
        for (;;) for (const folder of folders) {
          for (const [from, to] of [['d', 'kept'], ['link', 'd'], ['d', 'link'], ['kept', 'd']])
            try { renameSync(folder + '/' + from, folder + '/' + to); } catch {}
        }`;
      const swapper = spawn(process.execPath, ['-e', swap], { uid: NOBODY, gid: NOBODY, stdio: ['ignore', 'pipe', 'inherit'], cwd: '/' });
      const ended = once(swapper, 'exit');
      try {
        await until('the other user is ready', async () => swapper.stdout.readableLength > 0);
        const { code, stderr } = await pyx(oneMethod(folder), { env: { TMPDIR: shared } });
        expect(stderr).not.toContain('internal error');
        expect(code).toBe(0);
      } finally {
        swapper.kill('SIGKILL');
        await ended;
      }
      expect(left()).toBe(FILES);
      expect(planted.filter((folder) => existsSync(join(folder, 'file')))).toEqual(planted);
    });
  });

  test('of the name of ours: the run is refused before a node starts, and removes nothing', async () => {
    await inFolder(async (folder) => {
      const { owner } = await deadNames(1);
      const path = foreign(join(folder, own), owner);
      const { code, stderr } = await pyx(oneMethod(folder), { env: { TMPDIR: folder } });
      expect(stderr).toMatch(new RegExp(`${own} is not a private folder of this user .*; remove it, or set TMPDIR to another folder`));
      expect(stderr).not.toMatch(/\n\s+at /);
      expect(code).toBe(2);
      expect(readdirSync(path).sort()).toEqual(['file', 'pyx-owner']);
    });
  });
});

describe.skipIf(!existsSync('/proc/self/ns/pid'))('what an earlier process has left', () => {
  test('is removed by a run, unless it is a link or open to others', async () => {
    await inFolder(async (folder) => {
      const { path, left } = victim(folder);
      const [linked = '', opened = '', ...removed] = (await deadNames(4)).present;
      const folderOf = (name: string): string => join(folder, own, name);
      mkdirSync(join(folder, own), { mode: 0o700 });
      for (const name of [opened, ...removed]) mkdirSync(folderOf(name), { mode: 0o700 });
      chmodSync(folderOf(opened), 0o777);
      symlinkSync(path, folderOf(linked));
      for (const name of removed) symlinkSync(path, join(folderOf(name), 'link'));
      const { code } = await pyx(oneMethod(folder), { env: { TMPDIR: folder } });
      expect(code).toBe(0);
      await until('the folders of its nodes are gone', async () => readdirSync(join(folder, own)).length <= 2);
      expect(readdirSync(join(folder, own)).sort()).toEqual([linked, opened].sort());
      expect(left()).toBe(FILES);
    });
  });
});

test.each([
  ['tps', ['tps', '--transactions', '3000', '--senders', '1']],
  ['load', ['load', 'submitter', '--transactions', '5000', '--duration', '20s']],
])('pyx %s that is killed leaves no temporary files', async (kind, args) => {
  await inFolder(async (folder) => {
    const running = startPyx([...args, '--out', join(folder, 'out')], { env: { TMPDIR: folder } });
    const names = (): string[] => (existsSync(join(folder, own)) ? readdirSync(join(folder, own)) : []);
    await until('it signs transactions', async () =>
      names().some((name) => name.startsWith(`${kind}-`) && readdirSync(join(folder, own, name)).length > 0),
    );
    running.child.kill('SIGKILL');
    await running.ended;
    await until('nothing is left', async () => names().length === 0);
    rmSync(join(folder, own), { recursive: true });
    expect(readdirSync(folder).filter((name) => name !== 'out')).toEqual([]);
  });
});
