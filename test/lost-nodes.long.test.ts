import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Secrets } from '../client/mask.ts';
import { plan } from '../engine/plan.ts';
import { readTargetFile } from '../engine/target-file.ts';
import { openTarget } from '../fixtures/targets/open-target.ts';
import type { GateResults } from '../reports/gate/results.ts';
import { specification } from '../specs/model/specification.ts';
import { drift } from '../suites/drift/drift.ts';
import { methodCases } from '../suites/methods/method-cases.ts';
import { DEADLY, driftOf, isOpen, readJson } from './support/lost-nodes.ts';
import { mortalCoind } from './support/mortal-coind.ts';
import { inFolder, pyx } from './support/pyx.ts';

test('questions and cases that end every node are named, and show no difference', () =>
  inFolder(async (folder) => {
    const { code, stderr, results } = await driftOf(folder, { deadly: DEADLY }, ['--target-file', 'coind']);
    expect(code, stderr).toBe(1);
    expect(results.lost.map(({ during }) => during)).toEqual([
      'the survey: getnettotals',
      'the survey: getnettotals',
      'methods/combinepsbt/near-miss/txs:empty',
    ]);
    expect(results.lost[2]?.message).not.toContain('not reproduced');
    expect(results.findings.filter(isOpen)).toEqual([]);
  }));

test('a gate shows a node that was lost in its drift as a problem of its health', () =>
  inFolder(async (folder) => {
    const program = await mortalCoind(folder, { deadly: { help: DEADLY.help }, times: 1 });
    await writeFile(
      join(folder, 'pyx.yaml'),
      `target: process:${program}\ntargetFile: coind\ncases: [methods/getblockcount/required-only]\nseeds: [3]\ndrift: none\n`,
    );
    const { code, stdout, stderr } = await pyx(['gate', '--out', 'out'], { cwd: folder });
    expect(code, stdout + stderr).toBe(1);
    const { parts, problems } = await readJson<GateResults>(join(folder, 'out'), 'gate.json');
    expect(parts.map(({ name, exitCode }) => [name, exitCode])).toEqual([
      ['run, seed 3', 0],
      ['drift', 1],
    ]);
    expect(problems).toMatchObject([{ part: 'drift', rule: 'drift/lost-node', severity: 'breaking', evidence: 'health' }]);
  }));

test('a node that stops answering in the survey and in a case is named, and the comparison ends', { timeout: 600_000 }, () =>
  inFolder(async (folder) => {
    const mortality = { deadly: DEADLY, times: 1, signal: 'SIGSTOP' } as const;
    const { code, stdout, stderr, results } = await driftOf(folder, mortality, ['--target-file', 'coind']);
    expect(code, stdout + stderr).toBe(1);
    expect(results.lost.map(({ during, message }) => [during, message.split(':', 1)[0]])).toEqual([
      ['the survey: getnettotals', 'the node no longer answers after help'],
      ['methods/combinepsbt/near-miss/txs:empty', 'the node no longer answers after combinepsbt'],
    ]);
    expect(results.findings.filter(isOpen)).toEqual([]);
  }),
);

test('a node that is killed while a changed error is confirmed is named, and the error is confirmed on another one', () =>
  inFolder(async (folder) => {
    const id = 'methods/combinepsbt/near-miss/txs:empty';
    const program = await mortalCoind(folder, { deadly: { emptyList: DEADLY.emptyList }, times: 1 });
    // Made already: the request is not deadly yet.
    const marker = join(folder, 'emptyList-0');
    await writeFile(marker, '');
    const secrets = new Secrets();
    const target = await openTarget(`process:${program}`, { env: {}, secrets });
    try {
      const found = await drift({
        specification,
        target,
        targetFile: { ...readTargetFile('coind'), errors: { [id]: '-1 It was so before.' } },
        plan: plan(methodCases(specification), { methods: ['combinepsbt'] }, specification),
        seed: 1,
        secrets,
        onOpened: () => undefined,
        onOutcome: () => undefined,
        onNote: (note) => {
          if (note.startsWith('probing')) rmSync(marker); // deadly once in each round
        },
      });
      expect(found.lost).toHaveLength(5);
      for (const { during, message } of found.lost) {
        expect(during).toBe(id);
        expect(message).toContain('killed by emptyList; not reproduced');
      }
      expect(found.items.filter(({ change }) => change === 'error-changed')).toMatchObject([{ before: '-1 It was so before.' }]);
      expect([found.complete, found.whole]).toEqual([true, false]);
    } finally {
      await target.close();
    }
  }));

test('a node that is killed while a target file is learnt is named, and what it was asked is asked again', () =>
  inFolder(async (folder) => {
    const mining = '"method":"generatetoaddress","params":[500';
    const program = await mortalCoind(folder, { deadly: { mining, help: DEADLY.help }, times: 1 });
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
