import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { copyFile, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { installIn } from './support/installed.ts';
import { knownMetrics, queriesOf, selectorsOf, unknownIn, type Dashboard } from './support/dashboard.ts';
import { inFolder, pyx } from './support/pyx.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** The example in a folder of its own, in which Pyx and vitest are installed. */
const withExample = (name: string, work: (folder: string) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    await installIn(folder);
    await symlink(join(root, 'node_modules/vitest'), join(folder, 'node_modules/vitest'));
    await copyFile(join(root, 'examples', name), join(folder, name));
    await work(folder);
  });

const examples: Readonly<Record<string, (name: string, folder: string) => Promise<void>>> = {
  'start-node.mjs': async (name, folder) => {
    const { stdout } = await run(process.execPath, [name], { cwd: folder });
    const [service, ...others] = stdout.trimEnd().split('\n');
    expect(service).toMatch(/^http:\/\/127\.0\.0\.1:\d+ \S+$/);
    // Height and balance; one transaction in the pool, and none after the restore: as the comments in the example say.
    expect(others).toEqual(['101 5000000000n', '1', '0']);
  },
  'trial.test.mjs': async (name, folder) => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const { stdout } = await run(process.execPath, [vitest, 'run', '--reporter=json', '--root', folder, name], { cwd: folder });
    const { success, numPassedTests } = JSON.parse(stdout) as { success: boolean; numPassedTests: number };
    expect(success).toBe(true);
    expect(numPassedTests).toBeGreaterThan(5);
  },
  'acme-1.2.yaml': async (name, folder) => {
    expect(await pyx(['spec', 'check', name], { cwd: folder })).toMatchObject({ code: 0, stdout: `${name}: no problem\n` });
    // Its waivers name cases: one that does not would be a finding.
    const ended = await pyx(['run', '--target-file', name, '--case', 'methods/getblockcount/required-only', '--out', 'out'], {
      cwd: folder,
    });
    expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining(`target file: ${name}`) as string });
  },
  'block-watcher.yaml': async (name, folder) => {
    // A busy machine may miss the thresholds of the example; that is not what is tested here.
    const thresholds = ['--threshold', 'errors < 0.1%'];
    const ended = await pyx(['load', `./${name}`, '--duration', '1s', ...thresholds, '--out', 'out'], { cwd: folder });
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('block watcher on /coind:') as string });
  },
  'grafana-dashboard.json': async (name, folder) => {
    const dashboard = JSON.parse(await readFile(join(folder, name), 'utf8')) as Dashboard;
    const queries = queriesOf(dashboard);
    expect(queries.length).toBeGreaterThan(20);
    const known = knownMetrics();
    for (const query of queries) expect(unknownIn(query, known), query).toEqual([]);
    // What no panel shows is watched by nobody.
    const shown = new Set(queries.flatMap((query) => selectorsOf(query).map(({ metric }) => metric)));
    const families = known.map(({ names }) => names);
    expect(families.filter((names) => !names.some((sample) => shown.has(sample)))).toEqual([]);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  },
  'pyx.yaml': async (name, folder) => {
    // The whole policy is read, and its target replaced, before the first part is begun.
    const ended = await pyx(['gate', '--policy', name, '--target', 'process:false', '--out', 'out'], { cwd: folder });
    expect(ended).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('Not run: run, seed 2; drift; fuzz; load explorer; load getblockcount; tps.') as string,
    });
  },
};

test.each(Object.keys(examples))('examples/%s works as its page describes', (name) =>
  withExample(name, async (folder) => examples[name]?.(name, folder)),
);

test('every other example is a pipeline, which ci-examples.test.ts tests, or a plug-in or a service, which have tests of their own', () => {
  const others = readdirSync(join(root, 'examples')).filter((name) => !(name in examples));
  expect(others.sort()).toEqual([
    'Jenkinsfile',
    'gate.sh',
    'github-workflow-image.yml',
    'github-workflow.yml',
    'gitlab-ci.yml',
    'plugin.ts',
    'tasks',
  ]);
});
