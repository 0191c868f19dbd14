import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../fixtures/targets/free-ports.ts';
import { until } from './until.ts';

const dirs: string[] = [];
const started: number[] = [];

afterEach(() => {
  for (const pid of started.splice(0)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      continue; // it has ended, as expected
    }
  }
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
});

function run(program: string, ...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, `../bin/${program}.js`), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('-daemon returns when the background node answers calls, and reports why it did not start', async () => {
  const datadir = mkdtempSync(join(tmpdir(), 'coind-daemon-'));
  dirs.push(datadir);
  const args = [`-datadir=${datadir}`, `-rpcport=${await freePort()}`, '-listen=0', '-keypool=1'];
  const { code, out, err } = await run('coind', ...args, '-daemon');
  const pid = Number(/^coind started, process (\d+)\n$/.exec(out)?.[1]);
  started.push(pid);
  expect([code, err, isRunning(pid)]).toEqual([0, '', true]);
  expect(await run('coin-cli', ...args.slice(0, 2), 'getblockcount')).toEqual({ code: 0, out: '0\n', err: '' });
  expect(await run('coind', ...args, '-daemon')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^Error: .*data directory/),
  });
  expect((await run('coin-cli', ...args.slice(0, 2), 'stop')).code).toBe(0);
  await until('the process has ended', () => !isRunning(pid));
});
