import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, type TestContext } from 'vitest';
import type { Wire } from '../specs/model/wire.ts';
import { stringify } from '../client/wire-json.ts';
import { openProcessTarget } from '../fixtures/targets/process-target.ts';
import { specification } from '../specs/model/specification.ts';
import { openRpcValidator } from '../specs/model/testing/openrpc-validator.ts';
import { needs } from './require.ts';
import { FaultProxy } from './support/fault-proxy.ts';
import { inFolder, pyx, resultsIn, startPyx } from './support/pyx.ts';
import { resultsValidator } from '../reports/results-validator.ts';
import schema from '../reports/results.schema.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');

async function listed(...args: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await pyx(['run', '--list', ...args]);
  expect(code, stderr).toBe(0);
  return stdout.split('\n').filter((line) => line !== '');
}

describe('the selected cases', () => {
  test('--list prints every case once, without a target', async () => {
    const all = await listed();
    expect(all.length).toBeGreaterThanOrEqual(2_500);
    expect(new Set(all).size).toBe(all.length);
    expect(all).toContain('methods/getblock/required-only');
    expect(all.filter((id) => /\s/.test(id))).toEqual([]);
  });

  test('the options select cases in combination', async () => {
    const [all, suite, family, method, both] = await Promise.all([
      listed(),
      listed('--suite', 'methods'),
      listed('--family', 'network'),
      listed('--method', 'getblock,setban'),
      listed('--suite', 'rules', '--method', 'setban'),
    ]);
    expect(suite).toEqual(all.filter((id) => id.startsWith('methods/')));
    expect(family.length).toBeGreaterThan(20);
    expect(family).toContain('methods/setban/required-only');
    expect(family).not.toContain('methods/getblock/required-only');
    expect(method).toEqual(expect.arrayContaining(['methods/getblock/required-only', 'methods/setban/required-only']));
    expect(both.length).toBeGreaterThan(3);
    expect(both.filter((id) => !id.startsWith('rules/'))).toEqual([]);
    expect(both).toEqual(all.filter((id) => both.includes(id)));
  });

  test('a reader that closes the output early is not an error', async () => {
    const running = startPyx(['run', '--list']);
    running.child.stdout?.destroy();
    expect(await running.ended).toMatchObject({ code: 0, stderr: expect.not.stringContaining('EPIPE') as string });
  });

  test('* in --case matches any text, and several patterns are combined', async () => {
    const all = await listed();
    const chosen = await listed(
      '--case',
      'rules/setban/*',
      '--case',
      'methods/getblock/enum/verbosity=*,methods/getblockcount/required-only',
    );
    const fitting = all.filter((id) =>
      /^rules\/setban\/|^methods\/getblock\/enum\/verbosity=|^methods\/getblockcount\/required-only$/.test(id),
    );
    expect(fitting.length).toBeGreaterThan(7);
    expect([...chosen].sort()).toEqual([...fitting].sort());
  });

  test('--read-only selects no case that writes', async () => {
    const lines = (await listed('--read-only', '--json')).map((line) => JSON.parse(line) as { id: string; effect: string[] });
    expect(lines.length).toBeGreaterThan(500);
    expect(lines.filter(({ effect }) => effect.some((kind) => kind !== 'read')).map(({ id }) => id)).toEqual([]);
  });

  test('shards are disjoint and together complete', async () => {
    const [whole, ...shards] = await Promise.all([listed(), listed('--shard', '1/3'), listed('--shard', '2/3'), listed('--shard', '3/3')]);
    expect(shards.flat().sort()).toEqual([...(whole ?? [])].sort());
    for (const shard of shards) expect(shard.length).toBeGreaterThan((whole?.length ?? 0) / 4);
  });

  test('--list --json prints one object per line', async () => {
    const [line = ''] = await listed('--json', '--case', 'methods/getblock/enum/verbosity=2');
    expect(JSON.parse(line)).toMatchObject({
      id: 'methods/getblock/enum/verbosity=2',
      suite: 'methods',
      method: 'getblock',
      kind: 'enum',
      effect: ['read'],
      profile: 'default',
    });
  });

  test('explain prints what a case does, its evidence and how to run it; a wrong id gets suggestions', async () => {
    const { code, stdout } = await pyx(['explain', 'rules/getblock/confirmations']);
    expect(code).toBe(0);
    expect(stdout).toContain('document 2, ');
    expect(stdout).toContain('--case rules/getblock/confirmations');
    const wrong = await pyx(['explain', 'rules/getblock/confirmation']);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('pyx: there is no "rules/getblock/confirmation"; similar: rules/getblock/confirmations');
    expect(wrong.stderr).not.toContain('--case');
  });
});

