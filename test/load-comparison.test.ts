import { parse } from 'acorn';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { openTarget } from '../fixtures/targets/open-target.ts';
import type { RunningNode } from '../fixtures/targets/types.ts';
import { POD_SUMMARY_MARK } from '../load/k6/format.ts';
import { sampleSummary } from '../load/k6/testing/sample-k6-summary.ts';
import type { LoadResults } from '../load/results.ts';
import { readLoadResults } from '../reports/load/read-load-results.ts';
import { inFolder, pyx } from './support/pyx.ts';

const short = ['--method', 'getblockcount', '--rate', '40', '--duration', '500ms', '--warm-up', '100ms'];
/** As short as k6 makes a load. */
const shortForK6 = ['--method', 'getblockcount', '--rate', '40', '--duration', '1s', '--warm-up', '0s'];

/** Runs `work` beside a node that Pyx is given by its URL. */
async function withNode<T>(work: (node: RunningNode, env: Readonly<Record<string, string>>) => Promise<T>): Promise<T> {
  const target = await openTarget('embedded', { env: {} });
  try {
    const node = await target.start('default');
    const { user = '', password = '' } = node.credentials ?? {};
    return await work(node, { PYX_RPC_USER: user, PYX_RPC_PASSWORD: password });
  } finally {
    await target.close();
  }
}

describe('pyx load compare', () => {
  test('distinguishes a slower load from the same one, and refuses what was measured otherwise', () =>
    inFolder(async (folder) => {
      const base = join(folder, 'base');
      const measured = await pyx(['load', ...short, '--repeat', '6', '--out', base]);
      expect(measured.code, measured.stdout + measured.stderr).toBe(0);
      const results = readLoadResults(base);
      expect(results.repeats).toHaveLength(6);
      expect(results.repeats?.reduce((sum, { calls }) => sum + calls, 0)).toBe(results.totals.planned);
      // Other programs may have had this machine: that is tested elsewhere.
      const quiet: LoadResults = {
        ...results,
        machine: { ...results.machine, loadBefore: 0, otherWork: 0 },
        generator: { ...results.generator, saturated: null },
      };
      const repeats = quiet.repeats?.map((repeat) => ({ ...repeat, p50Us: 1e9 + repeat.p50Us }));
      const written = async (name: string, content: LoadResults): Promise<string> => {
        const file = join(folder, name);
        await writeFile(file, JSON.stringify(content));
        return file;
      };
      const same = await written('same.json', quiet);
      const slower = await written('slower.json', { ...quiet, repeats });
      const other = await written('other.json', { ...quiet, scenario: { ...quiet.scenario, connections: 3 } });

      // Six repeats may leave a metric undecided.
      const unchanged = await pyx(['load', 'compare', same, same, '--json', '--inconclusive', 'pass']);
      expect(unchanged.code, unchanged.stderr).toBe(0);
      expect(JSON.parse(unchanged.stdout)).toMatchObject({ isRegression: false, unit: 'repeat', values: { base: 6, changed: 6 } });
      const regression = await pyx(['load', 'compare', same, slower]);
      expect(regression.code, regression.stderr).toBe(1);
      expect(regression.stdout).toContain('Failed  Compared with the first load: p50: significantly worse by more than 5 %');
      const refused = await pyx(['load', 'compare', same, other]);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain('connections: 16 and 3');
      expect((await pyx(['load', 'compare', same, other, '--force', '--inconclusive', 'pass'])).code).toBe(0);
      const busy = await written('busy.json', { ...quiet, repeats, machine: { ...quiet.machine, loadBefore: 100 } });
      const doubtful = await pyx(['load', 'compare', same, busy]);
      expect(doubtful.code, doubtful.stderr).toBe(1);
      expect(doubtful.stdout).toMatch(/^Inconclusive {2}.*The compared figures cannot be trusted\.$/m);
    }));
});

describe('shards of a load', () => {
  test('are merged to the whole by pyx report', () =>
    withNode((node, env) =>
      inFolder(async (folder) => {
        const folders = [1, 2].map((index) => join(folder, String(index)));
        for (const [index, out] of folders.entries()) {
          const args = ['load', ...short, '--connections', '3', '--target', node.client.address, '--shard', `${index + 1}/2`, '--out', out];
          const { code, stdout, stderr } = await pyx(args, { env });
          expect(code, stdout + stderr).toBe(0);
        }
        const [first, second] = folders.map((out) => readLoadResults(out)) as [LoadResults, LoadResults];
        expect([first.scenario.connections, second.scenario.connections]).toEqual([2, 1]);
        const whole = join(folder, 'whole');
        const { code, stdout, stderr } = await pyx(['report', ...folders, '--out', whole]);
        expect(code, stdout + stderr).toBe(0);
        expect(readLoadResults(whole)).toMatchObject({
          totals: { planned: first.totals.planned + second.totals.planned },
          latency: { count: first.latency.count + second.latency.count },
          rate: { targetPerS: 40 },
          scenario: { connections: 3 },
        });
        const twice = await pyx(['report', folders[0] ?? '', folders[0] ?? '']);
        expect(twice.code).toBe(2);
        expect(twice.stderr).toContain('expected each of 2 shards once');
      }),
    ));
});

