import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pyx-releases-'));
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: root });
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a program in a folder with a release of Node first on the path. */
const withNode = (node: string, cwd: string, command: string, args: readonly string[]): Promise<{ stdout: string }> =>
  run(command, args, { cwd, env: { ...process.env, PATH: `${node}${delimiter}${process.env['PATH']}` }, maxBuffer: 64 * 1024 * 1024 });

// The oldest that is supported, and each line with long-term support since.
test.each(['20.19', '22', '24', '26'])(
  'the package, a plug-in and the two commands of the README work on Node %s',
  { timeout: 1_800_000 },
  async (release) => {
    const project = join(folder, release);
    const bin = join(project, 'node_modules/node/bin');
    await run('mkdir', [project]);
    await writeFile(join(project, 'package.json'), '{"private": true, "type": "module"}');
    const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
    // This package brings the program of that release.
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', `../${tarball}`, `node@${release}`], { cwd: project });
    const { stdout: version } = await withNode(bin, project, 'node', ['--version']);
    expect(version).toMatch(new RegExp(`^v${release.replace('.', '\\.')}\\.`));

    const pyx = (...args: string[]): Promise<{ stdout: string }> => withNode(bin, project, 'npx', ['--no-install', 'pyx', ...args]);
    // Node strips types by itself from 22.18 on.
    const isStripping = Number.parseInt(release, 10) > 20;
    const plugin = isStripping ? 'plugin.ts' : 'plugin.mjs';
    if (isStripping) await cp(join(root, 'examples/plugin.ts'), join(project, plugin));
    else {
      const { build } = await import('esbuild');
      await build({ entryPoints: [join(root, 'examples/plugin.ts')], outfile: join(project, plugin), format: 'esm', platform: 'node' });
    }
    const ofPlugin = await pyx('run', '--plugin', plugin, '--suite', 'house', '--seed', '1', '--out', 'house', '--json');
    expect(JSON.parse(ofPlugin.stdout)).toMatchObject({ exitCode: 0, totals: { passed: 2 } });
    const whole = await pyx('run', '--seed', '1', '--out', 'whole', '--json');
    expect(JSON.parse(whole.stdout)).toMatchObject({ exitCode: 0, totals: { failed: 0, skipped: 0 } });

    // A clone, with the packages that are installed here: as npm start and npm test, for a part of the tests.
    const clone = join(project, 'clone');
    await run('git', ['clone', '--quiet', root, clone]);
    // By hard links: the build notes in it what it has built there.
    await run('cp', ['-al', join(root, 'node_modules'), join(clone, 'node_modules')]);
    await withNode(bin, clone, 'npm', ['start', '--', '--method', 'getblockcount', '--out', 'out']);
    await withNode(bin, clone, 'npm', ['test', '--', 'engine/run.test.ts', 'test/rooms', 'test/plugins.test.ts']);
  },
);
