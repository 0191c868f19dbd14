import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findK6 } from './find-k6.ts';
import { runK6 } from './run-k6.ts';
import { runs } from '../../test/support/processes.ts';
import { sampleK6Files } from './testing/sample-k6-load.ts';
import { sampleSummary } from './testing/sample-k6-summary.ts';
import { until } from '../../test/until.ts';

/** What the script writes at its end. */
const SUMMARY = JSON.stringify(sampleSummary([], { dropped: 7 }));

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

const run = (path: string, signal?: AbortSignal, times: { readonly spareMs?: number; readonly stopsWithinMs?: number } = {}) =>
  runK6({ program: path, script: 'the script', files: sampleK6Files(), credentials: { user: 'me', password: 'secret' }, signal, ...times });

/** A shell script in place of k6. */
async function shell(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, `#!/bin/sh\n${text}\n`);
  await chmod(file, 0o755);
  return file;
}

const foldersOfK6 = async (): Promise<string[]> => (await readdir(tmpdir())).filter((name) => name.startsWith('pyx-k6-')).sort();

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
    fs.writeFileSync(PYX_SUMMARY, ${JSON.stringify(SUMMARY)});`,
  );
  await expect(run(path)).resolves.toMatchObject({ summary: { format: 2 } });
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

test('a load that an exception of the script ended is an error with what k6 said of it', async () => {
  const summary = JSON.stringify(sampleSummary([1], { exceptions: 1 }));
  const path = await program(
    'exception',
    `process.stderr.write('test aborted: the script failed: TypeError: no such thing\\n');
    require('node:fs').writeFileSync(process.env.PYX_SUMMARY, ${JSON.stringify(summary)}); process.exitCode = 108;`,
  );
  await expect(run(path)).rejects.toMatchObject({
    message: `${path} ended the load at an exception of the script`,
    details: ['test aborted: the script failed: TypeError: no such thing'],
  });
});

test('k6 sends nothing to its makers, and opens no port', async () => {
  const seen = join(folder, 'arguments.json');
  const path = await program(
    'arguments',
    `require('node:fs').writeFileSync(${JSON.stringify(seen)}, JSON.stringify(process.argv.slice(2)));
    require('node:fs').writeFileSync(process.env.PYX_SUMMARY, ${JSON.stringify(SUMMARY)});`,
  );
  await run(path);
  const args = JSON.parse(await readFile(seen, 'utf8')) as string[];
  expect(args).toContain('--no-usage-report');
  expect(args[args.indexOf('--address') + 1]).toBe('');
});

test('an abort ends k6 as Ctrl-C does, and its summary counts', async () => {
  const ready = join(folder, 'ready');
  const slow = await program(
    'slow',
    `process.on('SIGINT', () => { require('node:fs').writeFileSync(process.env.PYX_SUMMARY, ${JSON.stringify(SUMMARY)}); process.exit(105); });
    require('node:fs').writeFileSync(${JSON.stringify(ready)}, ''); setInterval(() => {}, 1000);`,
  );
  const abort = new AbortController();
  const running = run(slow, abort.signal);
  await until('it listens', () => existsSync(ready)); // an earlier signal would end it without a summary
  abort.abort();
  await expect(running).resolves.toMatchObject({ summary: { dropped: 7 }, interrupted: true });
});

describe('whatever k6 does, the run ends, with an error and without its folder', () => {
  const failures: readonly (readonly [what: string, text: string, message: string | RegExp])[] = [
    ['exits at once', 'exit 1', 'ended with exit code 1'],
    ['is killed', 'kill -s KILL $$', 'ended with signal SIGKILL'],
    ['writes no summary', 'exit 0', 'wrote no summary: ENOENT'],
    ['writes what is no JSON', 'echo garbage > "$PYX_SUMMARY"', 'wrote no summary: '],
    ['writes another summary', 'echo "{}" > "$PYX_SUMMARY"', 'wrote no summary: what it wrote is not the summary of the script'],
    ['writes null', 'echo null > "$PYX_SUMMARY"', 'wrote no summary: what it wrote is not the summary of the script'],
    ['prints garbage', 'head -c 3000000 /dev/urandom; head -c 3000000 /dev/urandom >&2; exit 107', 'ended with exit code 107'],
    ['leaves a program that holds its output', 'sleep 300 & exit 1', 'ended with exit code 1'],
  ];
  test.each(failures)('%s', async (what, text, message) => {
    const before = await foldersOfK6();
    await expect(run(await shell(`fails-${what.replaceAll(' ', '-')}`, text))).rejects.toThrow(message);
    expect(await foldersOfK6()).toEqual(before);
  });

  test('cannot be run', async () => {
    const file = join(folder, 'not-executable');
    await writeFile(file, '#!/bin/sh\n');
    await chmod(file, 0o644);
    await expect(run(file)).rejects.toThrow(/cannot be run \(EACCES\)/);
    await expect(findK6({ PYX_K6: file })).rejects.toThrow(/cannot be run \(EACCES\)/);
    await expect(findK6({ PYX_K6: 'k6\0' })).rejects.toThrow(/cannot be run/);
  });

  const hanging = (pids: string): string =>
    `trap '' INT; sleep 300 & echo $! > ${pids}; trap 'exit 3' TERM; echo $$ >> ${pids}; while :; do sleep 1; done`;

  test('does not end by itself: it gets SIGINT, then SIGKILL, and what it has started ends too', async () => {
    const pids = join(folder, 'pids-overdue');
    const { warmUpMs, durationMs, timeoutMs } = sampleK6Files().load;
    const path = await shell('overdue', `echo 'SyntaxError: an exception' >&2; ${hanging(pids)}`);
    const spareMs = 700 - warmUpMs - durationMs - 2 * timeoutMs;
    await expect(run(path, undefined, { spareMs, stopsWithinMs: 200 })).rejects.toMatchObject({
      message: expect.stringContaining('did not end within 0.7 s') as string,
      details: ['SyntaxError: an exception'],
    });
    for (const pid of (await readFile(pids, 'utf8')).trim().split('\n')) expect(await runs(Number(pid))).toBe(false);
  });

  test('ignores an abort', async () => {
    const pids = join(folder, 'pids-aborted');
    const abort = new AbortController();
    const running = run(await shell('deaf', hanging(pids)), abort.signal, { stopsWithinMs: 200 });
    const failed = expect(running).rejects.toThrow('ended with signal SIGKILL');
    await until('it runs', async () => (await readFile(pids, 'utf8').catch(() => '')).trim().split('\n').length === 2);
    const abortedMs = performance.now();
    abort.abort();
    await failed;
    expect(performance.now() - abortedMs).toBeLessThan(10_000);
    for (const pid of (await readFile(pids, 'utf8')).trim().split('\n')) expect(await runs(Number(pid))).toBe(false);
  });
});
