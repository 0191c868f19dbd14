import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { openTarget } from '../fixtures/targets/open-target.ts';
import type { RunningNode } from '../fixtures/targets/types.ts';
import type { K6Files } from '../load/k6/encode.ts';
import type { K6PodSummary } from '../load/k6/format.ts';
import { podSummaries } from '../load/k6/pod-summaries.ts';
import { findK6 } from '../load/k6/find-k6.ts';
import { runK6 } from '../load/k6/run-k6.ts';
import { k6Script } from '../load/k6/script-file.ts';
import { sampleEntries, sampleK6Files } from '../load/k6/testing/sample-k6-load.ts';
import type { LoadResults } from '../load/results.ts';
import { readLoadResults } from '../reports/load/read-load-results.ts';
import { needs } from './require.ts';
import { startCommand } from './support/command.ts';
import { inFolder, pyx } from './support/pyx.ts';

// With a real k6, which PYX_K6 names.
let program = '';
beforeEach(async (ctx) => {
  await needs(ctx, 'k6');
  program = await findK6(process.env);
});

/** A rate that a busy machine manages too. */
const TIMES = ['--duration', '2s', '--warm-up', '1s'];

describe('pyx load --engine k6', () => {
  test.each(['explorer', 'submitter'])('measures the scenario %s', (scenario) =>
    inFolder(async (out) => {
      const args = ['load', scenario, '--rate', '40', ...TIMES, '--threshold', 'errors < 1%', '--engine', 'k6', '--out', out];
      const { code, stdout, stderr } = await pyx(args, { env: { PYX_K6: program } });
      expect(code, stdout + stderr).toBe(0);
      const { totals, latency, engine, errors, methods } = readLoadResults(out);
      // A transaction that was submitted twice would be refused.
      expect({ engine, errors }).toEqual({ engine: 'k6', errors: [] });
      // Due every 25 ms, from the first moment on.
      expect(totals.planned).toBeGreaterThanOrEqual(80);
      expect(totals.planned).toBeLessThanOrEqual(81);
      expect(latency.count).toBe(totals.results);
      expect(methods.reduce((sum, { calls }) => sum + calls, 0)).toBe(totals.sent);
    }),
  );

  test('ends when the transactions run out, with the rate until then', () =>
    inFolder(async (out) => {
      const args = ['load', 'submitter', '--rate', '40', '--duration', '60s', '--warm-up', '0s', '--transactions', '60', '--engine', 'k6'];
      const { code, stdout, stderr, durationMs } = await pyx([...args, '--inconclusive', 'pass', '--out', out], {
        env: { PYX_K6: program },
      });
      expect(code, stdout + stderr).toBe(0);
      expect(durationMs).toBeLessThan(55_000);
      const results = readLoadResults(out);
      expect(results.complete).toBe(true);
      // Those under way are not counted.
      expect(results.totals.results).toBeGreaterThan(20);
      expect(results.totals.results).toBeLessThanOrEqual(60);
      expect(results.durationMs).toBeLessThan(30_000);
      expect(results.warnings.join('\n')).toContain('all prepared transactions had been submitted');
    }));
});

describe('a run of k6', () => {
  const files = (durationMs: number): K6Files => sampleK6Files({ durationMs, warmUpMs: 0 }, sampleEntries.slice(0, 1));
  const run = (script: string, durationMs = 1_000): ReturnType<typeof runK6> =>
    runK6({ program, script, files: files(durationMs), credentials: undefined });

  test('whose script it refuses is an error that says why', async () => {
    await expect(run(`${k6Script()}\nconst = 1;`)).rejects.toMatchObject({
      message: expect.stringContaining('ended with exit code ') as string,
      details: [expect.stringMatching(/SyntaxError/)],
    });
  });

  test('whose script throws in an iteration is an error, and ends then', async () => {
    const broken = k6Script().replace('function next() {', 'function next() { null.property;');
    const beganMs = performance.now();
    await expect(run(broken, 120_000)).rejects.toMatchObject({
      message: expect.stringContaining('ended the load at an exception of the script') as string,
      details: expect.arrayContaining([expect.stringContaining("Cannot read property 'property'")]) as string[],
    });
    expect(performance.now() - beganMs).toBeLessThan(100_000);
  });
});

