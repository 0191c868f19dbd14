import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forbidden } from './forbidden.ts';
import { codeIn, importsIn, type Import } from './imports.ts';
import { importedBy, picture } from './picture.ts';
import { codeFolders, folderOf, rooms, typescript } from './rooms.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** What is not in git. */
const ignored = read('.gitignore')
  .split('\n')
  .map((line) => line.replace(/\/$/, ''));

/** Every file with code, also in folders that the table lacks. */
const files = readdirSync(root, { withFileTypes: true })
  .filter(({ name }) => !name.startsWith('.') && !ignored.includes(name))
  .flatMap((entry) => (entry.isDirectory() ? codeIn(root, entry.name) : /\.(ts|mjs|js)$/.test(entry.name) ? [entry.name] : []));

const imports: readonly Import[] = files.flatMap((file) => importsIn(file, read(file)));

test('every import is allowed by the table of rooms', () => {
  expect(files.length).toBeGreaterThan(2_000);
  expect(imports.length).toBeGreaterThan(10_000);
  expect(forbidden(imports, rooms)).toEqual([]);
});

test('every room exists, and imports rooms of the table', () => {
  expect(Object.keys(rooms).filter((name) => !existsSync(join(root, name)))).toEqual([]);
  const named = Object.values(rooms).flatMap((room) => [...room.imports, ...(room.tests ?? [])]);
  expect(named.filter((name) => !Object.hasOwn(rooms, name))).toEqual([]);
});

test('each folder at the root imports lower ones only, and makes use of each that it may import', () => {
  for (const [height, folder] of codeFolders.entries()) {
    const may = importedBy(folder);
    expect(may.filter((other) => codeFolders.indexOf(other) >= height)).toEqual([]);
    const does = new Set(imports.filter(({ from }) => folderOf(from) === folder).map(({ to }) => folderOf(to)));
    expect(may.filter((other) => !does.has(other))).toEqual([]);
  }
});

