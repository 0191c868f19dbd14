import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openTarget } from '../fixtures/targets/open-target.ts';
import schema from '../reports/gate/gate.schema.json' with { type: 'json' };
import type { GateResults } from '../reports/gate/results.ts';
import { sarifForm } from '../reports/gate/testing/sarif-form.ts';
import { FaultProxy, type Fault } from './support/fault-proxy.ts';
import { asString } from './support/faults.ts';
import { inFolder, pyx, resultsIn, type PyxEnded, type Results } from './support/pyx.ts';
import { resultsValidator } from '../reports/results-validator.ts';

const isGate = resultsValidator(schema);
const isSarif = new Ajv2020().compile(sarifForm);

interface Gated extends PyxEnded {
  readonly results: GateResults;
}

/** Runs a gate in a folder that has nothing but its policy. */
async function gate(folder: string, policy: string, env: Readonly<Record<string, string>> = {}): Promise<Gated> {
  await writeFile(join(folder, 'pyx.yaml'), policy);
  const ended = await pyx(['gate', '--out', 'out'], { cwd: folder, env });
  const read = async (file: string): Promise<unknown> => JSON.parse(await readFile(join(folder, 'out', file), 'utf8')) as unknown;
  const results = await read('gate.json');
  expect(isGate(results), JSON.stringify(isGate.errors)).toBe(true);
  expect(isSarif(await read('pyx.sarif')), JSON.stringify(isSarif.errors)).toBe(true);
  return { ...ended, results: results as GateResults };
}

/** Runs `work` with the address of a node that runs already, behind a proxy that may lie or wait. */
async function withNode(work: (proxy: FaultProxy, direct: string, env: Readonly<Record<string, string>>) => Promise<void>): Promise<void> {
  const target = await openTarget('embedded', { env: {} });
  try {
    const node = await target.start('default');
    const proxy = await FaultProxy.start(() => node.client.address);
    const { user = '', password = '' } = node.credentials ?? {};
    try {
      await work(proxy, node.client.address, { PYX_RPC_USER: user, PYX_RPC_PASSWORD: password });
    } finally {
      await proxy.close();
    }
  } finally {
    await target.close();
  }
}

const slow: Fault = {
  name: 'slow',
  answer: (answer) => new Promise((resolve) => setTimeout(() => resolve(answer), 40)),
};

