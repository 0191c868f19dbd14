import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SelfcheckResults } from '../engine/selfcheck-results.ts';
import { inFolder, pyx, startPyx } from './support/pyx.ts';
import { selfcheckIn, testSample } from './support/selfcheck-sample.ts';
import { until } from './until.ts';

/** Of each family and sort of result; all methods: `selfcheck.long.test.ts`. */
const METHODS = ['getblock', 'getmempoolentry', 'decodepsbt', 'gettransaction', 'listunspent', 'sendtoaddress', 'masternodelist'];

testSample(30, METHODS);

describe('pyx selfcheck', () => {
  const short = ['selfcheck', '--method', 'getdifficulty', '--seed', '5'];

  test('prints what was found and writes it, the same twice with one seed', () =>
    inFolder(async (folder) => {
      const outs = ['a', 'b'].map((name) => join(folder, name));
      for (const out of outs) {
        const { code, stdout, stderr } = await pyx([...short, '--operator', 'answer/*', '--out', out]);
        expect(code, stderr).toBe(0);
        expect(stdout).toContain('By operator');
        expect(stdout).toMatch(/Found {2}\d+\.\d %: \d+ of \d+ faults?/);
        expect(stderr).toContain('/coind:');
      }
      const [first, second] = outs.map(selfcheckIn) as [SelfcheckResults, SelfcheckResults];
      expect(first).toMatchObject({
        kind: 'selfcheck',
        seed: 5,
        complete: true,
        target: { name: 'embedded', chain: 'regtest', snapshots: true },
      });
      expect(first.faults.length).toBeGreaterThan(3);
      expect(first.faults.every(({ method, operator }) => method === 'getdifficulty' && operator.startsWith('answer/'))).toBe(true);
      const statuses = ({ faults }: SelfcheckResults): string[] => faults.map(({ id, status }) => `${status} ${id}`);
      expect(statuses(second)).toEqual(statuses(first));
    }));

  test('exits with 1 below --fail-below, and when an exception is found', () =>
    inFolder(async (folder) => {
      const [stale, needless] = ['stale.yaml', 'needless.yaml'].map((name) => join(folder, name)) as [string, string];
      writeFileSync(stale, '- { faults: answer/dropped/nomethod, reason: there is none }');
      writeFileSync(needless, '- { faults: answer/plus-one/getdifficulty*, reason: is found }');
      const args = [...short, '--operator', 'answer/plus-one', '--out', join(folder, 'out'), '--json'];
      const all = await pyx([...args, '--fail-below', '100%']);
      expect(all.code, all.stderr).toBe(0);
      expect(JSON.parse(all.stdout)).toMatchObject({ foundShare: 1, complete: true, staleExceptions: [] });
      const withStale = await pyx([...args, '--exceptions', stale]);
      expect([withStale.code, JSON.parse(withStale.stdout).staleExceptions]).toEqual([1, [expect.stringContaining('matches no fault')]]);
      const withNeedless = await pyx([...args, '--exceptions', needless]);
      expect([withNeedless.code, JSON.parse(withNeedless.stdout).staleExceptions]).toEqual([1, [expect.stringContaining('remove')]]);
    }));

  test.each([
    [['--method', 'getblokcount'], 'getblockcount'],
    [['--operator', 'answer/droped'], 'answer/dropped'],
    [['--target', 'http://127.0.0.1:1'], 'nodes that it starts'],
    [['--exceptions', '/nonexistent.yaml'], '/nonexistent.yaml'],
    [['--fail-below', '101'], 'percentage'],
    [['--time', '5'], 'such as 30s'],
  ])('refuses %j with exit code 2', async (args, message) => {
    const { code, stderr } = await pyx(['selfcheck', ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('keeps what was found when it is interrupted', () =>
    inFolder(async (folder) => {
      const running = startPyx(['selfcheck', '--method', 'getblockheader', '--seed', '5', '--out', folder]);
      await until('faults are tried', () => running.said().includes('faults (') || running.child.exitCode !== null);
      expect(running.child.exitCode).toBeNull();
      running.child.kill('SIGINT');
      const { code, stdout, stderr } = await running.ended;
      expect(code, stderr).toBe(130);
      const { complete, faults } = selfcheckIn(folder);
      expect(complete).toBe(false);
      expect(new Set(faults.map(({ status }) => status))).toContain('untried');
      expect(stdout).toContain('Not all faults were tried');
    }));
});