test('only tests register hooks when they are loaded: what several import is loaded once in a worker, and its hooks are those of one', () => {
  const shared = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  expect(shared.filter((file) => /^(?:before|after)(?:Each|All)\(/m.test(read(file)))).toEqual([]);
});

test('tsconfig.json includes what the table has in TypeScript', () => {
  const { include } = JSON.parse(read('tsconfig.json')) as { include: string[] };
  expect(include).toEqual(typescript);
  // Examples are checked as their users do, against the package.
  const folders = new Set(files.filter((file) => file.endsWith('.ts') && !file.startsWith('examples/')).map(folderOf));
  expect([...folders].sort()).toEqual([...typescript].sort());
});

test('ARCHITECTURE.md shows the imports of the table', () => {
  const shown = /<!-- imports -->\n```\n([\s\S]*?)\n```\n/.exec(read('ARCHITECTURE.md'))?.[1];
  expect(shown, 'expected below: the lines for the block after <!-- imports -->').toBe(picture());
});

const outside = ['reports/verdict.ts', 'coind/node.ts', 'cli/version.ts', 'provision/results.ts', 'load/results.ts'];
const suites = ['diff', 'drift', 'envelope', 'fuzz', 'invariants', 'methods', 'rules', 'selfcheck', 'states'];
const besideLoad = ['reports/verdict.ts', 'suites/catalog.ts', 'coind/node.ts', 'cli/version.ts'];

/** Imports that no table may allow: of each `to` in each `from`. */
const planted: readonly { readonly from: readonly string[]; readonly to: readonly string[] }[] = [
  ...suites.map((suite) => ({
    from: [`suites/${suite}/x.ts`],
    to: [...outside, 'suites/catalog.ts', ...suites.filter((other) => other !== suite).map((other) => `suites/${other}/y.ts`)],
  })),
  { from: ['suites/support/x.ts'], to: [...outside, 'suites/catalog.ts', 'suites/rules/rule.ts'] },
  { from: ['suites/rules/x.test.ts', 'suites/selfcheck/testing/x.ts'], to: [...outside, 'suites/methods/method-cases.ts'] },
  { from: ['specs/model/x.ts'], to: ['client/types.ts', ...outside] },
  { from: ['client/x.ts'], to: ['fixtures/targets/types.ts', 'oracles/bytes.ts', 'engine/case.ts', ...outside] },
  { from: ['fixtures/ext-chain/x.ts'], to: ['client/types.ts', 'specs/model/types.ts', ...outside] },
  { from: ['fixtures/targets/x.ts', 'fixtures/world/x.ts'], to: ['coind/embedded.ts', 'oracles/bytes.ts', 'engine/case.ts', ...outside] },
  { from: ['oracles/x.ts', 'oracles/x.test.ts'], to: ['coind/primitives/types.ts', 'engine/case.ts', 'suites/catalog.ts', ...outside] },
  { from: ['engine/x.ts', 'engine/x.test.ts'], to: ['suites/catalog.ts', 'oracles/bytes.ts', ...outside] },
  { from: ['load/x.ts', 'load/run/x.ts', 'load/tps/x.ts', 'load/bench/x.ts', 'provision/x.ts'], to: besideLoad },
  { from: ['reports/html/x.ts'], to: ['suites/catalog.ts', 'coind/node.ts', 'cli/version.ts', 'load/bench/x.ts'] },
  { from: ['cli/x.ts'], to: ['coind/node.ts', 'load/bench/x.ts', 'engine/testing/fakes.ts', 'test/require.ts'] },
  {
    from: ['coind/x.ts', 'coind/wallet/x.ts'],
    to: ['client/types.ts', 'provision/results.ts', 'coind/network/types.ts', 'coind/rpc/errors.ts'],
  },
  { from: ['coind/chain/x.ts'], to: ['coind/mempool/types.ts', 'fixtures/ext-chain/ext-chain.ts'] },
  { from: ['coind/rpc/x.test.ts', 'coind/testing/x.ts'], to: ['fixtures/world/types.ts', 'engine/case.ts', 'oracles/bytes.ts'] },
  { from: ['scripts/x.mjs', 'new-folder/x.ts'], to: ['specs/model/types.ts'] },
  { from: ['engine/x.ts'], to: ['dist/embedded.mjs', 'new-folder/x.ts'] },
];

test.each(planted.flatMap(({ from, to }) => from.map((file) => ({ file, to }))))(
  'imports that $file may not make are found',
  ({ file, to }) => {
    const up = '../'.repeat(file.split('/').length - 1);
    const text = ["import { a } from './a.ts';", ...to.map((target) => `import type { B } from '${up}${target}';`)].join('\n');
    const own = file.startsWith('new-folder/') ? [`${file}:1`] : [];
    expect(forbidden(importsIn(file, text), rooms).map((problem) => problem.split(' imports ', 1)[0])).toEqual([
      ...own,
      ...to.map((_, index) => `${file}:${index + 2}`),
    ]);
  },
);

test.each([
  ["import {\n  a,\n  type B,\n} from '../cli/version.ts';", 4],
  ["import type { A } from '../cli/version.ts';", 1],
  ["import '../cli/version.ts';", 1],
  ["export * from '../cli/version.ts';", 1],
  ["export { a } from '../cli/version.ts';", 1],
  ["\nconst a = await import('../cli/version.ts');", 2],
  ["const a = await import(\n  '../cli/version.ts'\n);", 2],
  ['const a = await import("../cli/version.ts");', 1],
  ["let a: import('../cli/version.ts').A;", 1],
  ["import a = require('../cli/version.ts');", 1],
  ["new Worker(new URL('../cli/version.ts', import.meta.url));", 1],
])('%j is an import', (text, line) => {
  expect(importsIn('engine/x.ts', text)).toEqual([{ from: 'engine/x.ts', line, to: 'cli/version.ts' }]);
});

test('a name of the package is an import of its source', () => {
  const [problem] = forbidden(importsIn('suites/rules/x.ts', "import { startNode } from 'pyx/coind';"), rooms);
  expect(problem).toMatch(
    /^suites\/rules\/x\.ts:1 imports coind\/embedded\.ts: suites\/rules may not import coind\/embedded\.ts\. A suite knows /,
  );
});

test('lint finds a circle of imports, also one of types alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pyx-circle-'));
  try {
    writeFileSync(join(folder, 'a.ts'), "import type { B } from './b.ts';\n\nexport interface A {\n  readonly b?: B;\n}\n");
    writeFileSync(join(folder, 'b.ts'), "import type { A } from './a.ts';\n\nexport interface B {\n  readonly a?: A;\n}\n");
    const lint = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['-c', join(root, '.oxlintrc.json'), '-f', 'unix', folder], {
      encoding: 'utf8',
    });
    expect(lint.stdout.match(/\w\.ts:.*no-cycle/g)).toHaveLength(2);
    expect(lint.status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
