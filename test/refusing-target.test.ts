import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { results as fuzzResults } from './support/fuzzed.ts';
import { inFolder, pyx, resultsIn } from './support/pyx.ts';

const coind = join(import.meta.dirname, '../bin/coind.js');

/** Writes a program that runs coind, but exits with the message of a real release if started with an option. */
async function refusing(folder: string, option: string): Promise<string> {
  const program = join(folder, 'refusing-coind');
  await writeFile(
    program,
    `#!/bin/sh
case " $* " in
  *" ${option} "*) echo "Error: Prune configured below the minimum of 5500 MiB." >&2; exit 1 ;;
esac
exec '${process.execPath}' '${coind}' "$@"
`,
    { mode: 0o755 },
  );
  return program;
}

const words = /the node does not start with .*; its last lines: .*Error: Prune configured below the minimum of 5500 MiB\.$/;

test.each([
  ['-prune=20000', ['rules/getblockchaininfo/prune-target-size']],
  ['-prune=1', ['rules/getblockchaininfo/automatic-pruning', 'rules/getblockchaininfo/prune-target-size']],
])('what a node does not start with, %s, makes the cases that need it inapplicable with its words', (option, inapplicable) =>
  inFolder(async (folder) => {
    const { code, stderr } = await pyx([
      'run',
      '--target',
      `process:${await refusing(folder, option)}`,
      '--case',
      'rules/getblockchaininfo/*prun*',
      '--seed',
      '3',
      '--jobs',
      '1',
      '--out',
      join(folder, 'out'),
    ]);
    expect(code, stderr).toBe(0);
    const { complete, totals, cases } = await resultsIn(join(folder, 'out'));
    expect({ complete, skipped: totals['skipped'] }).toEqual({ complete: true, skipped: 0 });
    const without = cases.filter(({ status }) => status === 'inapplicable');
    expect(without.map(({ id }) => id).sort()).toEqual(inapplicable);
    for (const { reason } of without) expect(reason).toMatch(words);
    expect(totals['passed']).toBe(cases.length - without.length);
  }),
);

test('a node that starts with no variant of its options is not tried: exit 2', () =>
  inFolder(async (folder) => {
    const { code, stderr } = await pyx([
      'run',
      '--target',
      `process:${await refusing(folder, '-txindex=1')}`,
      '--method',
      'getblock',
      '--out',
      join(folder, 'out'),
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('Prune configured below the minimum');
  }));

test('pyx fuzz goes on without the methods of a start option that the node refuses', () =>
  inFolder(async (folder) => {
    const args = ['--target-file', 'none', '--method', 'coinstartextclient,getblockcount', '--runs', '30', '--seed', '1', '--jobs', '1'];
    const { code, stderr } = await pyx([
      'fuzz',
      '--target',
      `process:${await refusing(folder, '-extclient')}`,
      ...args,
      '--no-corpus',
      '--out',
      join(folder, 'out'),
    ]);
    expect(code, stderr).toBe(0);
    const { leftOut, runs } = await fuzzResults(join(folder, 'out'));
    expect(runs).toBe(30);
    expect(leftOut['coinstartextclient']).toMatch(/^the node does not start with -extclient: .*; its log says: Error: Prune configured/);
  }));
