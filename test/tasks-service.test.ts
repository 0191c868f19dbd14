import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFolder, journalIn, pyx, resultsIn } from './support/pyx.ts';
import { tasksFaults } from './support/tasks-faults.ts';
import { vitestOf } from './support/verdict-outputs.ts';

const example = join(import.meta.dirname, '../examples/tasks');
const STANDARD = ['--standard', 'standard', '--plugin', 'plugin.mjs'];
const MODEL = 'tasks/states/task-list';
const ON_SERVICE = [...STANDARD, '--target', 'tasks:service.mjs'];

const withExample = (work: (folder: string) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    await cp(example, folder, { recursive: true });
    await work(folder);
  });

test('the tasks service conforms to its standard: every method, sentence and argument is judged, and no case calls what only a coin node has', async () => {
  await withExample(async (folder) => {
    const ended = await pyx(['run', ...ON_SERVICE, '--seed', '1', '--out', 'out'], { cwd: folder });
    expect(ended.code, ended.stdout).toBe(0);
    expect(ended.stderr).toContain('standard: Tasks 1.4 (standard), 7 methods');
    expect(ended.stderr).not.toMatch(/wallet|block|chain|have no case/);
    const { totals, coverage } = await resultsIn(join(folder, 'out'));
    expect(totals).toMatchObject({ failed: 0, skipped: 0, inapplicable: 0 });
    expect([coverage.methods.missing, coverage.rules.missing, coverage.params.missing]).toEqual([[], [], []]);
    const journal = await readFile(join(folder, 'out/journal.jsonl'), 'utf8');
    expect(journal).not.toMatch(/getblockchaininfo|getnetworkinfo|listwallets|generatetoaddress/);
  });
});

/** Plants the fault with this name in the service of the folder. */
async function plant(folder: string, fault: string): Promise<void> {
  const { from, to } = tasksFaults.find(({ name }) => name === fault)!;
  const source = await readFile(join(folder, 'service.mjs'), 'utf8');
  expect(source.split(from)).toHaveLength(2);
  await writeFile(
    join(folder, 'service.mjs'),
    source.replace(from, () => to),
  );
}

test.each(tasksFaults)('$name: found', async ({ name, found }) => {
  await withExample(async (folder) => {
    await plant(folder, name);
    const { code, stdout } = await pyx(['run', ...ON_SERVICE, '--seed', '1', '--out', 'out'], { cwd: folder });
    expect(code, stdout).toBe(1);
    const failed = (await resultsIn(join(folder, 'out'))).cases.filter(({ status }) => status === 'failed').map(({ id }) => id);
    expect(failed.length, stdout).toBeGreaterThan(0);
    expect(failed.filter((id) => !found.some((part) => id.startsWith(part)))).toEqual([]);
  });
});

test('each command works on the tasks service', async () => {
  await withExample(async (folder) => {
    const run = async (...args: string[]): Promise<string> => {
      const ended = await pyx(args, { cwd: folder });
      expect(ended.code, `${args.join(' ')}\n${ended.stdout}${ended.stderr}`).toBe(0);
      return ended.stdout;
    };
    expect(await run('spec', 'check', 'standard')).toContain('no problem');
    // Exported as OpenRPC and read again, it is the same standard.
    await writeFile(join(folder, 'tasks.json'), await run('spec', 'export', '--standard', 'standard'));
    await run(
      'run',
      '--standard',
      'tasks.json',
      '--plugin',
      'plugin.mjs',
      '--target',
      'tasks:service.mjs',
      '--seed',
      '1',
      '--out',
      'openrpc',
    );
    expect(await run('explain', ...STANDARD, 'tasks/rules/tasks.count/open')).toContain('open is the number of tasks that are not done.');
    await run('fuzz', ...ON_SERVICE, '--runs', '300', '--seed', '1', '--no-corpus', '--out', 'fuzz');
    await run(
      'load',
      ...ON_SERVICE,
      '--method',
      'tasks.count',
      '--connections',
      '1',
      '--duration',
      '300ms',
      '--warm-up',
      '0s',
      '--out',
      'load',
    );
    await run('drift', ...ON_SERVICE, '--out', 'drift');
    await run('diff', 'tasks:service.mjs', 'tasks:service.mjs', ...STANDARD, '--seed', '1', '--out', 'diff');
    await run('selfcheck', ...ON_SERVICE, '--sample', '5', '--fail-below', '50%', '--seed', '1', '--out', 'selfcheck');
    const policy = ['target: tasks:service.mjs', 'standard: standard', 'plugins: [plugin.mjs]', 'fuzz: { runs: 50, corpus: corpus }'];
    await writeFile(join(folder, 'pyx.yaml'), `${policy.join('\n')}\n`);
    await run('gate', '--out', 'gate');
    await run('report', 'gate/run-1', '--out', 'again');
  });
});