describe('pyx gate', () => {
  test('passes with five lines of YAML: cases, fuzzing, a load', () =>
    inFolder(async (folder) => {
      const { code, stdout, stderr, results } = await gate(
        folder,
        `target: embedded
methods: [getblockcount]
seeds: [3]
fuzz: { runs: 40, methods: [getblockcount] }
load: [{ method: getblockcount, duration: 300ms, warmUp: 100ms, thresholds: ["errors < 1%"] }]
`,
      );
      expect(code, stdout + stderr).toBe(0);
      expect(results).toMatchObject({ exitCode: 0, title: 'Passed with remarks', problems: [] });
      expect(results.parts.map(({ name, exitCode }) => [name, exitCode])).toEqual([
        ['run, seed 3', 0],
        ['fuzz', 0],
        ['load getblockcount', 0],
      ]);
      for (const part of results.parts) expect(existsSync(join(folder, 'out', part.folder, 'index.html')), part.name).toBe(true);
      // So few calls leave a doubt of the figures, none of which is judged.
      expect(stdout).toContain('Passed with remarks  With remarks: load getblockcount.');
    }));

  test('loads a node and measures a network, with faults and links as the policy has them', () =>
    inFolder(async (folder) => {
      const { code, stdout, stderr, results } = await gate(
        folder,
        `target: embedded
cases: [methods/getblockcount/required-only]
load: [{ method: getblockcount, rate: 50, duration: 5s, warmUp: 100ms, fault: [restart@20%] }]
tps: [{ transactions: 60, rounds: 1, warmUp: 0, topology: line, latency: 5ms, fault: ["kill:receiver-1@30%"] }]
`,
      );
      expect(code, stdout + stderr).toBe(0);
      expect(results.parts.map(({ name, exitCode }) => [name, exitCode])).toEqual([
        ['run, seed 1', 0],
        ['load getblockcount', 0],
        ['tps', 0],
      ]);
      const of = async (part: string): Promise<unknown> => JSON.parse(await readFile(join(folder, 'out', part, 'results.json'), 'utf8'));
      expect(JSON.stringify(await of('load-1'))).toContain('restart@20%');
      const tps = await of('tps-1');
      expect(tps).toMatchObject({ rounds: [{ round: 1 }, {}], faults: [] });
      expect(JSON.stringify(tps)).toContain('kill:receiver-1@30%');
      const mistaken = await pyx(['gate', '--target', 'http://127.0.0.1:1', '--out', 'other'], { cwd: folder });
      expect(mistaken).toMatchObject({ code: 2, stderr: expect.stringMatching(/pyx\.yaml line 4: a throughput test starts its nodes/) });
    }));

  test('fails for a new failure, a stale waiver and a slow-down, each with its place', () =>
    withNode((proxy, direct, env) =>
      inFolder(async (folder) => {
        const cases = 'target: TARGET\ncases: [methods/getblockcount/required-only]\n'.replace('TARGET', proxy.address);
        const github = { ...env, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'step.md') };

        const good = await gate(folder, cases, github);
        expect(good.code, good.stdout + good.stderr).toBe(0);
        expect(good.stderr).not.toContain('::error');

        const stale = await gate(folder, `${cases}waivers:\n  - { cases: methods/getblockcount/*only, reason: Once so. }\n`, github);
        expect(stale.code, stale.stdout + stale.stderr).toBe(1);
        expect(stale.results.problems).toMatchObject([{ rule: 'baseline/stale-waiver', at: { file: 'pyx.yaml', line: 4 } }]);
        expect(stale.stderr).toContain('::error file=pyx.yaml,line=4,title=Pyx%3A waiver');
        expect(await readFile(join(folder, 'step.md'), 'utf8')).toContain('# ❌ Pyx gate: Failed');

        proxy.plant(asString('getblockcount', ''));
        const broken = await gate(folder, cases, github);
        expect(broken.code, broken.stdout + broken.stderr).toBe(1);
        expect(broken.results.problems).toMatchObject([{ rule: 'document/type', severity: 'breaking', at: { file: 'pyx.yaml', line: 1 } }]);
        expect(broken.results.problems[0]?.replay).toContain('--case methods/getblockcount/required-only --seed 1');
        // The same difference, accepted.
        const waived = await gate(folder, `${cases}waivers:\n  - { cases: methods/getblockcount/*, reason: Known. }\n`, env);
        expect(waived.code, waived.stdout + waived.stderr).toBe(0);

        proxy.plant(slow);
        // Three repeats more than are needed: on a busy machine one may have no answer.
        const load = `load:\n  - { method: getblockcount, rate: 20, duration: 300ms, warmUp: 50ms, repeat: 12, baseline: "${direct}" }\n`;
        const slower = await gate(folder, `${cases}${load}`, env);
        expect(slower.code, slower.stdout + slower.stderr).toBe(1);
        expect(slower.results.parts.map(({ exitCode }) => exitCode)).toEqual([0, 1]);
        expect(slower.results.problems).toMatchObject([
          // The line of the load, after those of the policy with the cases.
          { rule: 'load/baseline', part: 'load getblockcount', at: { file: 'pyx.yaml', line: cases.split('\n').length + 1 } },
        ]);
        expect(slower.results.problems[0]?.message).toMatch(/p50\b.*: significantly worse/);
      }),
    ));

  test('judges waivers on all its seeds together: what one of them needs is not stale', async () => {
    // Of this case seed 2 draws verbosity 2, seeds 3 and 6 another: the statuses below show it.
    const drawn = 'methods/getblock/with/verbosity';
    const wrong: Fault = {
      name: 'getblock: height as a text with verbosity 2',
      answer: ({ result, ...rest }, { method, params }) =>
        method === 'getblock' && params[1] === 2 ? { ...rest, result: { ...(result as object), height: 'x' } } : undefined,
    };
    /** The exit code, the status of the case with each seed, and the problems; on a new node, whose coins nothing has spent. */
    const gated = async (...seeds: readonly number[]): Promise<unknown[]> => {
      let seen: unknown[] = [];
      await withNode((proxy, _, env) =>
        inFolder(async (folder) => {
          proxy.plant(wrong);
          const waiver = `{ cases: ${drawn}, path: height, reason: Known. }`;
          const policy = `target: ${proxy.address}\nseeds: [${seeds.join()}]\ncases: [${drawn}]\nwaivers: [${waiver}]\n`;
          const { code, results } = await gate(folder, policy, env);
          const runs = await Promise.all(seeds.map((seed) => resultsIn(join(folder, `out/run-${seed}`))));
          const statuses = runs.map(({ cases }) => cases.find(({ id }) => id === drawn)?.status);
          seen = [code, ...statuses, ...results.problems.map(({ rule, part }) => `${rule} in ${part}`)];
        }),
      );
      return seen;
    };
    expect(await gated(2, 3)).toEqual([0, 'waived', 'passed']);
    expect(await gated(3, 6)).toEqual([1, 'passed', 'passed', 'baseline/stale-waiver in run, seed 6']);
  });

  test('exits with 2 for a target that does not start, and begins nothing after it', () =>
    inFolder(async (folder) => {
      const { code, stderr, stdout, results } = await gate(folder, 'target: process:false\nmethods: [getblock]\nfuzz: { runs: 10 }\n');
      expect(code, stdout + stderr).toBe(2);
      expect(results.parts.map(({ exitCode }) => exitCode)).toEqual([2, null]);
      expect(stdout).toMatch(/false did not come up: it ended/);
    }));

  test('in three shards, merged, equals the whole, a stale waiver included', () =>
    inFolder(async (folder) => {
      // Each shard has cases of the waiver, and none of them may find it stale alone.
      const policy = 'target: embedded\ncases: [methods/getblock/*]\nwaivers:\n  - { cases: methods/getblock/*, reason: Once so. }\n';
      const whole = await gate(folder, policy);
      expect(whole.code, whole.stdout + whole.stderr).toBe(1);
      for (const index of [1, 2, 3]) {
        const { code, stdout, stderr } = await pyx(['gate', '--shard', `${index}/3`, '--out', `shard-${index}`], { cwd: folder });
        expect(code, stdout + stderr).toBe(0);
      }
      const merged = await pyx(['report', ...[1, 2, 3].map((index) => `shard-${index}/run-1`), '--out', 'merged'], { cwd: folder });
      expect(merged.code, merged.stdout + merged.stderr).toBe(1);
      const [wholeResults, mergedResults] = await Promise.all([resultsIn(join(folder, 'out/run-1')), resultsIn(join(folder, 'merged'))]);
      const statuses = ({ cases }: Results): string[] => cases.map(({ id, status }) => `${id} ${status}`).sort();
      expect(statuses(mergedResults)).toEqual(statuses(wholeResults));
      expect(mergedResults).toMatchObject({
        complete: wholeResults.complete,
        totals: wholeResults.totals,
        coverage: wholeResults.coverage,
      });
      expect(wholeResults.totals['failed']).toBe(1);
    }));

  test('refuses a policy before anything is begun', () =>
    inFolder(async (folder) => {
      const refused = async (policy: string): Promise<string> => {
        await writeFile(join(folder, 'pyx.yaml'), policy);
        const { code, stderr } = await pyx(['gate', '--out', 'out'], { cwd: folder });
        expect(code, stderr).toBe(2);
        expect(existsSync(join(folder, 'out'))).toBe(false);
        return stderr;
      };
      expect(await refused('target: embedded\nsuits: [rules]\n')).toContain(
        'pyx.yaml: line 2: there is no key "suits"; did you mean "suites"?',
      );
      expect(await refused('target: embedded\nmethods: [getblok]\n')).toContain('there is no "getblok"; similar: getblock');
      expect(await refused('target: embedded\nload: [{ scenario: explorr }]\n')).toContain('did you mean explorer?');
      expect(await refused('target: embedded\nload: [{ method: getblock, repeat: 3, baseline: embedded }]\n')).toContain(
        'give --repeat 9 or more',
      );
      expect(await refused('target: embedded\nload: [{ scenario: explorer, thresholds: [fast] }]\n')).toContain('p99 < 50ms');
    }));
});