describe('the specification', () => {
  test('check finds no problem', async () => {
    const { code, stdout } = await pyx(['spec', 'check', '--json']);
    expect(JSON.parse(stdout)).toEqual({ problems: [] });
    expect(code).toBe(0);
  });

  test('check of one file reports on that file only', async () => {
    await inFolder(async (folder) => {
      const file = join(folder, 'target.yaml');
      await writeFile(file, 'name: a\nwaiverz: []\n');
      const { code, stdout } = await pyx(['spec', 'check', file]);
      expect(code).toBe(1);
      expect(stdout).toContain('line 2: there is no key "waiverz"; did you mean "waivers"?');
      expect((await pyx(['spec', 'check', join(root, 'specs/targets/coind.yaml')])).code).toBe(0);
      expect((await pyx(['spec', 'check', join(folder, 'nothing.yaml')])).code).toBe(2);
    });
    const all = await pyx(['spec', 'check']);
    const [documented] = all.stdout.match(/^\d+(?= documented methods, \d+ beyond the documents, \d+ shapes: no problem\n$)/) ?? [];
    expect(documented, all.stdout).toBe(String(specification.documented.length));
  });

  test('coverage counts the documented methods', async () => {
    const { code, stdout } = await pyx(['spec', 'coverage', '--json']);
    expect(code).toBe(0);
    expect(stdout).toContain('"wallet"');
    const plain = await pyx(['spec', 'coverage']);
    expect(plain.code).toBe(0);
    expect(plain.stdout).toContain('wallet');
  });

  test('readings lists the readings of the documents that are not literal', async () => {
    const { code, stdout } = await pyx(['spec', 'readings', '--json']);
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as unknown[]).length).toBeGreaterThan(5);
  });

  test('export writes OpenRPC with neutral names and with the names of a node', async () => {
    await inFolder(async (folder) => {
      const file = join(folder, 'deep', 'openrpc.json');
      const written = await pyx(['spec', 'export', '--out', file]);
      expect(written.code, written.stderr).toBe(0);
      const neutral = await readFile(file, 'utf8');
      const { openrpc, methods } = JSON.parse(neutral) as { openrpc: string; methods: { name: string }[] };
      expect(openrpc).toMatch(/^1\./);
      expect(methods.map(({ name }) => name)).toEqual(expect.arrayContaining(['getblock', 'coinburn']));
      expect((await pyx(['spec', 'export'])).stdout).toBe(neutral);
      const branded = await pyx(['spec', 'export', '--names', 'coin=acme,ext=foo,extclient=bar']);
      expect(branded.stdout).toContain('"acmeburn"');
      expect(branded.stdout).not.toContain('"coinburn"');
      const problemsOf = openRpcValidator();
      for (const exported of [neutral, branded.stdout]) expect(problemsOf(JSON.parse(exported))).toEqual([]);
      expect(problemsOf({ openrpc: '1.0.0' })).not.toEqual([]);
    });
  });
});

