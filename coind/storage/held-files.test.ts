import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HeldFiles } from './held-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coind-held-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

test('files have the texts of the snapshot again, any number of times and in any order', () => {
  const files = new HeldFiles();
  const [kept, added] = [join(folder, 'kept'), join(folder, 'added')];
  files.write(kept, '1');
  const first = files.freeze();
  files.write(kept, '2');
  files.write(added, 'a');
  const second = files.freeze();
  files.write(kept, '3');
  for (let time = 0; time < 2; time++) {
    first();
    expect([read(kept), read(added)]).toEqual(['1', undefined]);
    second();
    expect([read(kept), read(added)]).toEqual(['2', 'a']);
    files.write(added, 'b');
    second();
    expect(read(added)).toBe('a');
  }
});

test('a file that existed before this node wrote it is restored too', () => {
  const file = join(folder, 'backup');
  writeFileSync(file, 'of the user');
  const files = new HeldFiles();
  const restore = files.freeze();
  files.write(file, 'of the node');
  restore();
  expect(read(file)).toBe('of the user');
});

test('folders that were made for a file are removed with it, unless they have other files', () => {
  const files = new HeldFiles();
  mkdirSync(join(folder, 'there'));
  const restore = files.freeze();
  files.write(join(folder, 'there', 'one', 'wallet.dat'), 'x');
  files.write(join(folder, 'there', 'two', 'deeper', 'wallet.dat'), 'y');
  writeFileSync(join(folder, 'there', 'two', 'of the user'), 'z');
  restore();
  expect(existsSync(join(folder, 'there'))).toBe(true);
  expect(existsSync(join(folder, 'there', 'one'))).toBe(false);
  expect(existsSync(join(folder, 'there', 'two', 'deeper'))).toBe(false);
  expect(read(join(folder, 'there', 'two', 'of the user'))).toBe('z');
});
