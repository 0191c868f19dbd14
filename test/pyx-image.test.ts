import { chmodSync, chownSync, mkdirSync, readdirSync, lstatSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openEmbeddedTarget } from '../fixtures/targets/embedded-target.ts';
import { LITECOIND_IMAGE, needs, PYX_IMAGE } from './require.ts';
import { startCommand, type CommandEnded, type CommandOptions, type CommandRunning } from './support/command.ts';
import { execute } from './support/compose.ts';
import { until } from './until.ts';
import { journalIn, resultsIn } from './support/pyx.ts';

const root = join(import.meta.dirname, '..');
/** A user without an entry in the passwd file of the image. Only root can give it a folder. */
const CALLER = process.geteuid?.() === 0 ? { uid: 4321, gid: 4322 } : { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 };
const CASE = 'methods/getblockcount/*';

let folder: string;

beforeEach(async (ctx) => {
  await needs(ctx, 'docker', PYX_IMAGE);
  folder = await mkdtemp(join(tmpdir(), 'pyx-image-'));
  chownSync(folder, CALLER.uid, CALLER.gid);
  return () => rm(folder, { recursive: true });
});

interface ImageOptions extends CommandOptions {
  readonly image?: string;
  /** Options of `docker run`. Default: the user is the owner of the folder. */
  readonly docker?: readonly string[];
}

const asCaller = ['--user', `${CALLER.uid}:${CALLER.gid}`];

function startInImage(args: readonly string[], { image = PYX_IMAGE, docker = asCaller, ...options }: ImageOptions = {}): CommandRunning {
  return startCommand('docker', ['run', '--rm', ...docker, '--volume', `${folder}:/project`, image, ...args], options);
}

const inImage = (args: readonly string[], options?: ImageOptions): Promise<CommandEnded> => startInImage(args, options).ended;

/** The owners of all files below the folder that Pyx has written, as `uid:gid`. */
function owners(): string[] {
  const files = readdirSync(join(folder, 'pyx-out'), { recursive: true, encoding: 'utf8' });
  expect(files.length).toBeGreaterThan(5);
  return [...new Set(['.', ...files].map((file) => lstatSync(join(folder, 'pyx-out', file))).map(({ uid, gid }) => `${uid}:${gid}`))];
}