test('help and version are not errors; a wrong command is', async () => {
  const [help, version, wrong] = await Promise.all([pyx(['--help']), pyx(['--version']), pyx(['rnu'])]);
  expect([help.code, version.code, wrong.code]).toEqual([0, 0, 2]);
  expect(help.stdout).toContain('run');
  expect(version.stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
  expect(wrong.stderr).toContain('run');
});

test.each([
  [['run', '--sed', '1'], 'pyx run --help'],
  [['diff', 'embedded'], 'pyx diff --help'],
  [['spec', 'check', '--jsn'], 'pyx spec check --help'],
])('who uses %j wrongly is sent to %s', async (args, help) => {
  const { code, stderr } = await pyx(args);
  expect(code).toBe(2);
  expect(stderr).toContain(`(see ${help})`);
});

describe('runs on litecoind', () => {
  const litecoind = ['run', '--target', 'process:litecoind'];
  const some = ['--case', 'methods/getblock/*,methods/getchaintips/*,rules/setban/*,methods/dumpprivkey/required-only'];

  async function run(
    ctx: TestContext,
    outDir: string,
    ...args: string[]
  ): Promise<{ code: number | null; stdout: string; stderr: string }> {
    await needs(ctx, 'litecoind');
    return pyx([...litecoind, '--out', outDir, ...args]);
  }

  test('a run writes every report, and its results fit the published schema', async (ctx) => {
    await inFolder(async (folder) => {
      const summary = join(folder, 'step-summary.md');
      await needs(ctx, 'litecoind');
      const outDir = join(folder, 'out');
      const { code, stdout, stderr } = await pyx([...litecoind, ...some, '--seed', '4', '--json', '--out', outDir], {
        env: { GITHUB_STEP_SUMMARY: summary },
      });
      expect(code, stderr).toBe(0);
      const said = JSON.parse(stdout) as { exitCode: number; totals: Record<string, number>; results: string };
      expect(stdout.trim()).not.toContain('\n');
      const results = await resultsIn(outDir);
      expect(said).toMatchObject({ exitCode: 0, totals: results.totals, results: join(outDir, 'results.json') });
      const validate = resultsValidator(schema);
      expect(validate(results), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
      expect(results).toMatchObject({ seed: 4, complete: true });
      expect(results.cases.map(({ id }) => id).sort()).toEqual((await listed(...some)).sort());
      for (const file of ['junit.xml', 'summary.md', 'index.html', 'journal.jsonl'])
        expect((await readFile(join(outDir, file), 'utf8')).length).toBeGreaterThan(100);
      expect(await readFile(summary, 'utf8')).toContain(`${results.totals['passed']} cases passed`);
    });
  });

  test('report writes the same reports again from the journal, with the same exit code', async (ctx) => {
    await inFolder(async (outDir) => {
      const ran = await run(ctx, outDir, '--target-file', 'none', '--case', 'methods/getmempoolentry/*', '--seed', '4');
      expect(ran.code, ran.stderr).toBe(1);
      const before = await resultsIn(outDir);
      const junit = await readFile(join(outDir, 'junit.xml'), 'utf8');
      await writeFile(join(outDir, 'results.json'), 'gone');
      await writeFile(join(outDir, 'junit.xml'), 'gone');
      const again = await pyx(['report', outDir]);
      expect(again.code).toBe(1);
      expect(again.stdout).toBe(ran.stdout);
      expect(await resultsIn(outDir)).toEqual(before);
      expect(await readFile(join(outDir, 'junit.xml'), 'utf8')).toBe(junit);
    });
    const nothing = await pyx(['report', '/nonexistent']);
    expect(nothing.code).toBe(2);
    expect(nothing.stderr).toContain('journal.jsonl');
  });

  test('--failed runs only the failed cases, and the replay command only its case', async (ctx) => {
    await inFolder(async (folder) => {
      const first = join(folder, 'first');
      const ran = await run(ctx, first, '--target-file', 'none', '--case', 'methods/getmempoolentry/*,methods/getblock/*', '--seed', '4');
      expect(ran.code, ran.stderr).toBe(1);
      const results = await resultsIn(first);
      const failed = results.cases.filter(({ status }) => status === 'failed');
      expect(failed.length).toBeGreaterThan(0);
      expect(failed.length).toBeLessThan(results.cases.length);
      const second = join(folder, 'second');
      // With the seed of that run.
      expect((await run(ctx, second, '--failed', first, '--target-file', 'none')).code).toBe(1);
      expect((await resultsIn(second)).seed).toBe(4);
      // Parallel jobs finish in any order.
      expect((await resultsIn(second)).cases.map(({ id }) => id).sort()).toEqual(failed.map(({ id }) => id).sort());

      const [failure] = failed as unknown as readonly [{ id: string; replay: string; findings: unknown }];
      const command = 'npx --no-install pyx ';
      expect(failure.replay.startsWith(`${command}run `), failure.replay).toBe(true);
      const third = join(folder, 'third');
      const words = failure.replay.slice(command.length).split(' ');
      expect((await pyx([...words, '--out', third])).code).toBe(1);
      const again = (await resultsIn(third)).cases;
      expect(again.map(({ id, findings }) => ({ id, findings }))).toEqual([{ id: failure.id, findings: failure.findings }]);
    });
  });

  test('--seeds runs a trial for each seed in a separate folder, and exits with the worst code', async () => {
    await inFolder(async (outDir) => {
      const args = ['run', '--seeds', '2', '--seed', '41', '--jobs', '1', '--out', outDir];
      const { code, stdout, stderr } = await pyx([...args, '--case', 'methods/getblockcount/*', '--json']);
      expect(code, stderr).toBe(0);
      expect(stderr).toMatch(/seed 41 \(1 of 2\)[^]*seed 42 \(2 of 2\)/);
      expect(JSON.parse(stdout)).toMatchObject({
        exitCode: 0,
        out: outDir,
        runs: [
          { seed: 41, exitCode: 0, out: join(outDir, 'seed-41') },
          { seed: 42, exitCode: 0 },
        ],
      });
      for (const seed of [41, 42]) expect(await resultsIn(join(outDir, `seed-${seed}`))).toMatchObject({ seed, complete: true });

      const target = join(outDir, 'target.yaml');
      await writeFile(
        target,
        'name: nothing\nwaivers:\n  - { cases: methods/getblockcount/required-only, reason: matches nothing, until: 2001-01-01 }\n',
      );
      const failing = await pyx([...args, '--case', 'methods/getblockcount/*', '--target-file', target, '--bail']);
      expect(failing.code, failing.stderr).toBe(1);
      expect(failing.stdout).toMatch(/seed 41 +Failed +exit 1 /);
      expect(failing.stdout).toContain('0 of 2 seeds without findings. With findings: seed 41. Not run: seed 42.');
    });
  });

  test('--time ends a run with the cases of most worth, and names what was not begun', async () => {
    await inFolder(async (outDir) => {
      const { code, stdout, stderr } = await pyx(['run', '--time', '2s', '--seed', '4', '--jobs', '1', '--out', outDir]);
      expect(code, stdout + stderr).toBe(0);
      expect(stdout).toMatch(
        /Passed with remarks .*The time given \(--time\) was used up: \d+ of [\d,]+ cases run; not begun: .* of rules/,
      );
      const { cases, complete } = await resultsIn(outDir);
      expect(complete).toBe(false);
      expect(cases.length).toBeGreaterThan(0);
      expect(cases.filter(({ id }) => !id.includes('/required-only')).length).toBeLessThan(cases.length / 2);
      expect(cases.filter(({ status }) => status === 'skipped')).toEqual([]);
    });
  });

  test('--seeds reports the finished trials if the next one cannot start', async () => {
    await inFolder(async (folder) => {
      const node = join(folder, 'starts-once');
      await writeFile(
        node,
        `#!/bin/sh\n[ -e ${folder}/started ] && { echo no more >&2; exit 1; }\n: > ${folder}/started\nexec ${process.execPath} ${join(root, 'bin/coind.js')} "$@"\n`,
        { mode: 0o755 },
      );
      const outDir = join(folder, 'out');
      const { code, stdout, stderr } = await pyx([
        'run',
        '--target',
        `process:${node}`,
        // With the file of coind, each trial starts its node a second time, with the start options of the file.
        '--target-file',
        'none',
        '--seeds',
        '3',
        '--seed',
        '7',
        '--jobs',
        '1',
        '--case',
        'methods/getblockcount/required-only',
        '--json',
        '--out',
        outDir,
      ]);
      expect(code, stderr).toBe(2);
      expect(stderr).toContain('no more');
      expect(JSON.parse(stdout)).toMatchObject({ exitCode: 2, runs: [{ seed: 7, exitCode: 0 }] });
      expect(await resultsIn(join(outDir, 'seed-7'))).toMatchObject({ seed: 7, complete: true });
    });
  });

  test('the same seed sends the same requests, a different seed sends others', async (ctx) => {
    await needs(ctx, 'litecoind');
    const target = await openProcessTarget('litecoind');
    const node = await target.start('default');
    const proxy = await FaultProxy.start(() => node.client.address);
    try {
      // Methods with generated arguments, not ones found on the node.
      const methods = ['addnode', 'setban', 'settxfee'];
      const requests = async (seed: string): Promise<string[]> => {
        proxy.seen.length = 0;
        await inFolder(async (outDir) => {
          const ran = await pyx(
            ['run', '--target', proxy.address, '--suite', 'methods', '--method', methods.join(), '--seed', seed, '--out', outDir],
            {
              env: { PYX_RPC_USER: node.credentials?.user ?? '', PYX_RPC_PASSWORD: node.credentials?.password ?? '' },
            },
          );
          expect(ran.code, ran.stderr).toBe(0);
        });
        // The end of a ban is a time relative to the present.
        const textOf = (params: readonly Wire[]): string => stringify([...params]).replace(/\b[12]\d{9}\b/g, '<time>');
        return proxy.seen.filter(({ method }) => methods.includes(method)).map(({ method, params }) => `${method} ${textOf(params)}`);
      };
      const [first, same, other] = [await requests('8'), await requests('8'), await requests('9')];
      expect(first.length).toBeGreaterThan(40);
      expect(same).toEqual(first);
      expect(other).not.toEqual(first);
    } finally {
      await proxy.close();
      await target.close();
    }
  });
});
