import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readLoadResults } from '../reports/load/read-load-results.ts';
import { fakeNode, type AskedCall, type FakeNode, type Misbehaviour } from './support/fake-node.ts';
import { runs } from './support/processes.ts';
import { until } from './until.ts';
import { inFolder, pyx, startPyx } from './support/pyx.ts';

const ANSWERS = {
  getblockchaininfo: { chain: 'regtest', blocks: 0 },
  getnetworkinfo: { version: 210_000, subversion: '/Fake:1.0/' },
  getblockcount: 0,
  getrawmempool: [],
};

/** A node that Pyx did not start, and that misbehaves. */
async function misbehaving(misbehave?: (call: AskedCall, before: number) => Misbehaviour): Promise<FakeNode> {
  const node = await fakeNode(ANSWERS, undefined, misbehave);
  onTestFinished(() => node.close());
  return node;
}

/** Whether it is a call of the load, and not one that prepares it. */
const ofLoad = ({ id }: AskedCall): boolean => id === 'pyx-load';

const TIMES = ['--rate', '100', '--duration', '2s', '--warm-up', '200ms', '--timeout', '500ms'];

const load = (node: FakeNode, out: string, ...more: string[]): string[] =>
  ['load', '--method', 'getblockcount', '--target', node.address, '--target-file', 'none', '--out', out].concat(TIMES, more);

describe('a node that Pyx did not start', () => {
  test.each([
    ['dies', 'die', 'open', []],
    ['dies', 'die', 'closed', ['--connections', '2']],
    ['hangs', 'hang', 'open', []],
  ] as const)('and that %s (%s, %s model) is reported, with the figures so far: exit 1', (_what, end, model, more) =>
    inFolder(async (out) => {
      let begin: number | undefined;
      let measured = 0;
      const node = await misbehaving((call) => {
        if (!ofLoad(call)) return undefined;
        // The warm-up is over by then.
        if (performance.now() - (begin ??= performance.now()) > 1_000) measured++;
        return measured > 20 ? end : undefined;
      });
      const args = load(node, out, ...more);
      args[args.indexOf('2s')] = '6s';
      if (model === 'closed') args.splice(args.indexOf('--rate'), 2);
      const { code, stdout, stderr } = await pyx(args);
      expect(code, stdout + stderr).toBe(1);
      expect(stdout).toContain('the node no longer answers: ');
      const { complete, stopped, totals } = readLoadResults(out);
      expect({ complete, stopped }).toMatchObject({
        complete: false,
        stopped: expect.stringMatching(/^the node no longer answers: /) as string,
      });
      expect(totals.results).toBeGreaterThan(0);
    }),
  );

  test('and that dies in the warm-up is reported, too: exit 1', () =>
    inFolder(async (out) => {
      const node = await misbehaving((call) => (ofLoad(call) ? 'die' : undefined));
      const { code, stdout, stderr } = await pyx(load(node, out));
      expect(code, stdout + stderr).toBe(1);
      expect(stdout).toContain('the node no longer answers: ');
      expect(readLoadResults(out)).toMatchObject({ complete: false, totals: { results: 0 } });
    }));

  test.each([
    ['answers with the ids of other calls', (): string => '{"result":0,"error":null,"id":7}', /an answer to another request: the id is 7/],
    [
      'answers {"toString":1}',
      (): string => '{"result":{"toString":1},"error":null,"id":"pyx-load"}',
      /getblockcount {2}: the result must be/,
    ],
    [
      'answers with a number beyond all doubles',
      (): string => '{"result":1e400,"error":null,"id":"pyx-load"}',
      /the result is the number 1e400, beyond the range of every documented number/,
    ],
    [
      'answers with a hundred thousand levels',
      (): string => `{"result":${'['.repeat(1e5)}${']'.repeat(1e5)},"error":null,"id":"pyx-load"}`,
      /nested deeper than 256 levels/,
    ],
    [
      'answers with errors that are none',
      (): string => '{"result":null,"error":{"code":-1,"message":{"toString":1}},"id":"pyx-load"}',
      /an error without code and message/,
    ],
  ])('and that %s fails: exit 1', (_what, body, said) =>
    inFolder(async (out) => {
      const node = await misbehaving((call) => (ofLoad(call) ? { body: body() } : undefined));
      const { code, stdout, stderr } = await pyx(load(node, out, '--rate', '20', '--duration', '500ms'));
      expect(stderr).not.toContain('internal error');
      expect(code, stdout + stderr).toBe(1);
      expect(stdout).toMatch(/^Failed {2}/m);
      expect(stdout).toMatch(said);
    }),
  );

  test('and that answers is checked, and how rare a fault would have been found is reported, also of a few calls', () =>
    inFolder(async (out) => {
      const node = await misbehaving();
      const { code, stdout, stderr } = await pyx(load(node, out, '--rate', '20', '--duration', '500ms'));
      expect(code, stdout + stderr).toBe(0);
      expect(stdout).toMatch(
        /nothing was judged but the answers\. No wrong answer; all \d+ looked at: a fault in 1 of \d answers would have been found with 99 %\./,
      );
    }));

  test.each([
    ['while the load is prepared', (call: AskedCall): boolean => call.method === 'getrawmempool', 'interrupted before the load began'],
    ['under load', ofLoad, 'the figures so far are reported'],
  ])('and that hangs %s does not keep SIGTERM waiting: exit 130', (_what, when, said) =>
    inFolder(async (out) => {
      let hangs = false;
      const node = await misbehaving((call) => {
        hangs ||= when(call);
        return hangs ? 'hang' : undefined;
      });
      const running = startPyx(load(node, out, '--duration', '50s', '--timeout', '60s'));
      await until('it hangs', async () => hangs);
      const signalledMs = performance.now();
      running.child.kill('SIGTERM');
      const { code, stderr } = await running.ended;
      expect(code, stderr).toBe(130);
      expect(stderr).toContain(said);
      // About two seconds on a machine that has nothing else to do.
      expect(performance.now() - signalledMs).toBeLessThan(8_000);
    }),
  );
});

