import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DiffResults } from '../reports/diff/results.ts';
import { inFolder, pyx, type PyxEnded } from './support/pyx.ts';

const diff = (folder: string, ...more: string[]): Promise<PyxEnded> =>
  pyx(['diff', 'embedded', 'embedded', '--case', 'methods/coinburn/required-only', '--seed', '1', '--out', join(folder, 'out'), ...more]);

test('pyx diff takes the names of each node', () =>
  inFolder(async (folder) => {
    const { code, stderr } = await diff(folder, '--names-b', 'coin=acme');
    const { left, compared, options } = JSON.parse(await readFile(join(folder, 'out/diff.json'), 'utf8')) as DiffResults;
    // The second node has no acmeburn, so that nothing is compared.
    expect({ code, compared, left, options }, stderr).toEqual({
      code: 2,
      compared: 0,
      left: { 'embedded differs from the documents': 1 },
      options: ['--names-b', 'coin=acme'],
    });
    const both = await diff(join(folder, 'both'), '--names', 'coin=acme', '--names-a', 'coin=coin', '--names-b', 'coin=coin');
    expect(both.stdout, both.stderr).toContain('1 case compared, 1 alike');
  }));

test('pyx diff takes the target file of each node', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'other.yaml');
    await writeFile(file, 'name: other\nmatch: ^/coind\nstartOptions: [-no-such-option=1]\n');
    const { code, stderr } = await diff(folder, '--target-file', 'none', '--target-file-b', file);
    expect(code).toBe(2);
    expect(stderr).toMatch(/embedded: \/coind:[\d.]+\/, chain regtest, target file none/);
    expect(stderr).toContain('no-such-option');
  }));
