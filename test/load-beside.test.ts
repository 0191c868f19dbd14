import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openTarget } from '../fixtures/targets/open-target.ts';
import { readLoadResults } from '../reports/load/read-load-results.ts';
import { nodesOf } from './support/processes.ts';
import { until } from './until.ts';
import { inFolder, pyx, startPyx } from './support/pyx.ts';

const short = ['--method', 'getblockcount', '--rate', '60', '--duration', '400ms', '--warm-up', '100ms'];

describe('pyx load --beside', () => {
  test('measures two nodes in pairs, compares them, and keeps the results of both', () =>
    inFolder(async (out) => {
      // A tolerance that no other program of this machine exceeds.
      const args = [
        'load',
        ...short,
        '--beside',
        'embedded',
        '--repeat',
        '9',
        '--instances',
        '2',
        '--tolerance',
        '1000%',
        '--confidence',
        '95%',
      ];
      const { code, stdout, stderr } = await pyx([...args, '--seed', '3', '--out', out]);
      expect(code, stdout + stderr).toBe(0);
      expect(stdout).toContain('Beside embedded');
      expect(stdout).toContain('Compared with embedded: Nothing is significantly worse by more than 1000 %.');
      const [target, beside] = [readLoadResults(out), readLoadResults(join(out, 'beside'))];
      expect(target.repeats).toHaveLength(9);
      expect(beside.repeats).toHaveLength(9);
      expect(target.nodes.map(({ node }) => node)).toHaveLength(2);
      expect(target.beside).toMatchObject({ side: 'target', other: 'embedded', instances: 2, comparison: { unit: 'pair', tolerance: 10 } });
      expect(beside.beside).toEqual({ run: target.beside?.run, side: 'beside', other: 'embedded', instances: 2 });
      // The same arrivals, of the same seed.
      expect(beside.repeats?.map(({ calls }) => calls)).toEqual(target.repeats?.map(({ calls }) => calls));

      const again = await pyx(['load', 'compare', join(out, 'beside'), out, '--tolerance', '1000%', '--confidence', '95%', '--json']);
      expect(again.code, again.stderr).toBe(0);
      const { metrics } = JSON.parse(again.stdout) as { readonly metrics: unknown };
      expect(metrics).toEqual(target.beside?.comparison?.metrics);
    }));

  test('reports a node that ends halfway, on either side', (ctx) =>
    inFolder(async (out) => {
      if (!existsSync('/proc/self/cmdline')) ctx.skip('the node’s process is found in /proc, which this system does not have');
      const running = startPyx(['load', ...short, '--duration', '1s', '--beside', 'embedded', '--repeat', '60', '--out', out]);
      try {
        await until('the load runs', async () => /load [2-9] of 60/.test(running.said()));
        const nodes = await nodesOf(running.child.pid);
        expect(nodes).toHaveLength(2);
        process.kill(nodes[1]?.pid ?? 0, 'SIGKILL');
        const { code, stdout } = await running.ended;
        expect(code, stdout).toBe(1);
        expect(stdout).toContain('the node ended (signal SIGKILL)');
        const [target, beside] = [readLoadResults(out), readLoadResults(join(out, 'beside'))];
        expect([target.complete, beside.complete, target.beside?.comparison]).toEqual([false, false, undefined]);
        const stopped = [target.stopped ?? '', beside.stopped ?? ''];
        expect(stopped.filter((why) => why.startsWith('the node ended'))).toHaveLength(1);
        expect(stopped.filter((why) => why.startsWith('embedded beside it: the node ended'))).toHaveLength(1);
      } finally {
        running.child.kill('SIGKILL');
      }
    }));

  test('refuses a node as its own neighbour', () =>
    inFolder(async (out) => {
      const target = await openTarget('embedded', { env: {} });
      try {
        const node = await target.start('default');
        const { user = '', password = '' } = node.credentials ?? {};
        const { address } = node.client;
        const { code, stderr } = await pyx(['load', ...short, '--target', address, '--beside', address, '--out', out], {
          env: { PYX_RPC_USER: user, PYX_RPC_PASSWORD: password },
        });
        expect(code, stderr).toBe(2);
        expect(stderr).toContain('a node cannot be measured beside itself');
      } finally {
        await target.close();
      }
    }));

  test.each([
    [['--saturate'], '--beside cannot be combined with --saturate, --shard or --engine k6'],
    [['--shard', '1/2'], '--beside cannot be combined with --saturate, --shard or --engine k6'],
    [['--engine', 'k6'], '--beside cannot be combined with --saturate, --shard or --engine k6'],
    [['--repeat', '8'], 'fewer than 9 pairs can show no difference at a confidence of 99 %; give --repeat 9 or more'],
    [['--repeat', '6', '--confidence', '95%'], 'fewer than 7 pairs can show no difference at a confidence of 95 %'],
    [['--target', 'http://127.0.0.1:1', '--instances', '2'], '--instances needs two targets that Pyx can start'],
  ])('refuses %j before a node is started', async (args, message) => {
    const { code, stderr } = await pyx(['load', ...short, '--beside', 'embedded', ...args]);
    expect(code, stderr).toBe(2);
    expect(stderr).toContain(message);
  });

  test('options of a comparison need one', async () => {
    const { code, stderr } = await pyx(['load', ...short, '--tolerance', '3%']);
    expect(code, stderr).toBe(2);
    expect(stderr).toContain('add --beside TARGET, or use pyx load compare');
  });
});
