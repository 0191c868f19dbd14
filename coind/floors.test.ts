import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The rooms of coind, each by its folder or file, the lowest floor first. A room imports from floors below its own;
 * rooms of one floor do not know each other. Tests and test support may import from everywhere.
 */
const floors: readonly (readonly string[])[] = [
  ['clock.ts', 'domain-error.ts', 'log.ts', 'random.ts', 'version.ts', 'cookie-file.ts'],
  ['primitives', 'user-agent.ts'],
  ['params.ts', 'storage'],
  ['crypto', 'state'],
  ['script', 'turns.ts'],
  ['descriptors', 'psbt', 'regtest.ts'],
  ['options'],
  ['chain'],
  ['mempool'],
  ['mining', 'network', 'notifications', 'wallet'],
  ['tps-test'],
  ['node-context.ts'],
  ['funded.ts', 'rpc'],
  ['node.ts'],
  ['embedded.ts'],
];

interface Import {
  readonly from: string;
  readonly to: string;
}

const root = import.meta.dirname;
const floorOf = (room: string): number => floors.findIndex((rooms) => rooms.includes(room));
const roomOf = (file: string): string => file.split('/')[0]!;

/** Imports between rooms, of code that ships. */
function importsBetweenRooms(): Import[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(file),
  );
  return files.flatMap((from) => {
    const specifiers = [...readFileSync(join(root, from), 'utf8').matchAll(/(?:\bfrom |\bimport\(|^import )'(\.[^']+)'/gm)].map(
      (match) => match[1]!,
    );
    return specifiers
      .map((specifier) => ({ from, to: relative(root, join(root, dirname(from), specifier)) }))
      .filter(({ to }) => !to.startsWith('..') && roomOf(to) !== roomOf(from));
  });
}

const upward = (imports: readonly Import[]): string[] =>
  imports.filter(({ from, to }) => floorOf(roomOf(to)) >= floorOf(roomOf(from))).map(({ from, to }) => `${from} imports ${to}`);

test('no import of coind runs upward or sideways between its folders', () => {
  const imports = importsBetweenRooms();
  expect(imports.length).toBeGreaterThan(500);
  expect(upward(imports)).toEqual([]);
});

test('every folder has a floor', () => {
  const rooms = new Set(importsBetweenRooms().flatMap(({ from, to }) => [roomOf(from), roomOf(to)]));
  expect([...rooms].filter((room) => floorOf(room) < 0)).toEqual([]);
  expect(floors.flat().filter((room) => !rooms.has(room))).toEqual([]);
});

test('an upward import is found', () => {
  expect(
    upward([
      { from: 'chain/chain.ts', to: 'mempool/types.ts' },
      { from: 'mempool/mempool.ts', to: 'chain/types.ts' },
      { from: 'wallet/wallet.ts', to: 'network/types.ts' },
    ]),
  ).toEqual(['chain/chain.ts imports mempool/types.ts', 'wallet/wallet.ts imports network/types.ts']);
});
