import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { doors, forbiddenUses, kindsOfTargets, usesOf } from './doors.ts';
import { codeIn } from './imports.ts';
import { codeFolders } from './rooms.ts';

const root = join(import.meta.dirname, '../..');

/** The program, without tests and their helpers, and without what the build makes. */
const files = new Map(
  [...codeFolders, 'bin', 'docker', 'scripts']
    .flatMap((folder) => codeIn(root, folder))
    .filter((file) => !/\.test\.ts$|\/testing\/|\/generated\//.test(file))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);

test('nobody goes past the doors', () => {
  expect(files.size).toBeGreaterThan(1_500);
  expect([...files].flatMap(([file, text]) => forbiddenUses(file, text))).toEqual([]);
});

test.each(doors)('$name exists, and every file that may use it does', ({ name, of, only, why }) => {
  if (typeof of === 'string') expect(files.get(of)).toMatch(new RegExp(`^export (?:async )?(?:function|class|const) ${name}\\b`, 'm'));
  for (const allowed of only) {
    expect(existsSync(join(root, allowed)), allowed).toBe(true);
    const users = [...files].filter(([file]) => (allowed.endsWith('/') ? file.startsWith(allowed) : file === allowed));
    expect(
      users.filter(([file, text]) => usesOf({ name, of, only, why }, file, text).length > 0),
      allowed,
    ).not.toEqual([]);
  }
});

/** Each at line 2 of a file in cli/. */
const planted: readonly (readonly [door: string, text: string])[] = [
  ['prepare', "import { prepare } from '../engine/prepare.ts';"],
  ['prepare', "import {\n  type Prepared,\n  prepare as ready,\n} from '../engine/prepare.ts';"],
  ['prepare', "export { prepare } from '../engine/prepare.ts';"],
  ['prepare', "export * from '../engine/prepare.ts';"],
  ['prepare', "import * as engine from '../engine/prepare.ts';"],
  ['prepare', "const { prepare } = await import('../engine/prepare.ts');"],
  ['listens', 'const opened = await openNode({ ...request, target, listens: true });'],
  ['Session.open', 'const session = await Session.open(options, profile);'],
  ['ChainGuard', "import { ChainGuard } from '../engine/chain-guard.ts';"],
  ['createClient', "import { createClient } from '../client/http-client.ts';"],
  ['openTarget', "import { openTarget, assertTargetForm } from '../fixtures/targets/open-target.ts';"],
  ['target.start', "const node = await target.start('default');"],
  ['connections', "import { Agent, request } from 'node:http';"],
  ['connections', "import { connect as open, type Socket } from 'node:net';"],
  ['connections', 'const answer = await fetch(url);'],
  ['setmocktime', "await service.call('setmocktime', { timestamp: 1 });"],
  ['flaggedTarget', "import { flaggedTarget, type CredentialFlags } from './flagged-target.ts';"],
  ...kindsOfTargets.map(({ name, file }) => [name, `import { ${name} } from '../${file}';`] as const),
  ['Secrets', "import { Secrets } from '../client/mask.ts';"],
  ['catchInterruption', "import { InterruptedError, catchInterruption } from './interruption.ts';"],
  ['writeResults', "import { writeResults } from '../reports/write-results.ts';"],
  ['mkdtemp', "import { mkdtempSync } from 'node:fs';"],
];

test.each(planted)('a use of %s is found: %j', (door, text) => {
  const found = forbiddenUses('cli/x.ts', `// a new command\n${text}\n`);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(new RegExp(`^cli/x\\.ts:2 uses ${door}: \\w`));
});

test('each kind of target has a door', () => {
  expect(kindsOfTargets.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['openContainerTarget', 'openEmbeddedTarget', 'openProcessTarget', 'RemoteTarget']),
  );
});

test('a use of every door is planted', () => {
  expect([...new Set(planted.map(([door]) => door))].sort()).toEqual(doors.map(({ name }) => name).sort());
});

test.each([
  "import type { Prepared } from '../engine/prepare.ts';",
  "import type { ChainGuard } from '../engine/chain-guard.ts';",
  "import { type Secrets, maskText } from '../client/mask.ts';",
  "import { RefusedError } from '../engine/prepare.ts';",
  "import type * as engine from '../engine/prepare.ts';",
  "let a: import('../engine/prepare.ts').Prepared;",
  'const target = await context.openTarget(flags.target);',
  "import { createServer, type AddressInfo } from 'node:net';",
  "import type { ClientRequest } from 'node:http';",
])('%j goes past no door', (text) => {
  expect(forbiddenUses('cli/x.ts', text)).toEqual([]);
});

test('a door is free to the files that the table names, and to its own', () => {
  const text = "import { prepare } from './prepare.ts';";
  expect(forbiddenUses('engine/open-node.ts', text)).toEqual([]);
  expect(forbiddenUses('engine/prepare.ts', text)).toEqual([]);
  expect(forbiddenUses('engine/open-node-again.ts', text)).toHaveLength(1);
  expect(forbiddenUses('load/bench/x.ts', "import { Secrets } from '../../client/mask.ts';")).toEqual([]);
  expect(forbiddenUses('load/benches.ts', "import { Secrets } from '../client/mask.ts';")).toHaveLength(1);
});
