import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openTarget } from '../fixtures/targets/open-target.ts';
import { readLoadResults } from '../reports/load/read-load-results.ts';
import { needs } from './require.ts';
import { nodesOf, runs } from './support/processes.ts';
import { until } from './until.ts';
import { inFolder, pyx, startPyx } from './support/pyx.ts';

/** A rate that a busy machine manages too, and thresholds that no machine misses. */
const easy = ['--rate', '40', '--duration', '2s', '--warm-up', '200ms', '--threshold', 'p50 < 20s', '--threshold', 'errors < 1%'];

describe('pyx load', () => {
  test('measures a scenario that reads on the embedded node', () =>
    inFolder(async (out) => {
      const { code, stdout, stderr } = await pyx(['load', 'explorer', ...easy, '--seed', '3', '--out', out]);
      expect(code, stdout + stderr).toBe(0);
      expect(stderr).toContain('will mine 40 blocks with payments');
      expect(stdout).toMatch(/explorer on \/coind:.*calls\/s, p99/);
      const results = readLoadResults(out);
      const { totals, latency, methods, scenario, errors, wrongAnswers } = results;
      expect(results).toMatchObject({
        kind: 'load',
        seed: 3,
        complete: true,
        engine: 'pyx',
        target: { chain: 'regtest', kind: 'embedded' },
      });
      // Arrivals at random: 80 are due on average, with a standard deviation of 9.
      expect(totals.planned).toBeGreaterThan(35);
      expect(totals.planned).toBeLessThan(125);
      expect(totals).toMatchObject({ sent: totals.planned, answered: totals.planned, results: totals.planned, rpcErrors: 0, wrong: 0 });
      expect(errors).toEqual([]);
      expect(wrongAnswers).toEqual([]);
      expect(latency.count).toBe(totals.planned);
      expect(methods.reduce((sum, { calls }) => sum + calls, 0)).toBe(totals.planned);
      expect(methods.every(({ method }) => scenario.mix.some((entry) => entry.method === method))).toBe(true);
      expect(results.nodes).toMatchObject([{ node: expect.stringMatching(/^default-\d$/) as string }]);
    }));

  test('submits transactions that were signed for it, each one once', () =>
    inFolder(async (out) => {
      const { code, stdout, stderr } = await pyx(['load', 'submitter', ...easy, '--out', out]);
      expect(code, stdout + stderr).toBe(0);
      const { totals, errors } = readLoadResults(out);
      // One that was submitted twice would be refused.
      expect(errors).toEqual([]);
      expect(totals.results).toBe(totals.planned);
      expect(totals.results).toBeGreaterThan(30);
    }));

  test('searches the highest rate with transactions for each load, and confirms it by a whole load', () =>
    inFolder(async (out) => {
      // Those of the scenario itself, 5 calls/s for 1 s, would be used up by the first measurement of the search.
      const small = ['--rate', '5', '--duration', '1s', '--warm-up', '200ms', '--saturate', '--max-rate', '60'];
      const { code, stdout, stderr } = await pyx(['load', 'submitter', ...small, '--threshold', 'p50 < 20s', '--out', out]);
      expect(code, stdout + stderr).toBe(0);
      expect(stdout).toContain('takes 60 calls/s or more within p50 < 20s; no higher rate was tried');
      const { saturation, totals } = readLoadResults(out);
      expect(saturation).toMatchObject({ lowPerS: 60, highPerS: null, confirmedPerS: 60, complete: true });
      expect(saturation?.steps.map(({ ratePerS, passed }) => [ratePerS, passed])).toEqual([
        [60, true],
        [60, true],
      ]);
      expect(saturation?.confirmations).toMatchObject([{ ratePerS: 60, passed: true }]);
      // Some 180 in each of them, at random.
      for (const { resultsPerS } of saturation?.steps ?? []) expect(resultsPerS).toBeGreaterThan(20);
      expect(totals.results).toBeGreaterThan(20);
    }));

  test('measures a real node, whose known differences are not counted as wrong', (ctx) =>
    inFolder(async (out) => {
      await needs(ctx, 'litecoind');
      const { code, stdout, stderr } = await pyx(['load', 'pool-watcher', '--target', 'process:litecoind', ...easy, '--out', out]);
      expect(code, stdout + stderr).toBe(0);
      expect(readLoadResults(out)).toMatchObject({
        wrongAnswers: [],
        errors: [],
        target: { subversion: expect.stringContaining('Litecoin') as string },
      });
    }));

  test('exits with 1 where a threshold is not met, and names it with the measured value', () =>
    inFolder(async (out) => {
      const { code, stdout } = await pyx([
        'load',
        '--method',
        'getblockcount',
        '--rate',
        '20',
        '--duration',
        '1s',
        '--threshold',
        'p50 < 1us',
        '--out',
        out,
      ]);
      expect(code).toBe(1);
      // Inconclusive on a machine that does other work, or has just begun to.
      expect(stdout).toMatch(/^(?:Failed|Inconclusive) {2}.*p50 < 1us was not met: measured .*[µm]s/m);
      expect(readLoadResults(out).thresholds).toMatchObject([{ expression: 'p50 < 1us', passed: false }]);
    }));

  test('takes a scenario of the user’s own, with an answer that contradicts the specification counted', () =>
    inFolder(async (out) => {
      const file = join(out, 'mine.yaml');
      await writeFile(
        file,
        '{ name: mine, mix: [{ method: getrawmempool }], model: open, rate: 30, duration: 1s, warmUp: 0s, check: 1, world: { poolTransactions: 5 } }',
      );
      const { code, stdout, stderr } = await pyx(['load', file, '--json', '--out', join(out, 'run')]);
      expect(code, stderr).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ code: 0, title: expect.stringMatching(/^Passed/) as string });
      const { checkedAnswers, totals } = readLoadResults(join(out, 'run'));
      expect(checkedAnswers).toBe(totals.results);
    }));

  test('refuses a node that Pyx did not start and whose chain has nothing to ask for', () =>
    inFolder(async (out) => {
      const target = await openTarget('embedded', { env: {} });
      try {
        const { client, credentials } = await target.start('default');
        const env = { PYX_RPC_USER: credentials?.user ?? '', PYX_RPC_PASSWORD: credentials?.password ?? '' };
        const { code, stderr } = await pyx(['load', 'explorer', '--target', client.address, '--out', out], { env });
        expect(stderr).toMatch(/^pyx: the node at http:.* lacks what the scenario explorer asks for: .*; give a node with blocks/m);
        expect(code).toBe(2);
      } finally {
        await target.close();
      }
    }));

  test('reports a node that ends under load, with the figures so far', (ctx) =>
    inFolder(async (out) => {
      if (!existsSync('/proc/self/cmdline')) ctx.skip('the node’s process is found in /proc, which this system does not have');
      const running = startPyx([
        'load',
        '--method',
        'getblockcount',
        '--rate',
        '50',
        '--duration',
        '50s',
        '--warm-up',
        '100ms',
        '--out',
        out,
      ]);
      try {
        await until('the load runs', async () => / of 50/.test(running.said()));
        const [node] = await nodesOf(running.child.pid);
        process.kill(node?.pid ?? 0, 'SIGKILL');
        const { code, stdout } = await running.ended;
        expect(code).toBe(1);
        expect(stdout).toContain('the node ended (signal SIGKILL)');
        const { complete, stopped, totals } = readLoadResults(out);
        expect({ complete, stopped }).toEqual({
          complete: false,
          stopped: expect.stringMatching(/^the node ended \(signal SIGKILL\)/) as string,
        });
        expect(totals.results).toBeGreaterThan(0);
      } finally {
        running.child.kill('SIGKILL');
        await running.ended;
      }
    }));

  test('ends on Ctrl-C with a report, and leaves no node', () =>
    inFolder(async (out) => {
      const running = startPyx([
        'load',
        '--method',
        'getblockcount',
        '--rate',
        '50',
        '--duration',
        '50s',
        '--warm-up',
        '100ms',
        '--out',
        out,
      ]);
      try {
        await until('the load runs', async () => / of 50/.test(running.said()));
        const nodes = await nodesOf(running.child.pid);
        running.child.kill('SIGINT');
        const { code, stderr } = await running.ended;
        expect(code).toBe(130);
        expect(stderr).toContain('the figures so far are reported');
        const { complete, stopped, totals } = readLoadResults(out);
        expect({ complete, stopped }).toEqual({ complete: false, stopped: 'interrupted' });
        expect(totals.results).toBeGreaterThan(0);
        for (const { pid } of nodes) await until('the node has ended', async () => !(await runs(pid)));
      } finally {
        running.child.kill('SIGKILL');
        await running.ended;
      }
    }));

  const misuses: readonly (readonly [what: string, args: readonly string[], message: RegExp])[] = [
    ['no scenario', [], /no scenario is given; name one/],
    ['an unknown scenario', ['explorr'], /did you mean explorer\?/],
    ['a scenario and a method', ['explorer', '--method', 'getblock'], /exclude each other/],
    ['an unknown method', ['--method', 'getblok'], /did you mean getblock\?/],
    ['a threshold that cannot be read', ['explorer', '--threshold', 'p98 < 5ms'], /Threshold "p98 < 5ms": expected one of p50/],
    [
      'a threshold on a target that there is none of',
      ['explorer', '--threshold', 'rate >= 0.9 * target'],
      /the closed model has no target rate/,
    ],
    ['a duration without a unit', ['explorer', '--duration', '5'], /such as 30s/],
    ['a rate of 0', ['explorer', '--rate', '0'], /A rate is a number above 0/],
    ['a node that is not there', ['explorer', '--target', 'http://127.0.0.1:1', '--rate', '5'], /start the node, or give the port/],
    [
      'more than a remote node is put through',
      ['explorer', '--target', 'http://127.0.0.1:1', '--rate', '5000'],
      /5000 calls per second.*--unbounded/,
    ],
    ['writing with --read-only', ['exchange', '--read-only'], /writes \(getnewaddress, sendtoaddress\)/],
  ];
  test.each(misuses)('refuses %s: exit 2', (_what, args, message) =>
    inFolder(async (out) => {
      const { code, stderr } = await pyx(['load', ...args, '--out', join(out, 'run')]);
      expect(code, stderr).toBe(2);
      expect(stderr).toMatch(message);
      expect(stderr).not.toMatch(/internal error|^ {4}at /m);
    }),
  );
});