test('pyx init writes a policy that pyx gate reads, once', () =>
  inFolder(async (folder) => {
    const written = await pyx(['init', '--target', 'process:false'], { cwd: folder });
    expect(written.code, written.stderr).toBe(0);
    const { results } = await gate(folder, await readFile(join(folder, 'pyx.yaml'), 'utf8'));
    expect(results).toMatchObject({ exitCode: 2, target: 'process:false' });
    expect(results.parts.map(({ name }) => name)).toEqual(['run, seed 1', 'run, seed 2', 'drift', 'fuzz', 'load explorer']);
    const known = await pyx(['init', '--target', 'process:false', '--target-file', 'acme.yaml', '--seeds', '3,4', 'known.yaml'], {
      cwd: folder,
    });
    expect(parse(await readFile(join(folder, 'known.yaml'), 'utf8'))).toMatchObject({ targetFile: 'acme.yaml', seeds: [3, 4] });
    const commands = [
      'drift --target process:false --learn acme.yaml',
      'gate --policy known.yaml --out pyx-out/gate',
      'accept pyx-out/gate',
    ];
    for (const command of commands) expect(known.stdout).toContain(`pyx ${command}`);
    // A latency in milliseconds is that of the machine as much as of the node.
    expect(await readFile(join(folder, 'pyx.yaml'), 'utf8')).not.toMatch(/\d ?ms\b|p99/);
    const beside = await pyx(['init', '--target', 'embedded', '--baseline', 'process:/opt/last/coind', 'beside.yaml'], { cwd: folder });
    expect(beside.code, beside.stderr).toBe(0);
    expect(parse(await readFile(join(folder, 'beside.yaml'), 'utf8'))).toMatchObject({ load: [{ baseline: 'process:/opt/last/coind' }] });
    for (const [args, message] of [
      [['--seeds', '1,1', 'other.yaml'], /Name each seed once/],
      [['--target', 'nope:3', 'other.yaml'], /"nope:3" is not a target/],
      [['--baseline', 'http://me:hush-hush@127.0.0.1:18443', 'other.yaml'], /--baseline: .*this address has credentials; leave them out/],
      [['--target', 'http://me:hush-hush@127.0.0.1:18443', 'other.yaml'], /this address has credentials; leave them out/],
      [['pyx.yaml/other.yaml'], /other\.yaml cannot be written \(E\w+\); name a file/],
    ] as const) {
      const refused = await pyx(['init', ...args], { cwd: folder });
      expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) as string });
      expect(refused.stderr).not.toContain('hush-hush');
      expect(existsSync(join(folder, 'other.yaml'))).toBe(false);
    }
    const again = await pyx(['init'], { cwd: folder });
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('pyx.yaml exists already; name another file, or replace it by --force');
    expect((await pyx(['init', '--force'], { cwd: folder })).code).toBe(0);
  }));