describe('the pods of the operator', () => {
  /** What a pod has: the files of the ConfigMap, and the arguments of the TestRun. */
  interface Pods {
    readonly folder: string;
    readonly args: readonly string[];
    readonly env: { readonly [name: string]: string };
  }

  async function emitted(folder: string, node: RunningNode, options: readonly string[]): Promise<Pods> {
    const manifests = join(folder, 'manifests');
    const { user = '', password = '' } = node.credentials ?? {};
    const env = { PYX_RPC_USER: user, PYX_RPC_PASSWORD: password };
    const args = ['load', ...options, '--target', node.client.address, '--engine', 'k6', '--emit', manifests, '--parallelism', '2'];
    const { code, stdout, stderr } = await pyx(args, { env });
    expect(code, stdout + stderr).toBe(0);
    const [configMap, testRun] = (await Promise.all(
      ['configmap.yaml', 'testrun.yaml'].map(async (file) => parse(await readFile(join(manifests, file), 'utf8')) as unknown),
    )) as [
      { readonly data: { readonly [file: string]: string } },
      { readonly spec: { readonly arguments: string; readonly parallelism: number; readonly runner: { readonly env: EnvEntry[] } } },
    ];
    expect(testRun.spec.parallelism).toBe(2);
    const mounted = join(folder, 'mounted');
    await mkdir(mounted);
    await Promise.all(Object.entries(configMap.data).map(([file, text]) => writeFile(join(mounted, file), text)));
    const given = Object.fromEntries(testRun.spec.runner.env.map(({ name, value }) => [name, value]));
    return { folder: mounted, args: testRun.spec.arguments.split(' '), env: { ...env, ...given } };
  }

  interface EnvEntry {
    readonly name: string;
    readonly value: string;
  }

  /** Runs these parts beside each other, as the operator starts them. Returns what they wrote to their logs. */
  async function logs(pods: Pods, ...segments: readonly string[]): Promise<string[]> {
    const sequence = ['0', ...segments.map((segment) => segment.split(':')[1])].join(',');
    const parts = segments.map((segment) => {
      const divided = segments.length === 1 ? [] : ['--execution-segment', segment, '--execution-segment-sequence', sequence];
      const args = ['run', ...pods.args, ...divided, '--address', '', join(pods.folder, 'script.js')];
      return startCommand(program, args, { env: pods.env, cwd: pods.folder }).ended;
    });
    const ended = await Promise.all(parts);
    for (const { code, stderr } of ended) expect(code, stderr).toBe(0);
    return ended.map(({ stdout }) => stdout);
  }

  async function reported(folder: string, ...texts: readonly string[]): Promise<LoadResults> {
    const files = texts.map((_, index) => join(folder, `pod-${index}.log`));
    await Promise.all(texts.map((text, index) => writeFile(files[index]!, text)));
    const out = join(folder, 'report');
    const { code, stdout, stderr } = await pyx(['report', ...files, '--inconclusive', 'pass', '--out', out]);
    expect(code, stdout + stderr).toBe(0);
    return readLoadResults(out);
  }

  /** A scenario that asks for nothing that a new node lacks. */
  async function reading(folder: string, model: 'open' | 'closed'): Promise<string> {
    const file = join(folder, 'reading.yaml');
    const mix = [
      { method: 'getblockcount', weight: 3 },
      { method: 'getblockchaininfo', weight: 1 },
      { method: 'getmempoolinfo', weight: 1 },
    ];
    const times = { duration: '3s', warmUp: '1s' };
    await writeFile(
      file,
      stringify({ name: 'reading', summary: 'Reads.', mix, model, connections: 4, ...times, ...(model === 'open' && { rate: 40 }) }),
    );
    return file;
  }

  const onNode = (work: (node: RunningNode, folder: string) => Promise<void>): Promise<void> =>
    inFolder(async (folder) => {
      const target = await openTarget('embedded', { env: {} });
      try {
        await work(await target.start('default'), folder);
      } finally {
        await target.close();
      }
    });

  test('make one load together, whose figures are those of one k6', () =>
    onNode(async (node, folder) => {
      const pods = await emitted(folder, node, [await reading(folder, 'open')]);
      const [one] = await logs(pods, '0:1');
      const two = await logs(pods, '0:1/2', '1/2:1');
      const [alone, whole] = [await reported(folder, one!), await reported(folder, ...two)];
      const parts = two.map(summaryIn);
      for (const results of [alone, whole]) {
        expect(results).toMatchObject({ engine: 'k6', complete: true, errors: [], rate: { targetPerS: 40 } });
        expect(results.totals.planned).toBeGreaterThanOrEqual(120);
        expect(results.totals.planned).toBeLessThanOrEqual(122);
        expect(results.latency.count).toBe(results.totals.results);
      }
      // Both send the same calls, each as often.
      expect(whole.methods.map(({ method }) => method)).toEqual(alone.methods.map(({ method }) => method));
      // A call that is due while all connections are busy is dropped.
      const dropped = [alone, whole].reduce((sum, { totals: { planned, sent } }) => sum + planned - sent, 0);
      for (const [index, { calls }] of whole.methods.entries())
        expect(Math.abs(calls - (alone.methods[index]?.calls ?? 0))).toBeLessThanOrEqual(2 + dropped);
      // Each made its half, and the whole lies between them.
      for (const part of parts) {
        const planned = Object.values(part.ended).reduce((sum, count) => sum + count, part.dropped);
        expect(Math.abs(2 * planned - whole.totals.planned)).toBeLessThanOrEqual(2);
      }
      const p50s = parts.map(({ latency }) => latency.p50 * 1_000);
      expect(whole.latency.p50Us).toBeGreaterThanOrEqual(Math.floor(Math.min(...p50s)));
      expect(whole.latency.p50Us).toBeLessThanOrEqual(Math.ceil(Math.max(...p50s)));
      expect(whole.latency.maxUs).toBe(Math.round(Math.max(...parts.map(({ latency }) => latency.max)) * 1_000));
    }));

  test('submit each transaction once', () =>
    onNode(async (node, folder) => {
      const pods = await emitted(folder, node, [
        'submitter',
        '--rate',
        '40',
        '--duration',
        '2s',
        '--warm-up',
        '0s',
        '--transactions',
        '100',
      ]);
      const { totals, errors } = await reported(folder, ...(await logs(pods, '0:1/2', '1/2:1')));
      // One that was submitted twice would be refused.
      expect(errors).toEqual([]);
      expect(totals.results).toBe(totals.planned);
      expect(totals.planned).toBeGreaterThanOrEqual(80);
    }));

  test('divide the connections of the closed model', () =>
    onNode(async (node, folder) => {
      const pods = await emitted(folder, node, [await reading(folder, 'closed')]);
      const whole = await reported(folder, ...(await logs(pods, '0:1/2', '1/2:1')));
      expect(whole).toMatchObject({ complete: true, errors: [], scenario: { connections: 4 }, rate: { targetPerS: null } });
      expect(whole.totals.results).toBeGreaterThan(10);
    }));
});

/** The summary in the log of a pod. */
function summaryIn(log: string): K6PodSummary {
  const [summary] = podSummaries(log, 'the log of a pod');
  return summary!;
}