const TRIAL = { target: 'tasks:service.mjs', standard: 'standard', seed: 1 };

test('trialTests makes a vitest test of each case of the standard', async () => {
  await withExample(async (folder) => {
    const { stdout } = await pyx(['run', ...STANDARD, '--list'], { cwd: folder });
    const cases = stdout.trimEnd().split('\n');
    expect(cases).toEqual(expect.arrayContaining(['tasks/rules/tasks.count/open', 'methods/tasks.get/required-only']));
    const shown = await vitestOf(TRIAL, { folder, env: {} }, './plugin.mjs');
    // One more is about the target file.
    expect(shown, shown.text).toMatchObject({ success: true, passed: cases.length + 1, failed: 0, skipped: 0 });
  });
});

test('trialTests fails what finds a fault of the service, with its replay', async () => {
  await withExample(async (folder) => {
    const source = await readFile(join(folder, 'service.mjs'), 'utf8');
    await writeFile(join(folder, 'service.mjs'), source.replace('filter(({ done }) => !done).length', 'length'));
    const { success, failed, text } = await vitestOf(TRIAL, { folder, env: {} }, './plugin.mjs');
    expect([success, failed], text).toEqual([false, 1]);
    expect(text).toContain(
      "pyx run --target tasks:service.mjs --case tasks/rules/tasks.count/open --seed 1 --standard standard --plugin '<file of the plug-in tasks>'",
    );
  });
});

test('trialTests names a standard that cannot be read, without a stack', async () => {
  await inFolder(async (folder) => {
    const { success, passed, text } = await vitestOf({ target: 'embedded', standard: 'none' }, { folder, env: {} });
    expect([success, passed], text).toEqual([false, 0]);
    expect(text).toContain('Could not be done: none: no such file or folder; name a folder of method files');
    expect(text).not.toMatch(/\.[mt]s:\d+:\d+/);
  });
});

test('a fault that only a sequence of calls shows is found by the state model, shown by the shortest one, and replayed', async () => {
  await withExample(async (folder) => {
    await plant(folder, 'a finished task is listed last');
    const failing = async (args: readonly string[], out: string) => {
      const { code, stdout } = await pyx([...args, '--out', out], { cwd: folder });
      expect(code, stdout).toBe(1);
      return (await resultsIn(join(folder, out))).cases.find(({ status }) => status === 'failed');
    };
    const found = await failing(['run', ...ON_SERVICE, '--case', MODEL, '--seed', '4', '--runs', '20', '--commands', '9'], 'found');
    expect(found).toMatchObject({
      id: MODEL,
      findings: [
        {
          source: 'document 1, Tasks: Tasks are listed in the order in which they were added.',
          message: expect.stringMatching(/; after the shortest sequence found, 3 commands: add \w+; add \w+; finish 0$/) as string,
        },
      ],
    });
    const { replay } = (await journalIn(join(folder, 'found'))).find(({ id }) => id === MODEL) as unknown as { readonly replay: string };
    const words = replay.split(' ');
    expect(replay).toMatch(/--seed 4 --runs 20 --commands 9/);
    expect((await failing(words.slice(words.indexOf('run')), 'again'))?.findings).toEqual(found?.findings);
  });
});

test('a selfcheck tries the state model with faults, and it finds some', async () => {
  await withExample(async (folder) => {
    const args = ['selfcheck', ...ON_SERVICE, '--method', 'tasks.list', '--operator', 'answer/case-changed', '--all'];
    expect(await pyx([...args, '--seed', '1', '--out', 'out'], { cwd: folder })).toMatchObject({ code: 0 });
    expect(await readFile(join(folder, 'out/selfcheck.json'), 'utf8')).toContain(MODEL);
  });
});

test('docs/standard.md shows these faults', async () => {
  const page = await readFile(join(example, '../../docs/standard.md'), 'utf8');
  const rows = tasksFaults.map(({ name, schemathesis, openrpc }) => `| ${name} | yes | ${schemathesis} | ${openrpc} |`);
  expect(/<!-- faults -->\n(?:.*\n){2}([\s\S]*?)\n<!-- end -->/.exec(page)?.[1]).toBe(rows.join('\n'));
});
