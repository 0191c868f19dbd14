import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WatchedFiles } from './watched-files.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watched-'));
  file = join(folder, 'noded');
  writeFileSync(file, 'one');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function watching(...files: readonly string[]): Promise<WatchedFiles> {
  const watched = new WatchedFiles();
  for (const one of files) await watched.add(one);
  return watched;
}
const never = new AbortController().signal;

test('a change before the wait is seen, once', async () => {
  const other = join(folder, 'other');
  const watched = await watching(other, file);
  writeFileSync(file, 'changed');
  expect(await watched.changed(never)).toBe(file);
  expect(await watched.changed(AbortSignal.timeout(1_200))).toBeUndefined();
});

test('a file that is replaced while it is waited for is seen once it is there again', async () => {
  const watched = await watching(file);
  const changed = watched.changed(never);
  rmSync(file);
  const next = join(folder, 'next');
  writeFileSync(next, 'two');
  renameSync(next, file);
  expect(await changed).toBe(file);
});

test('the wait ends when it is interrupted', async () => {
  const interruption = new AbortController();
  const changed = (await watching(file)).changed(interruption.signal);
  interruption.abort();
  expect(await changed).toBeUndefined();
});
