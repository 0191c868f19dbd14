import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTargetFile } from '../engine/target-file.ts';
import type { ProvisionResults } from '../provision/results.ts';
import type { DiffResults } from '../reports/diff/results.ts';
import { DEADLY, driftOf, isOpen, readJson } from './support/lost-nodes.ts';
import { mortalCoind } from './support/mortal-coind.ts';
import { inFolder, pyx } from './support/pyx.ts';

test('a node that is killed once while methods are probed is named, and fails the comparison', () =>
  inFolder(async (folder) => {
    const mortality = { deadly: { emptyList: DEADLY.emptyList }, times: 1 };
    const { code, stdout, stderr, results, page } = await driftOf(folder, mortality, ['--target-file', 'coind', '--fail-on', 'none']);
    expect(code, stdout + stderr).toBe(1);
    expect(stdout).toContain('Failed  What was compared shows no open difference');
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
    const [before = ''] = (await readFile(readTargetFile('coind').file, 'utf8')).split(/^accepted:$/m);
    await writeFile(file, before);
    const mortality = { deadly: DEADLY, times: 1 };
    const { code, stderr, results } = await driftOf(folder, mortality, ['--target-file', file, '--accept', file]);
    expect(code, stderr).toBe(1);
    expect(stderr).toContain('nothing is accepted');
    expect(results.lost.map(({ during }) => during)).toEqual(['the survey: getnettotals', 'methods/combinepsbt/near-miss/txs:empty']);
    expect(results.gone).toEqual([]);
    // Without what coind's own file accepts, all that was asked is there: nothing is missing because a node was.
    expect(results.findings.filter(isOpen).map(({ change }) => change)).toEqual(['help-wrong', 'method-added']);
    expect(await readFile(file, 'utf8')).toBe(before);
    await expect(readFile(join(folder, 'coind.baseline.yaml'), 'utf8')).rejects.toThrow('ENOENT');
  }));

test('two nodes of which one is killed are not alike', () =>
  inFolder(async (folder) => {
    const program = await mortalCoind(folder, { deadly: { emptyList: DEADLY.emptyList }, times: 1 });
    const name = `process:${program}`;
    const out = join(folder, 'out');
    const cases = ['--case', 'methods/combinepsbt/near-miss/*', '--seed', '3', '--out', out];
    const { code, stdout, stderr } = await pyx(['diff', 'embedded', name, ...cases]);
    expect(code, stdout + stderr).toBe(1);
    expect(stdout).toContain('the node ended (signal SIGKILL) while combinepsbt was in flight');
    const { lost, left, disagreements } = await readJson<DiffResults>(out, 'diff.json');
    expect(lost).toMatchObject([{ node: name, during: 'methods/combinepsbt/near-miss/txs:empty', method: 'combinepsbt' }]);
    expect(left).toEqual({ [`a node was lost on ${name}`]: 1 });
    expect(disagreements).toEqual([]);
  }));

test('a provisioning names the node that was killed in a step, or before the first one', () =>
  inFolder(async (folder) => {
    const during = await mortalCoind(folder, { deadly: { token: '"method":"assetnew","params":["' } });
    const out = join(folder, 'out');
    const { code, stdout, stderr } = await pyx(['provision', '--target', `process:${during}`, '--seed', '3', '--out', out]);
    expect(code, stdout + stderr).toBe(1);
    expect(stdout).toMatch(/Failed {2}.*: the node ended \(signal SIGKILL\) while assetnew was in flight/);
    const { complete, steps } = await readJson<ProvisionResults>(out, 'provision.json');
    expect(complete).toBe(false);
    expect(steps).toMatchObject([{ row: 'provisioning-create', lost: expect.stringContaining('killed by token') }]);

    const before = await mortalCoind(folder, { deadly: { budget: '"method":"getgovernanceinfo"' } });
    const early = await pyx(['provision', '--target', `process:${before}`, '--seed', '3', '--out', out]);
    expect(early.code, early.stdout + early.stderr).toBe(2);
    expect(early.stderr).toContain('no step was made: the node ended (signal SIGKILL) while');
  }));
