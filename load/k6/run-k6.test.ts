import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findK6, runK6 } from './run-k6.ts';
import { sampleK6Files } from './testing/sample-k6-load.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pyx-fake-k6-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A program in place of k6, which runs this text. */
async function program(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, `#!${process.execPath}\n${text}\n`);
  await chmod(file, 0o755);
  return file;
}

const run = (path: string, signal?: AbortSignal) =>
  runK6({ program: path, script: 'the script', files: sampleK6Files(), credentials: { user: 'me', password: 'secret' }, signal });

test('without k6 the error says how to get it', async () => {
  await expect(findK6({ PYX_K6: join(folder, 'none') })).rejects.toThrow(
    /needs k6, which is not installed \(.*none: ENOENT\); install it .*PYX_K6/,
  );
  const broken = await program('broken', 'process.exit(3)');
  await expect(findK6({ PYX_K6: broken })).rejects.toThrow('version ended with 3');
  const works = await program('works', 'process.exit(process.argv[2] === "version" ? 0 : 1)');
  await expect(findK6({ PYX_K6: works })).resolves.toBe(works);
});

test('k6 gets script, calls and credentials, the last in its environment alone', async () => {
  const seen = join(folder, 'seen.json');
  const path = await program(
    'spy',
    `const fs = require('node:fs'), { dirname, join } = require('node:path');
    const script = process.argv.at(-1);
    const read = (name) => fs.readFileSync(join(dirname(script), name), 'utf8');
    const { PYX_RPC_USER, PYX_RPC_PASSWORD, PYX_ADDRESS, PYX_SUMMARY } = process.env;
    fs.writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ argv: process.argv.slice(2), script: read('script.js'), load: read('load.json'),
      calls: read('calls.json'), PYX_RPC_USER, PYX_RPC_PASSWORD, PYX_ADDRESS }));
    fs.writeFileSync(PYX_SUMMARY, '{"format":1}');`,
  );
  await expect(run(path)).resolves.toMatchObject({ summary: { format: 1 } });
  const { PYX_RPC_PASSWORD: password, ...rest } = JSON.parse(await readFile(seen, 'utf8')) as Record<string, string>;
  expect(password).toBe('secret');
  expect(JSON.stringify(rest)).not.toContain('secret');
  expect(rest).toMatchObject({ script: 'the script', PYX_RPC_USER: 'me', PYX_ADDRESS: 'http://127.0.0.1:18443' });
  expect(JSON.parse(rest['calls'] ?? '')).toEqual(sampleK6Files().calls);
});

test('a failed run is an error with what k6 said; one without a summary too', async () => {
  const failed = await program('failed', 'process.stderr.write("no such executor\\n"); process.exitCode = 104;');
  await expect(run(failed)).rejects.toMatchObject({
    message: expect.stringContaining('exit code 104') as string,
    details: ['no such executor'],
  });
  await expect(run(await program('silent', ''))).rejects.toThrow('wrote no summary');
});

test('an abort ends k6 as Ctrl-C does, and its summary counts', async () => {
  const slow = await program(
    'slow',
    `process.on('SIGINT', () => { require('node:fs').writeFileSync(process.env.PYX_SUMMARY, '{"format":1,"dropped":7}'); process.exit(105); });
    process.stderr.write('ready'); setInterval(() => {}, 1000);`,
  );
  const abort = new AbortController();
  const running = run(slow, abort.signal);
  // Once it listens; an earlier signal would end it without a summary.
  setTimeout(() => abort.abort(), 2_000);
  await expect(running).resolves.toMatchObject({ summary: { dropped: 7 } });
});