test('the entrypoint is pyx: its version and help', async () => {
  const { version } = (await import('../package.json', { with: { type: 'json' } })).default;
  expect(await inImage(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` });
  const { code, stdout } = await inImage(['--help']);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Usage: pyx /)]);
});

test('runs as a user other than root, with the native parts, and without what only development needs', async () => {
  const program = `
    const { readdirSync } = require('node:fs');
    for (const name of ['secp256k1', 'zeromq']) require('/opt/pyx/node_modules/' + name);
    const native = process.report.getReport().sharedObjects.filter((file) => file.endsWith('.node')).map((file) => file.split('/')[4]);
    const files = readdirSync('/opt/pyx', { recursive: true });
    console.log(JSON.stringify({ uid: process.getuid(), native, files, packages: readdirSync('/opt/pyx/node_modules') }));`;
  const { stdout, stderr } = await inImage(['-e', program], { docker: ['--entrypoint', 'node'] });
  expect(stderr).toBe('');
  const { uid, native, files, packages } = JSON.parse(stdout) as Record<'native' | 'files' | 'packages', string[]> & { uid: number };
  expect(uid).toBe(1000);
  expect(native.sort()).toEqual(['secp256k1', 'zeromq']);
  expect(packages).toEqual(expect.arrayContaining(['secp256k1', 'allure-js-commons']));
  for (const name of ['autocannon', 'esbuild', 'testcontainers', 'tsx', 'typescript', 'vitest']) expect(packages).not.toContain(name);
  expect(files.filter((file) => /\.(?:map|ts|h|cc?|cpp|test\.\w+)$|^docs\//.test(file))).toEqual([]);
  expect(files.filter((file) => /^dist\/coind-.*\.cache$/.test(file))).toHaveLength(1);
});

describe('the binary of a node in the mounted folder', () => {
  const withLibraries = `pyx-test-${process.pid}`;
  let prepared: Promise<Buffer> | undefined;

  /** Builds an image in which the node runs, as a user does. Returns the binary of the node. */
  async function prepare(): Promise<Buffer> {
    const env = { ...process.env, BASE: LITECOIND_IMAGE, PACKAGES: 'netbase media-types', IMAGE: withLibraries };
    await execute(join(root, 'docker/build.sh'), ['pyx'], { env, maxBuffer: 2 ** 26 });
    const print = ['run', '--rm', '--entrypoint', 'cat', LITECOIND_IMAGE, '/usr/lib/litecoin/litecoind'];
    return (await execute('docker', print, { encoding: 'buffer', maxBuffer: 2 ** 27 })).stdout;
  }

  beforeEach(async (ctx) => {
    await needs(ctx, 'docker', LITECOIND_IMAGE);
    mkdirSync(join(folder, 'build'));
    writeFileSync(join(folder, 'build/coind'), await (prepared ??= prepare()), { mode: 0o755 });
  });

  afterAll(async () => {
    if (prepared !== undefined) await execute('docker', ['image', 'rm', '--force', withLibraries]);
  });

  test('can be given packages of Debian', async () => {
    const { code, stdout } = await inImage(['/etc/protocols', '/etc/mime.types'], { image: withLibraries, docker: ['--entrypoint', 'ls'] });
    expect([code, stdout]).toEqual([0, '/etc/mime.types\n/etc/protocols\n']);
  });

  test('that lacks a library there is refused, with the remedy', async () => {
    const { code, stdout, stderr } = await inImage(['run', '--target', 'process:build/coind', '--case', CASE]);
    expect(stderr).toMatch(
      /pyx: coind did not come up: .*; install lib\S+\.so\S*, a library that the node needs, where it runs \(in the image of Pyx by PACKAGES or BASE: docs\/image\.md\)\n {2}\| .*error while loading shared libraries/,
    );
    expect([code, stdout]).toEqual([2, '']);
  });

  test('is run, also where nothing else can be written; the reports belong to the caller', async () => {
    const hardened = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--network', 'none'];
    const { code, stdout, stderr } = await inImage(['run', '--target', 'process:/project/build/coind', '--case', CASE, '--seed', '1'], {
      image: withLibraries,
      docker: [...asCaller, ...hardened],
    });
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toContain('Reports: /project/pyx-out/');
    expect(owners()).toEqual([`${CALLER.uid}:${CALLER.gid}`]);
    expect(readdirSync(folder).sort()).toEqual(['build', 'pyx-out']);
  });

  test('with findings ends with 1', async () => {
    const { code, stdout, stderr } = await inImage(
      ['run', '--target', 'process:build/coind', '--target-file', 'none', '--case', 'methods/decodescript/required-only', '--seed', '7'],
      { image: withLibraries },
    );
    expect(code, stdout + stderr).toBe(1);
    expect(stdout).toContain('Failed  1 case failed');
    // There is no npx.
    expect(stdout).toMatch(/^ *(?:replay +)?pyx run --target process:build\/coind --case /m);
    expect(stdout).not.toContain('npx');
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('%s ends the run with its reports, and nothing is left', async (signal) => {
    const name = `pyx-test-${process.pid}-${signal.toLowerCase()}`;
    const out = join(folder, 'pyx-out/interrupted');
    const running = startInImage(['run', '--target', 'process:build/coind', '--out', 'pyx-out/interrupted'], {
      image: withLibraries,
      docker: [...asCaller, '--name', name],
    });
    const outcomes = async (): Promise<boolean> => (await journalIn(out).catch(() => [])).some(({ t }) => t === 'outcome');
    await until('a case was run', outcomes);
    running.child.kill(signal);
    const { code, stdout, stderr } = await running.ended;
    expect(code, stdout + stderr).toBe(130);
    expect((await resultsIn(out)).complete).toBe(false);
    expect(owners()).toEqual([`${CALLER.uid}:${CALLER.gid}`]);
    expect(readdirSync(folder).sort()).toEqual(['build', 'pyx-out']);
    // Docker removes a container after its client has ended.
    const isGone = async (): Promise<boolean> =>
      (await execute('docker', ['ps', '--all', '--quiet', '--filter', `name=${name}`])).stdout === '';
    await until('the container is gone', isGone, 20_000);
  });
});

describe('the user', () => {
  const embedded = ['run', '--case', CASE, '--seed', '1'];

  test('is 1000 without --user, who can write to a folder that is open to all', async () => {
    chmodSync(folder, 0o777);
    const { code, stdout, stderr } = await inImage(embedded, { docker: [] });
    expect(code, stdout + stderr).toBe(0);
    expect(owners()).toEqual(['1000:1000']);
    await execute('docker', ['run', '--rm', '--volume', `${folder}:/project`, '--entrypoint', 'rm', PYX_IMAGE, '-r', '/project/pyx-out']);
  });

  test('who cannot write to the folder learns which user can', async () => {
    chmodSync(folder, 0o755);
    const { code, stderr } = await inImage(embedded, { docker: ['--user', '4323:4323'] });
    expect(stderr).toMatch(
      /^pyx: --out: \/project\/pyx-out\/\S+ cannot be written \(EACCES\): \/project belongs to \d+:\d+, and pyx runs as 4323:4323;/m,
    );
    expect(stderr).toContain(`(in a container: docker run --user ${CALLER.uid}:${CALLER.gid})`);
    expect(code).toBe(2);
  });
});

test('a wrong option ends with 2, and nothing is written', async () => {
  const { code, stderr } = await inImage(['run', '--nosuch']);
  expect([code, stderr]).toEqual([2, expect.stringContaining("unknown option '--nosuch'")]);
  expect(readdirSync(folder)).toEqual([]);
});

describe('a node that runs already', () => {
  const target = openEmbeddedTarget();
  afterAll(() => target.close());

  test('on this machine is reached by the network of the host; credentials come from the environment', async () => {
    const { client, credentials } = await target.start('default');
    const { user = '', password = '' } = credentials ?? {};
    const args = ['run', '--target', client.address, '--case', CASE];
    const variables = ['--env', 'PYX_RPC_USER', '--env', 'PYX_RPC_PASSWORD'];
    const options = { env: { PYX_RPC_USER: user, PYX_RPC_PASSWORD: password } };
    const alone = await inImage(args, { ...options, docker: [...asCaller, ...variables] });
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('nothing listens on this port')]);
    const { code, stdout, stderr } = await inImage(args, { ...options, docker: [...asCaller, ...variables, '--network', 'host'] });
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toContain('Passed');
    expect(owners()).toEqual([`${CALLER.uid}:${CALLER.gid}`]);
  });
});
