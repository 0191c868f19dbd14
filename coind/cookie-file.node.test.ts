import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cookieFileOf, requirePrivateCookieFolder } from './cookie-file.ts';
import { writeCookie } from './rpc/credentials.ts';

const usual = process.env['TMPDIR'];
const cookie = { user: 'u', password: 'p' };
let temporary: string;

beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'coind-cookies-'));
  process.env['TMPDIR'] = temporary;
});
afterEach(() => {
  if (usual === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = usual;
  rmSync(temporary, { recursive: true, force: true });
});

const place = (): string => cookieFileOf({ cookieFile: undefined, datadir: undefined, rpcPort: 7 });

test('the cookie folder is created private, and used again', () => {
  const file = place();
  for (let i = 0; i < 2; i++) writeCookie(file, cookie);
  expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
  expect(readFileSync(file, 'utf8')).toBe('u:p');
  expect(() => requirePrivateCookieFolder(file)).not.toThrow();
});

test('a cookie folder with access for other users is rejected, and so is a symbolic link', () => {
  const file = place();
  const folder = dirname(file);
  mkdirSync(folder);
  for (const mode of [0o777, 0o755, 0o770]) {
    chmodSync(folder, mode);
    expect(() => writeCookie(file, cookie)).toThrow(/is not private.*-rpccookiefile/);
    expect(() => requirePrivateCookieFolder(file)).toThrow(/is not private/);
  }
  rmSync(folder, { recursive: true });
  mkdirSync(join(temporary, 'elsewhere'), { mode: 0o700 });
  symlinkSync(join(temporary, 'elsewhere'), folder);
  expect(() => writeCookie(file, cookie)).toThrow(/is not private/);
});

test.runIf(process.getuid?.() === 0)('a folder of another user is refused', () => {
  const file = place();
  mkdirSync(dirname(file), { mode: 0o700 });
  chownSync(dirname(file), 12_345, 12_345);
  expect(() => writeCookie(file, cookie)).toThrow(/is not private/);
});

test('the folder of a chosen cookie file is not checked', () => {
  const folder = join(temporary, 'open');
  mkdirSync(folder, { mode: 0o755 });
  writeCookie(join(folder, 'cookie'), cookie);
  expect(readFileSync(join(folder, 'cookie'), 'utf8')).toBe('u:p');
});

test('only an earlier cookie or an empty file is replaced', () => {
  const file = join(temporary, 'cookie');
  for (const earlier of ['__cookie__:00ff', '']) {
    writeFileSync(file, earlier);
    writeCookie(file, cookie);
    expect(readFileSync(file, 'utf8')).toBe('u:p');
  }
  for (const foreign of ['root:x:0:0::/root:/bin/sh\nbin:x:1:1::/:\n', 'notes', `a:${'b'.repeat(2000)}`]) {
    writeFileSync(file, foreign);
    expect(() => writeCookie(file, cookie)).toThrow(/exists and is no cookie.*-rpccookiefile/);
    expect(readFileSync(file, 'utf8')).toBe(foreign);
  }
});

test('no link, folder or pipe is replaced by a cookie', () => {
  const at = (name: string): string => join(temporary, name);
  writeCookie(at('cookie'), cookie);
  symlinkSync('cookie', at('link'));
  symlinkSync('nothing', at('dangling'));
  mkdirSync(at('folder'));
  execFileSync('mkfifo', [at('pipe')]);
  for (const name of ['link', 'dangling', 'folder', 'pipe']) {
    const { mode } = lstatSync(at(name));
    expect(() => writeCookie(at(name), cookie), name).toThrow(/exists and is no cookie.*-rpccookiefile/);
    expect(lstatSync(at(name)).mode).toBe(mode);
  }
});