describe('k6', () => {
  test('that is not installed is an error before a node is started', () =>
    inFolder(async (folder) => {
      const { code, stderr } = await pyx(['load', ...short, '--engine', 'k6', '--out', join(folder, 'out')], {
        env: { PYX_K6: join(folder, 'none') },
      });
      expect(code).toBe(2);
      expect(stderr).toContain('needs k6, which is not installed');
    }));

  test('makes the load in place of Pyx, and its figures are reported', () =>
    inFolder(async (folder) => {
      // In place of k6: one that has sent nothing, and says so.
      const program = join(folder, 'k6');
      const ended = { result: 7, 'rpc-error': 0, 'work-queue': 0, http: 0, timeout: 0, connection: 0, malformed: 0 };
      const summary = sampleSummary([], { dropped: 3, resultsInTime: 7, ended, methods: [] });
      await writeFile(
        program,
        `#!${process.execPath}\nif (process.argv[2] === 'run') require('node:fs').writeFileSync(process.env.PYX_SUMMARY, '${JSON.stringify(summary)}');\n`,
      );
      await chmod(program, 0o755);
      const out = join(folder, 'out');
      const { code, stdout, stderr } = await pyx(['load', ...shortForK6, '--engine', 'k6', '--out', out], { env: { PYX_K6: program } });
      expect(code, stdout + stderr).toBe(0);
      const { engine, totals, latency, rate, scenario } = readLoadResults(out);
      expect({ engine, histogram: latency.histogram }).toEqual({ engine: 'k6', histogram: null });
      expect(totals).toMatchObject({ planned: 10, sent: 7, results: 7 });
      expect(rate).toEqual({ targetPerS: 40, resultsPerS: 7 });
      expect(scenario.model).toMatchObject({ arrivals: 'constant' });
    }));

  test('is given manifests for its operator, without the credentials of the node', () =>
    withNode((node, env) =>
      inFolder(async (folder) => {
        const args = ['load', ...shortForK6, '--target', node.client.address, '--engine', 'k6', '--emit', folder, '--parallelism', '3'];
        const { code, stdout, stderr } = await pyx(args, { env });
        expect(code, stdout + stderr).toBe(0);
        const [configMap, testRun] = await Promise.all(
          ['configmap.yaml', 'testrun.yaml'].map((file) => readFile(join(folder, file), 'utf8')),
        );
        expect(testRun).toContain('parallelism: 3');
        expect(configMap).toContain('getblockcount');
        const { data } = parseYaml(configMap ?? '') as { readonly data: { readonly [file: string]: string } };
        // What releases of k6 before 0.53 read.
        expect(() => parse(data['script.js'] ?? '', { ecmaVersion: 2017, sourceType: 'module' })).not.toThrow();
        for (const text of [configMap, testRun, stdout, stderr]) expect(text).not.toContain(env['PYX_RPC_PASSWORD']);
        // Its pods write summaries with the conditions of the load to their logs.
        const { conditions } = JSON.parse(data['load.json'] ?? '') as { readonly conditions: object };
        const logs = ['0:1/3', '1/3:2/3', '2/3:1'].map((segment, index) => {
          const summary = { ...sampleSummary([1, 2, 3 + index]), conditions, startedAt: '2026-11-23T10:00:00.000Z', segment };
          return { file: join(folder, `pod-${index}.log`), text: `${POD_SUMMARY_MARK}${JSON.stringify(summary)}\n` };
        });
        await Promise.all(logs.map(({ file, text }) => writeFile(file, text)));
        const whole = join(folder, 'whole');
        const report = (...files: string[]) => pyx(['report', ...files, '--out', whole]);
        const reported = await report(...logs.map(({ file }) => file));
        expect(reported.code, reported.stdout + reported.stderr).toBe(0);
        expect(readLoadResults(whole)).toMatchObject({
          engine: 'k6',
          target: { chain: 'regtest' },
          totals: { results: 9 },
          latency: { maxUs: 5_000 },
        });
        const incomplete = await report(...logs.slice(1).map(({ file }) => file));
        expect(incomplete.code).toBe(2);
        expect(incomplete.stderr).toContain('expected each part of the load once, found the execution segments 1/3:2/3, 2/3:1');
        const other = await report(join(folder, 'testrun.yaml'));
        expect(other.code).toBe(2);
        expect(other.stderr).toContain('testrun.yaml: no line has "pyx summary:"');
      }),
    ));

  test('refuses a load that is too short for it before a node is started', async () => {
    const { code, stderr } = await pyx(['load', ...short, '--engine', 'k6'], { env: { PYX_K6: 'true' } });
    expect(code, stderr).toBe(2);
    expect(stderr).toContain('k6 runs nothing for less than 1 s; give a longer --duration and --warm-up');
    expect(stderr).not.toContain('regtest');
  });
});
