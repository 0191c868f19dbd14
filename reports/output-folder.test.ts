import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { manifests } from '../load/k6/manifests.ts';
import { sampleK6Files } from '../load/k6/testing/sample-k6-load.ts';
import { sampleTpsResults } from '../load/tps/testing/sample-tps-results.ts';
import { writeDiffReports } from './diff/write-diff-reports.ts';
import { alike } from './diff/testing/sample-diff.ts';
import { resultsOf } from './drift/testing/sample-drift.ts';
import { writeDriftReports } from './drift/write-drift-reports.ts';
import { readPastRun } from './earlier-run.ts';
import { results as fuzzed } from './fuzz/testing/sample-fuzz.ts';
import { writeFuzzReports } from './fuzz/write-fuzz-reports.ts';
import { gate } from './gate/testing/sample-gate.ts';
import { writeGateReports } from './gate/write-gate-reports.ts';
import { wholeSample } from './load/testing/sample-load-results.ts';
import { writeLoadReports } from './load/write-load-reports.ts';
import { writeTpsReports } from './load/write-tps-reports.ts';
import { foreignIn, markOutput } from './output-folder.ts';
import { sampleProvision } from './provision/testing/sample-provision.ts';
import { writeProvisionReports } from './provision/write-provision-reports.ts';
import { samplePower } from './selfcheck/testing/sample-power-results.ts';
import { writePowerReports } from './selfcheck/write-reports.ts';
import { killedRun, writeJournal } from './testing/sample-journal.ts';
import { writeTrend } from './trend/write-trend.ts';
import { writeReports } from './write-reports.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-output-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What each command writes, without the mark, which earlier versions did not write. */
const commands: Readonly<Record<string, (out: string) => unknown>> = {
  'a killed run': (out) => writeJournal(join(out, 'journal.jsonl'), killedRun),
  run: async (out) => {
    writeJournal(join(folder, 'journal.jsonl'), killedRun);
    await writeReports(join(folder, 'journal.jsonl'), out);
  },
  load: (out) => writeLoadReports(wholeSample, out),
  'load --emit': (out) => {
    for (const { file, content } of manifests({ script: '', files: sampleK6Files(), parallelism: 2 }))
      writeFileSync(join(out, file), content);
  },
  tps: (out) => writeTpsReports(sampleTpsResults(), out),
  fuzz: (out) => writeFuzzReports(fuzzed, out),
  drift: (out) => writeDriftReports(resultsOf({}), out),
  diff: (out) => writeDiffReports(alike, out),
  gate: (out) => writeGateReports(gate([]), out),
  selfcheck: (out) => writePowerReports(samplePower, out),
  provision: (out) => writeProvisionReports(sampleProvision(), out),
  'report --trend': async (out) => {
    const journal = join(folder, 'journal.jsonl');
    writeJournal(journal, killedRun);
    writeTrend([await readPastRun(folder, journal)], out);
  },
};

describe('a folder is one of Pyx', () => {
  test.each(Object.entries(commands))('written by %s', async (_command, write) => {
    const out = join(folder, 'out');
    mkdirSync(out);
    await write(out);
    expect(readdirSync(out)).not.toEqual([]);
    expect(foreignIn(out)).toEqual([]);
  });

  test('that is empty, marked, or has only such folders', () => {
    expect(foreignIn(folder)).toEqual([]);
    for (const name of ['seed-1', 'seed-2']) {
      mkdirSync(join(folder, name));
      markOutput(join(folder, name));
      writeFileSync(join(folder, name, 'index.html'), '');
      expect(foreignIn(join(folder, name))).toEqual([]);
    }
    markOutput(join(folder, 'seed-1'));
    expect(foreignIn(folder)).toEqual([]);
    writeFileSync(join(folder, 'notes.md'), '');
    expect(foreignIn(folder)).toEqual(['notes.md']);
  });
});

describe('a folder is not one of Pyx', () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ['results of others', { 'results.json': '{\n  "tests": [\n    { "pyx": "1" }\n  ]\n}\n', 'index.html': '<!doctype html>' }],
    ['a journal of others', { 'journal.jsonl': '{"t":"start"}\n' }],
    ['manifests of others', { 'testrun.yaml': 'apiVersion: k6.io/v1alpha1\nkind: TestRun\nmetadata:\n  name: ours\n' }],
    ['files of other names', { 'package.json': '{\n  "pyx": "1"\n}\n' }],
    ['another file .pyx', { '.pyx': '' }],
  ])('with %s', (_what, files) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    expect(foreignIn(folder)).toEqual(Object.keys(files).sort());
  });

  test('with folders of others, or with a folder of Pyx deeper in it', () => {
    mkdirSync(join(folder, 'allure-results'));
    mkdirSync(join(folder, 'pyx-out/1'), { recursive: true });
    markOutput(join(folder, 'pyx-out/1'));
    expect(foreignIn(folder)).toEqual(['allure-results', 'pyx-out']);
    expect(foreignIn(join(folder, 'pyx-out'))).toEqual([]);
  });

  test('with a link, also if it is marked: what the link names would be replaced', () => {
    markOutput(folder);
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'results.json'));
    expect(foreignIn(folder)).toEqual(['results.json']);
  });

  test.skipIf(process.geteuid?.() === 0)('with a folder that cannot be read: root can read all', () => {
    mkdirSync(join(folder, 'closed'));
    chmodSync(join(folder, 'closed'), 0);
    expect(foreignIn(folder)).toEqual(['closed']);
  });
});

test('a mark does not replace what is there', () => {
  writeFileSync(join(folder, 'file'), 'text');
  symlinkSync(join(folder, 'file'), join(folder, '.pyx'));
  markOutput(folder);
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('text');
});
