import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTargetFile } from '../engine/target-file.ts';
import type { DriftResults } from '../reports/drift/results.ts';
import { mortalCoind, type Mortality } from './support/mortal-coind.ts';
import { inFolder, pyx, type PyxEnded } from './support/pyx.ts';

interface Compared extends PyxEnded {
  readonly results: DriftResults;
  readonly page: string;
}

/** Compares a node that some requests end. */
async function driftOf(folder: string, mortality: Mortality, more: readonly string[]): Promise<Compared> {
  const program = await mortalCoind(folder, mortality);
  const ended = await pyx(['drift', '--target', `process:${program}`, '--method', 'getnettotals,combinepsbt', '--out', folder, ...more]);
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
  return { ...ended, results: JSON.parse(await read('drift.json')) as DriftResults, page: await read('index.html') };
}

const isOpen = ({ accepted }: DriftResults['findings'][number]): boolean => accepted === undefined;
const emptyList = '"method":"combinepsbt","params":[[]]';
const help = '"method":"help","params":["getnettotals"]';

test('a node that is killed once while methods are probed is named, and fails the comparison', () =>
  inFolder(async (folder) => {
    const mortality = { deadly: { emptyList }, times: 1 };
    const { code, stdout, stderr, results, page } = await driftOf(folder, mortality, ['--target-file', 'coind', '--fail-on', 'none']);
    expect(code, stdout + stderr).toBe(1);
    expect(stdout).toContain('Node lost  What was compared shows no open difference');
    expect(results.lost).toMatchObject([{ during: 'methods/combinepsbt/near-miss/txs:empty', method: 'combinepsbt' }]);
    expect(results.lost[0]?.message).toMatch(
      /^the node ended \(signal SIGKILL\) while combinepsbt was in flight.*killed by emptyList; not reproduced/,
    );
    for (const shown of [stdout, page]) expect(shown).toContain('the node ended (signal SIGKILL) while combinepsbt was in flight');
    expect(results.findings.filter(isOpen)).toEqual([]);
  }));

test('of nodes that are killed in the survey and in a case, nothing is accepted', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'coind.yaml');
    await copyFile(readTargetFile('coind').file, file);
    const before = await readFile(file, 'utf8');
    const mortality = { deadly: { help, emptyList }, times: 1 };
    const { code, stderr, results } = await driftOf(folder, mortality, ['--target-file', file, '--accept', file]);
    expect(code, stderr).toBe(1);
    expect(stderr).toContain('nothing is accepted');
    expect(results.lost.map(({ during }) => during)).toEqual(['the survey: getnettotals', 'methods/combinepsbt/near-miss/txs:empty']);
    expect(results.gone).toEqual([]);
    // Without the drift that coind's own file has, all that was asked is there: nothing is missing because a node was.
    expect(results.findings.filter(isOpen).map(({ change }) => change)).toEqual(['help-wrong', 'method-added']);
    expect(await readFile(file, 'utf8')).toBe(before);
    await expect(readFile(join(folder, 'coind.drift.yaml'), 'utf8')).rejects.toThrow('ENOENT');
  }));

test('questions and cases that end every node are named, and show no difference', () =>
  inFolder(async (folder) => {
    const { code, stderr, results } = await driftOf(folder, { deadly: { help, emptyList } }, ['--target-file', 'coind']);
    expect(code, stderr).toBe(1);
    expect(results.lost.map(({ during }) => during)).toEqual([
      'the survey: getnettotals',
      'the survey: getnettotals',
      'methods/combinepsbt/near-miss/txs:empty',
    ]);
    expect(results.lost[2]?.message).not.toContain('not reproduced');
    expect(results.findings.filter(isOpen)).toEqual([]);
  }));

test('a node that is killed while a target file is learnt is named, and what it was asked is asked again', () =>
  inFolder(async (folder) => {
    const mining = '"method":"generatetoaddress","params":[500';
    const program = await mortalCoind(folder, { deadly: { mining, help }, times: 1 });
    const file = join(folder, 'learnt.yaml');
    const { code, stdout, stderr } = await pyx(['drift', '--target', `process:${program}`, '--learn', file]);
    expect(code, stdout + stderr).toBe(1);
    expect(stderr).toMatch(/^a node was lost in the experiment: it mines 500 blocks: the node ended \(signal SIGKILL\)/m);
    expect(stderr).toMatch(/^a node was lost in the survey: getnettotals: the node ended/m);
    const { absent = [], startOptions = [] } = readTargetFile(file);
    // A node that mines without further options was killed when it did.
    expect(startOptions).toEqual([]);
    expect(absent.flatMap(({ methods = [] }) => methods)).not.toContain('getnettotals');
  }));
