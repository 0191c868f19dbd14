import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findK6 } from './find-k6.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pyx-fake-k6-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A shell script in place of k6. */
async function shell(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, `#!/bin/sh\n${text}\n`);
  await chmod(file, 0o755);
  return file;
}

test('without k6 the error says how to get it', async () => {
  await expect(findK6({ PYX_K6: join(folder, 'none') })).rejects.toThrow(
    /needs k6, which is not installed \(.*none: cannot be run \(ENOENT\)\); install k6 0\.38 or later .*PYX_K6/,
  );
  const broken = await shell('broken', 'exit 3');
  await expect(findK6({ PYX_K6: broken })).rejects.toThrow('broken: ended with exit code 3');
  const works = await shell('works', '[ "$1" = version ]');
  await expect(findK6({ PYX_K6: works })).resolves.toBe(works);
});

test('one that does not print its version is ended', async () => {
  const file = await shell('no-version', 'exec sleep 300');
  await expect(findK6({ PYX_K6: file }, 200)).rejects.toThrow(/did not end within 0.2 s/);
});

test.each(['k6 v0.37.0 (2022-03-02T09:42:42+0000/v0.37.0-0-g1a4bc9c0, go1.17.7, linux/amd64)', 'k6 v0.9.3', 'k6.exe v0.30.0'])(
  'one that is too old is refused: %s',
  async (version) => {
    const file = await shell('old', `echo '${version}'`);
    await expect(findK6({ PYX_K6: file })).rejects.toThrow(/--engine k6 needs k6 0\.38 or later, and .*old is k6 0\.\d+\.\d/);
  },
);

test.each(['k6 v0.38.0 (go1.17.9, linux/amd64)', 'k6 v0.46.0 ((devel), go1.19.8, linux/amd64)', 'k6 v1.0.0-rc1', 'k6 v2.2.0', 'a fork'])(
  'a later one, or one whose version is not known, is taken: %s',
  async (version) => {
    const file = await shell('new', `echo '${version}'`);
    await expect(findK6({ PYX_K6: file })).resolves.toBe(file);
  },
);