describe('--engine k6', () => {
  /** A shell script in place of k6, and an empty folder for temporary files. */
  async function k6(folder: string, run: string): Promise<{ readonly [name: string]: string }> {
    const [program, temporary] = [join(folder, 'k6'), join(folder, 'tmp')];
    await mkdir(temporary);
    await writeFile(program, `#!/bin/sh\n[ "$1" = version ] && exit 0\n${run}\n`);
    await chmod(program, 0o755);
    return { PYX_K6: program, TMPDIR: temporary };
  }

  /** The temporary files that are left: they were in the folder of this user. */
  const left = (env: { readonly [name: string]: string }): Promise<string[]> =>
    readdir(join(env['TMPDIR'] ?? '', `pyx-${process.geteuid?.()}`));

  test.each([
    ['exits with an error at once', 'echo "no such executor" >&2; exit 104', /k6 ended with exit code 104\n.*no such executor/s],
    ['writes no summary', 'exit 0', /k6 wrote no summary/],
    ['is killed', 'kill -s KILL $$', /k6 ended with signal SIGKILL/],
    ['leaves a program that holds its output', 'sleep 300 & exit 1', /k6 ended with exit code 1/],
  ])('ends with exit 2 where k6 %s', (_what, run, message) =>
    inFolder(async (folder) => {
      const node = await misbehaving();
      const env = await k6(folder, run);
      const { code, signal, stderr } = await pyx(load(node, join(folder, 'out'), '--engine', 'k6', '--warm-up', '0s'), {
        env,
      });
      expect({ code, signal }, stderr).toEqual({ code: 2, signal: null });
      expect(stderr).toMatch(message);
      expect(stderr).not.toContain('internal error');
      expect(await left(env)).toEqual([]);
    }),
  );

  test('ends after SIGTERM where k6 ignores it: exit 130, and k6 is gone', () =>
    inFolder(async (folder) => {
      const node = await misbehaving();
      const env = await k6(folder, `trap '' INT TERM; echo $$ > ${folder}/pid; while :; do sleep 1; done`);
      const running = startPyx(load(node, join(folder, 'out'), '--engine', 'k6', '--warm-up', '0s'), { env });
      await until('k6 runs', async () => (await readdir(folder)).includes('pid'));
      const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
      running.child.kill('SIGTERM');
      const { code, signal, stderr } = await running.ended;
      expect({ code, signal }, stderr).toEqual({ code: 130, signal: null });
      expect(await runs(pid)).toBe(false);
      expect(await left(env)).toEqual([]);
    }));
});
