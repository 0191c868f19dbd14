import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'pyx-package-'));
const module = join(folder, 'node_modules/pyx');

/** Runs a program in the folder of the installed package, without the project on its path. */
const inFolder = (command: string, args: readonly string[]): Promise<{ stdout: string; stderr: string }> =>
  run(command, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });

/** Why the package could not be installed here, for a reason outside the package. */
let offline: string | undefined;

beforeAll(async () => {
  // npm test has built the packed files.
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: root });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const { version } = (await import('vitest/package.json', { with: { type: 'json' } })).default;
  await inFolder('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', `./${tarball}`, `vitest@${version}`]).catch(
    (error: unknown) => {
      const [code] = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED/.exec(String((error as { stderr?: string }).stderr)) ?? [];
      if (code === undefined) throw error;
      offline = `needs the package registry: ${code}`;
    },
  );
});

beforeEach((ctx) => {
  if (offline !== undefined) ctx.skip(offline);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('has only the files needed at run time', () => {
  const files = readdirSync(module, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.filter(({ name }) => name.endsWith('.map') || name.endsWith('.test.ts')).map(({ name }) => name)).toEqual([]);
  const bytes = files.reduce((sum, { name, parentPath }) => sum + statSync(join(parentPath, name)).size, 0);
  expect(bytes).toBeLessThan(14_000_000);
});

test('has the licence of each package whose code is in its programs, and of no other', () => {
  const dist = join(module, 'dist');
  const programs = readdirSync(dist).filter((name) => /\.(?:mjs|cjs|js)$/.test(name));
  const code = programs.map((name) => readFileSync(join(dist, name), 'utf8')).join('\n');
  // The bundler names each file of which it has code.
  const named = Array.from(code.matchAll(/^ *(?:\/\/|["']) ?[^\n"']*node_modules\/((?:@[^/]+\/)?[^/\n]+)\//gm), ([, name]) => name);
  const bundled = [...new Set(named)].sort();
  expect(bundled).toEqual(
    expect.arrayContaining(['ajv', 'commander', 'fast-check', 'lossless-json', 'yaml', '@noble/curves', '@scure/base']),
  );
  const [, ...texts] = readFileSync(join(dist, 'licenses.txt'), 'utf8').split(`${'='.repeat(80)}\n`);
  expect(texts.map((text) => /^(.+)@[\d.]+ \(/.exec(text)?.[1])).toEqual(bundled);
  for (const text of texts) {
    expect(text).toMatch(/^.+ \(.+\)\nSource: \S+\n/);
    expect(text.split('\n').slice(2).join('\n')).toMatch(/copyright|Mozilla Public License/i);
    expect(text.length).toBeGreaterThan(600);
  }
});

test('installs only packages that its files import', () => {
  const { dependencies, license } = JSON.parse(readFileSync(join(module, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly license: string;
  };
  const dist = join(module, 'dist');
  const code = readdirSync(dist)
    .filter((name) => name.endsWith('js'))
    .map((name) => readFileSync(join(dist, name), 'utf8'))
    .join('\n');
  expect(Object.keys(dependencies).filter((name) => !code.includes(`"${name}"`) && !code.includes(`'${name}'`))).toEqual([]);
  expect(license).toBe('UNLICENSED');
});

test('is ready to be published, but for what its owner decides', async () => {
  const aside = mkdtempSync(join(tmpdir(), 'pyx-publish-'));
  try {
    cpSync(module, aside, { recursive: true });
    const file = join(aside, 'package.json');
    const { private: isPrivate, scripts: _, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    expect(isPrivate).toBe(true);
    writeFileSync(file, JSON.stringify({ ...rest, name: '@example/pyx' }));
    const { stdout, stderr } = await run('npm', ['publish', '--dry-run', '--access', 'public'], { cwd: aside });
    expect(stdout).toContain(`+ @example/pyx@${String(rest['version'])}`);
    // npm corrects what is wrong in package.json, and says so.
    expect(stderr).not.toMatch(/auto-corrected|errors corrected/);
  } finally {
    rmSync(aside, { recursive: true });
  }
});

test('has the schema of each kind of results', () => {
  for (const schema of [
    'reports/results',
    'reports/shared',
    'reports/gate/gate',
    'reports/diff/diff',
    'reports/load/load-results',
    'reports/load/tps-results',
    'reports/load/sweep-results',
  ])
    expect(existsSync(join(module, `${schema}.schema.json`)), schema).toBe(true);
});

test('has all files for the image of Pyx, with the packages beside it', async () => {
  const context = join(folder, 'context');
  await inFolder(process.execPath, [join(module, 'docker/pyx/bundle.mjs'), context]);
  for (const file of ['Dockerfile', 'pyx/pyx.sh', 'pyx/scripts/warm-coind.mjs']) expect(existsSync(join(context, file)), file).toBe(true);
  const packages = readdirSync(join(context, 'pyx/node_modules'));
  expect(packages).toEqual(expect.arrayContaining(['allure-js-commons', 'secp256k1', 'zeromq']));
  for (const name of ['autocannon', 'vitest']) expect(packages).not.toContain(name);
  const { version } = JSON.parse(readFileSync(join(module, 'package.json'), 'utf8')) as { version: string };
  expect((await inFolder(process.execPath, [join(context, 'pyx/bin/pyx.js'), '--version'])).stdout).toBe(`${version}\n`);
  for (const script of ['build.sh', 'make-base.sh', 'make-node-base.sh', 'pyx/pyx.sh'])
    expect(statSync(join(module, 'docker', script)).mode & 0o111, script).not.toBe(0);
});

test('npx --no-install pyx runs on the embedded node', async () => {
  const { stdout } = await inFolder('npx', [
    'pyx',
    'run',
    '--method',
    'getblockhash',
    '--suite',
    'methods',
    '--seed',
    '1',
    '--out',
    'out',
    '--json',
  ]);
  const { totals } = JSON.parse(stdout) as { totals: { passed: number; failed: number } };
  expect(totals.passed).toBeGreaterThan(5);
  expect(totals.failed).toBe(0);
});

test('npx --no-install coind and npx --no-install coin-cli are the node and its client', async () => {
  const datadir = join(folder, 'data');
  const node = execFile('npx', ['coind', `-datadir=${datadir}`, '-rpcport=0', '-listen=0'], { cwd: folder });
  const ended = new Promise((resolve) => node.once('exit', resolve));
  let log = '';
  const port = await new Promise<string>((resolve, reject) => {
    node.stdout?.on('data', (text: string) => {
      log += text;
      const [, found] = /RPC server listens on http:\/\/127\.0\.0\.1:(\d+)/.exec(log) ?? [];
      if (found !== undefined) resolve(found);
    });
    node.once('exit', () => reject(new Error(`coind ended: ${log}`)));
  });
  const client = (...args: string[]): Promise<{ stdout: string }> =>
    inFolder('npx', ['coin-cli', `-datadir=${datadir}`, `-rpcport=${port}`, ...args]);
  expect((await client('getblockcount')).stdout.trim()).toBe('0');
  await client('stop');
  await ended;
});

const program = `
import { startNode, RpcError, type EmbeddedNode, type StartOptions } from 'pyx/coind';

const options: StartOptions = { rpcport: 0, txindex: true, keypool: 2 };
const node: EmbeddedNode = await startNode(options);
const [hash = ''] = await node.call('generatetoaddress', [101, await node.call('getnewaddress')]);
const block = await node.call('getblock', { blockhash: hash, verbosity: 1 });
const ids: readonly string[] = block.tx;
const full = await node.call('getblock', [hash, 2]);
const hex: string = await node.call('getblock', { blockhash: hash, verbosity: 0 });
const { sat } = await node.call('getbalance');
const balance: bigint = sat;
const refusal = await node.call('getblockhash', [1000]).catch((error: unknown) => error);
console.log(JSON.stringify({ ids: ids.length, height: full.height, coinbase: full.tx[0]?.txid === ids[0], hex: hex.length > 160, balance: String(balance), code: refusal instanceof RpcError && refusal.code, url: node.url }));
await node.stop();
`;

const mistakes = `
import { startNode } from 'pyx/coind';
import { trialTests } from 'pyx/vitest';

const node = await startNode();
const listening = await startNode({ rpcport: 0 });
void [listening.credentials.user.length, listening.url.length];
// @ts-expect-error without a service there are no credentials
void node.credentials.user;
// @ts-expect-error there is no such method
await node.call('getblok', ['']);
// @ts-expect-error there is no such argument
await node.call('getblockheader', { hash: '', verbos: true });
// @ts-expect-error a hash is a text
await node.call('getblockheader', [5]);
// @ts-expect-error the hash is missing
await node.call('getblockheader');
// @ts-expect-error there is no such member of the options
await node.call('fundrawtransaction', { hexstring: '', options: { feeRat: 1 } });
// @ts-expect-error a block has no such field
void (await node.call('getblock', { blockhash: '' })).hight;
// @ts-expect-error as hex it has no fields
void (await node.call('getblock', { blockhash: '', verbosity: 0 })).height;
// @ts-expect-error there is no such option
await startNode({ rpcprt: 0 });
// @ts-expect-error a port is a number
await startNode({ rpcport: [0] });
await startNode({ txindex: 'yes' as unknown as boolean, wallet: ['a', 'b'], fallbackfee: 0.0002, prune: 1 });
// @ts-expect-error it needs a target
trialTests({});
`;

/** Compiles files of the folder as strictly as a project may, with each way in which modules are resolved. */
async function compiles(files: readonly string[]): Promise<void> {
  const common = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: false,
    target: 'ES2023',
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  };
  for (const [module, moduleResolution] of [
    ['NodeNext', 'NodeNext'],
    ['ESNext', 'Bundler'],
  ] as const) {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...common, module, moduleResolution }, files }));
    const compiled = await inFolder(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')]).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(compiled.stdout, moduleResolution).toBe('');
  }
}

/** Writes a program in TypeScript without its types. */
async function strip(text: string, file: string): Promise<void> {
  const { transform } = await import('esbuild');
  writeFileSync(join(folder, file), (await transform(text, { loader: 'ts', format: 'esm' })).code);
}

test("import 'pyx/coind' gives a node with types, and what is wrong does not compile", async () => {
  writeFileSync(join(folder, 'program.ts'), program);
  writeFileSync(join(folder, 'mistakes.ts'), mistakes);
  await compiles(['program.ts', 'mistakes.ts']);
  // Types alone are stripped, as Node does from version 22 on.
  await strip(program, 'program.mjs');
  const { stdout } = await inFolder(process.execPath, ['program.mjs']);
  expect(JSON.parse(stdout)).toEqual({
    ids: 1,
    height: 101 - 100,
    coinbase: true,
    hex: true,
    balance: '5000000000',
    code: -8,
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
  });
});

/** What is wrong in a plug-in, and in a program that uses the library. */
const wrongPlugin = `
import { invariant, openTrial, rule, tps, type Plugin } from 'pyx';
import { trialTests } from 'pyx/vitest';
import plugin from './plugin.ts';

// @ts-expect-error a plug-in has no such member
({ name: 'a', reporters: {} }) satisfies Plugin;
// @ts-expect-error the standard has no such sentence
rule({ rule: 'getblock/nothing', effect: ['read'], run: async () => undefined });
const common = { id: 'a/b', text: '', effect: ['read'], evidence: 'standard', source: '' } as const;
// @ts-expect-error the standard has no such method
invariant({ ...common, methods: ['getblok'], run: async () => undefined });
invariant({
  ...common,
  methods: ['getblock'],
  run: async (t) => {
    const { height } = await t.result('getblock', { blockhash: '' });
    t.equal(height.toString(), '1', 'the height');
    // @ts-expect-error a block has no such field
    void (await t.result('getblock', { blockhash: '' })).hight;
    // @ts-expect-error there is no such ingredient
    await t.world.use('walet');
  },
});
// @ts-expect-error there is no such option
await openTrial({ tarket: 'embedded' });
const trial = await openTrial({ plugins: [plugin] });
for await (const { status } of trial.run({ suites: ['house'] })) status satisfies 'passed' | 'failed' | 'observed' | 'waived' | 'skipped' | 'inapplicable' | 'unstable';
const { verdict, results } = await tps({ transactions: 10 });
void [verdict.code.toFixed(), results.schemaVersion];
trialTests({ target: 'embedded', plugins: [plugin] });
`;

test('a plug-in in strict TypeScript adds cases, a report and a kind of target', async () => {
  const text = readFileSync(join(module, 'examples/plugin.ts'), 'utf8');
  writeFileSync(join(folder, 'plugin.ts'), text);
  writeFileSync(join(folder, 'wrong.ts'), wrongPlugin.replace('./plugin.ts', './plugin.js'));
  await compiles(['plugin.ts', 'wrong.ts']);
  await strip(text, 'plugin.mjs');
  const coind = join(module, 'bin/coind.js');
  const args = [
    'pyx',
    'run',
    '--plugin',
    'plugin.mjs',
    '--suite',
    'house',
    '--target',
    `nice:${coind}`,
    '--seed',
    '1',
    '--out',
    'house',
    '--json',
  ];
  const { stdout } = await inFolder('npx', ['--no-install', ...args]);
  expect(JSON.parse(stdout)).toMatchObject({ exitCode: 0, totals: { passed: 2, failed: 0, inapplicable: 0 } });
  const [head, ...lines] = readFileSync(join(folder, 'house/cases.csv'), 'utf8').trimEnd().split('\n');
  expect(head).toBe('case,status,ms');
  expect(lines.map((line) => line.replace(/,[\d.]+$/, '')).sort()).toEqual([
    'house/invariants/chain/headers-link,passed',
    'house/rules/getblockheader/hex/new-blocks,passed',
  ]);
});

test('a plug-in with values for arguments tries a service by a standard of its own: it receives what the plug-in makes', async () => {
  const tasks = join(folder, 'tasks');
  cpSync(join(module, 'examples/tasks'), tasks, { recursive: true });
  /** Changes one place of a file of the example. */
  const change = (name: string, from: string, to: string): void => {
    const text = readFileSync(join(tasks, name), 'utf8');
    expect(text.split(from), name).toHaveLength(2);
    writeFileSync(
      join(tasks, name),
      text.replace(from, () => to),
    );
  };
  const TITLE = 'made by the plug-in';
  change('plugin.mjs', 'random.word(12)', `'${TITLE}'`);
  // The service writes down what it is asked.
  change(
    'service.mjs',
    "import { createServer } from 'node:http';",
    "import { appendFileSync } from 'node:fs';\nimport { createServer } from 'node:http';",
  );
  change('service.mjs', 'function answerText(body) {', "function answerText(body) {\n  appendFileSync('asked.txt', `${body}\\n`);");
  const tried = async (cases: string): Promise<{ totals: Readonly<Record<string, number>>; asked: string }> => {
    rmSync(join(tasks, 'asked.txt'), { force: true });
    const options = [
      '--inconclusive',
      'pass',
      '--standard',
      'standard',
      '--plugin',
      'plugin.mjs',
      '--target',
      'tasks:service.mjs',
      '--case',
      cases,
    ];
    const { stdout } = await run('npx', ['--no-install', 'pyx', 'run', ...options, '--seed', '1', '--out', 'out', '--json'], {
      cwd: tasks,
    });
    const { totals } = JSON.parse(stdout) as { totals: Readonly<Record<string, number>> };
    return { totals, asked: readFileSync(join(tasks, 'asked.txt'), 'utf8') };
  };
  // It has a new list, so that the number of the only task is 1.
  const { totals, asked } = await tried('methods/tasks.get/required-only');
  expect(totals).toMatchObject({ passed: 1, failed: 0, inapplicable: 0 });
  expect(asked).toContain(`"method":"tasks.add","params":{"title":"${TITLE}"}`);
  expect(asked).toContain('"method":"tasks.get","params":{"id":1}');
  // Without these values nothing could be asked for.
  change('plugin.mjs', 'TaskId: {', 'OtherId: {');
  const without = await tried('methods/tasks.get/required-only');
  expect(without.totals).toMatchObject({ passed: 0, failed: 0, inapplicable: 1 });
  expect(without.asked).not.toContain('tasks.get');
});

test("import 'pyx/vitest' makes tests of the trial", async () => {
  writeFileSync(
    join(folder, 'trial.test.mjs'),
    "import { trialTests } from 'pyx/vitest';\ntrialTests({ target: 'embedded', seed: 1, selection: { cases: ['methods/getblockhash/*'] } });\n",
  );
  const { stdout } = await inFolder('npx', ['vitest', 'run', '--reporter=json']);
  const { success, numPassedTests } = JSON.parse(stdout) as { success: boolean; numPassedTests: number };
  expect(success).toBe(true);
  expect(numPassedTests).toBeGreaterThan(5);
});
