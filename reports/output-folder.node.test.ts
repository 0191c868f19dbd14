import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { manifests } from '../load/k6/manifests.ts';
import { sampleK6Files } from '../load/k6/testing/sample-k6-load.ts';
import { sampleTpsResults } from '../load/tps/testing/sample-tps-results.ts';
import { diffDocuments } from './diff/documents.ts';
import { diffVerdict } from './diff/verdict.ts';
import { alike } from './diff/testing/sample-diff.ts';
import { resultsOf } from './drift/testing/sample-drift.ts';
import { driftDocuments } from './drift/documents.ts';
import { driftVerdict } from './drift/verdict.ts';
import { readPastRun } from './earlier-run.ts';
import { results as fuzzed } from './fuzz/testing/sample-fuzz.ts';
import { fuzzDocuments } from './fuzz/documents.ts';
import { fuzzVerdict } from './fuzz/verdict.ts';
import { gate } from './gate/testing/sample-gate.ts';
import { gateDocuments } from './gate/documents.ts';
import { gateVerdict } from './gate/verdict.ts';
import { wholeSample } from './load/testing/sample-load-results.ts';
import { loadDocuments, tpsDocuments } from './load/documents.ts';
import { loadVerdict } from './load/verdict.ts';
import { tpsVerdict } from './load/tps-verdict.ts';
import { foreignIn, markOutput } from './output-folder.ts';
import { sampleProvision } from './provision/testing/sample-provision.ts';
import { provisionDocuments } from './provision/documents.ts';
import { provisionVerdict } from './provision/verdict.ts';
import { sampleSelfcheck } from './selfcheck/testing/sample-selfcheck-results.ts';
import { selfcheckDocuments } from './selfcheck/documents.ts';
import { selfcheckVerdict } from './selfcheck/verdict.ts';
import { killedRun, writeJournal } from './testing/sample-journal.ts';
import { writeTrend } from './trend/write-trend.ts';
import type { Verdict } from './verdict.ts';
import { reportNames } from './run-reports.ts';
import { writeReports } from './write-reports.ts';
import { writeResults, type Documents } from './write-results.ts';

const NOBODY = 65_534;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-output-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function written<Results, V extends Verdict>(
  results: Results,
  verdict: (of: Results) => V,
  documents: Documents<Results, V>,
  outDir: string,
): void {
  writeResults(results, verdict(results), documents, { outDir });
}

/** What each command writes, without the mark, which earlier versions did not write. */
const commands: Readonly<Record<string, (out: string) => unknown>> = {
  'a killed run': (out) => writeJournal(join(out, 'journal.jsonl'), killedRun),
  run: async (out) => {
    writeJournal(join(folder, 'journal.jsonl'), killedRun);
    await writeReports(join(folder, 'journal.jsonl'), out, { reports: reportNames() });
  },
  load: (out) => written(wholeSample, loadVerdict, loadDocuments, out),
  'load --emit': (out) => {
    for (const { file, content } of manifests({ script: '', files: sampleK6Files(), parallelism: 2 }))
      writeFileSync(join(out, file), content);
  },
  tps: (out) => written(sampleTpsResults(), tpsVerdict, tpsDocuments, out),
  fuzz: (out) => written(fuzzed, fuzzVerdict, fuzzDocuments, out),
  drift: (out) => written(resultsOf({}), driftVerdict, driftDocuments, out),
  diff: (out) => written(alike, diffVerdict, diffDocuments, out),
  gate: (out) => written(gate([]), gateVerdict, gateDocuments, out),
  selfcheck: (out) => written(sampleSelfcheck, (results) => selfcheckVerdict(results, undefined), selfcheckDocuments, out),
  provision: (out) => written(sampleProvision(), provisionVerdict, provisionDocuments, out),
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

  test('with a folder that cannot be read', () => {
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, 'closed'));
    chmodSync(join(folder, 'closed'), 0);
    // Root can read all, so that another user looks.
    const module = new URL('output-folder.ts', import.meta.url).href;
    const code = `import { foreignIn } from ${JSON.stringify(module)};
      process.stdout.write(JSON.stringify(foreignIn(${JSON.stringify(folder)})));`;
    const isRoot = process.geteuid?.() === 0;
    const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
      encoding: 'utf8',
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    });
    expect([stdout, stderr]).toEqual(['["closed"]', '']);
  });
});

test('a mark does not replace what is there', () => {
  writeFileSync(join(folder, 'file'), 'text');
  symlinkSync(join(folder, 'file'), join(folder, '.pyx'));
  markOutput(folder);
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('text');
});
