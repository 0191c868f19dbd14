import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
type Packages = Readonly<Record<string, string>>;
const { version, dependencies, optionalDependencies, devDependencies } = JSON.parse(read('package.json')) as {
  readonly version: string;
  readonly dependencies: Packages;
  readonly optionalDependencies: Packages;
  readonly devDependencies: Packages;
};

test('each version without a caret is exact, and has its reason in CONTRIBUTING.md', () => {
  const table = /^\| package \| version \| why \|\n\|[-|]+\n((?:\|.*\n)+)/m.exec(read('CONTRIBUTING.md'))?.[1] ?? '';
  const rows = table
    .trimEnd()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const stated = rows.flatMap(([, names = '', kind = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => [name, kind]));
  const pinned = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies }).flatMap(([name, range]) =>
    range.startsWith('^') ? [] : [[name, /^\d+\.\d+\.\d+$/.test(range) ? 'exact' : range]],
  );
  expect(stated.sort()).toEqual(pinned.sort());
  expect(rows.filter((cells) => (cells[3] ?? '').length < 20)).toEqual([]);
});

test('the changelog has the version of the package, with its date', () => {
  expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## ${version.replaceAll('.', '\\.')} - \\d{4}-\\d{2}-\\d{2}$`, 'm'));
});

test('the lock file names no address of a download', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved"/);
});
