import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The layers of coind, each with its folders and files, lowest first. Modules import from lower layers only, not from
 * other folders of the same layer. Tests and test support may import anything.
 */
const layers: readonly (readonly string[])[] = [
  ['clock.ts', 'domain-error.ts', 'log.ts', 'random.ts', 'version.ts', 'cookie-file.ts', 'running-calls.ts'],
  ['primitives', 'user-agent.ts'],
  ['bridge', 'params.ts', 'storage'],
  ['crypto', 'state'],
  ['script', 'turns.ts'],
  ['descriptors', 'psbt', 'regtest.ts'],
  ['options'],
  ['assets'],
  ['chain'],
  ['mempool'],
  ['ext-client', 'mining', 'network', 'notifications', 'wallet'],
  ['masternodes', 'tps-test'],
  ['governance'],
  ['node-context.ts'],
  ['collateral-locks.ts'],
  ['funded.ts', 'rpc'],
  ['node.ts'],
  ['embedded.ts'],
];

interface Import {
  readonly from: string;
  readonly to: string;
}

const root = import.meta.dirname;
const layerOf = (folder: string): number => layers.findIndex((folders) => folders.includes(folder));
const folderOf = (file: string): string => file.split('/')[0]!;

/** Imports between folders, without tests and test support. */
function importsBetweenFolders(): Import[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(file),
  );
  return files.flatMap((from) => {
    const specifiers = [...readFileSync(join(root, from), 'utf8').matchAll(/(?:\bfrom |\bimport\(|^import )'(\.[^']+)'/gm)].map(
      (match) => match[1]!,
    );
    return specifiers
      .map((specifier) => ({ from, to: relative(root, join(root, dirname(from), specifier)) }))
      .filter(({ to }) => !to.startsWith('..') && folderOf(to) !== folderOf(from));
  });
}

const upward = (imports: readonly Import[]): string[] =>
  imports.filter(({ from, to }) => layerOf(folderOf(to)) >= layerOf(folderOf(from))).map(({ from, to }) => `${from} imports ${to}`);

test('no import of coind runs upward or sideways between its folders', () => {
  const imports = importsBetweenFolders();
  expect(imports.length).toBeGreaterThan(500);
  expect(upward(imports)).toEqual([]);
});

test('every folder has a layer', () => {
  const folders = new Set(importsBetweenFolders().flatMap(({ from, to }) => [folderOf(from), folderOf(to)]));
  expect([...folders].filter((folder) => layerOf(folder) < 0)).toEqual([]);
  expect(layers.flat().filter((folder) => !folders.has(folder))).toEqual([]);
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
