import { mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LosslessNumber } from 'lossless-json';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { diffDocuments } from './diff/documents.ts';
import { diffVerdict } from './diff/verdict.ts';
import { alike, unknown } from './diff/testing/sample-diff.ts';
import { driftDocuments } from './drift/documents.ts';
import { driftVerdict } from './drift/verdict.ts';
import { killed, resultsOf } from './drift/testing/sample-drift.ts';
import { fuzzDocuments } from './fuzz/documents.ts';
import { fuzzVerdict } from './fuzz/verdict.ts';
import { finding, results as fuzzed } from './fuzz/testing/sample-fuzz.ts';
import { gateDocuments } from './gate/documents.ts';
import { gateVerdict } from './gate/verdict.ts';
import { gate, part, problem } from './gate/testing/sample-gate.ts';
import { loadDocuments, tpsDocuments } from './load/documents.ts';
import { tpsVerdict } from './load/tps-verdict.ts';
import { loadVerdict } from './load/verdict.ts';
import { hostileSample, wholeSample } from './load/testing/sample-load-results.ts';
import { sampleTpsResults } from '../load/tps/testing/sample-tps-results.ts';
import { provisionDocuments } from './provision/documents.ts';
import { provisionVerdict } from './provision/verdict.ts';
import { sampleProvision, sampleStep } from './provision/testing/sample-provision.ts';
import { selfcheckDocuments } from './selfcheck/documents.ts';
import { selfcheckVerdict } from './selfcheck/verdict.ts';
import { hostileSelfcheck } from './selfcheck/testing/sample-selfcheck-results.ts';
import { printJson } from './print.ts';
import { reportedVerdict, type Verdict } from './verdict.ts';
import { writeResults, type Documents, type WriteOptions } from './write-results.ts';

const HOSTILE = '`**bold** <img src=x onerror=alert(1)> | [a](http://b) \u001b[2J\u202e\n# heading';

/** Writes what a command writes of results in which a node said something hostile. */
type Written = (options: WriteOptions) => void;
const written =
  <Results, V extends Verdict>(results: Results, verdict: (results: Results) => V, documents: Documents<Results, V>): Written =>
  (options) =>
    writeResults(results, verdict(results), documents, options);

const commands: readonly (readonly [name: string, file: string, Written])[] = [
  ['diff', 'diff.json', written({ ...alike, disagreements: [{ ...unknown, difference: HOSTILE }] }, diffVerdict, diffDocuments)],
  [
    'drift',
    'drift.json',
    written(resultsOf({ lost: [{ ...killed, message: HOSTILE }], untried: { [HOSTILE]: 1 } }), driftVerdict, driftDocuments),
  ],
  ['fuzz', 'fuzz.json', written({ ...fuzzed, findings: [{ ...finding, message: HOSTILE, replay: HOSTILE }] }, fuzzVerdict, fuzzDocuments)],
  ['gate', 'gate.json', written(gate([part('run', 1)], [problem({ message: HOSTILE, title: HOSTILE })]), gateVerdict, gateDocuments)],
  ['load', 'results.json', written(hostileSample, loadVerdict, loadDocuments)],
  [
    'tps',
    'results.json',
    written(
      sampleTpsResults({ faults: [{ kind: 'node-failed', node: 'sender-1', round: 1, message: HOSTILE }] }),
      tpsVerdict,
      tpsDocuments,
    ),
  ],
  [
    'provision',
    'provision.json',
    written(
      sampleProvision({ complete: false, left: [HOSTILE], steps: [sampleStep({ problems: [HOSTILE] })] }),
      provisionVerdict,
      provisionDocuments,
    ),
  ],
  ['selfcheck', 'selfcheck.json', written(hostileSelfcheck, selfcheckVerdict, selfcheckDocuments)],
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-results-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(commands)('the documents of pyx %s', (name, file, write) => {
  const read = (document: string): string => readFileSync(join(folder, name, document), 'utf8');

  beforeAll(() => {
    const outDir = mkdtempSync(join(folder, 'out-'));
    rmSync(join(folder, name), { recursive: true, force: true });
    writeFileSync(join(folder, `${name}-step.md`), 'before\n');
    write({ outDir, githubStepSummary: join(folder, `${name}-step.md`) });
    renameSync(outDir, join(folder, name));
  });

  test('are its results, a page and a summary, which GitHub shows too', () => {
    expect(readdirSync(join(folder, name)).toSorted()).toEqual(
      ['index.html', file, ...(name === 'gate' ? ['pyx.sarif'] : []), 'summary.md'].toSorted(),
    );
    expect(readFileSync(join(folder, `${name}-step.md`), 'utf8')).toBe(`before\n${read('summary.md')}\n`);
    expect(read('summary.md')).toMatch(/^# \S/);
  });

  test('hold no character that changes a terminal, and what a node said is text', () => {
    for (const document of readdirSync(join(folder, name)))
      expect(read(document), document).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/);
    const outside = read('summary.md')
      .replace(/^( *)(`{3,})[^]*?^\1\2$/gm, '')
      .replace(/(?<!`)(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, '');
    expect(outside).not.toMatch(/<(?:img|script)|\]\(http|^# heading|bold/m);
  });
});

test('all digits of numbers are written', () => {
  const outDir = mkdtempSync(join(folder, 'out-'));
  const { evidence, ...rest } = resultsOf({}).findings[0]!;
  const difference = { ...rest, evidence: { ...evidence, response: { amount: new LosslessNumber('0.10000000'), height: 2n ** 60n } } };
  const results = resultsOf({ findings: [difference] });
  writeResults(results, driftVerdict(results), driftDocuments, { outDir });
  expect(readFileSync(join(outDir, 'drift.json'), 'utf8')).toContain('"amount": 0.10000000,\n          "height": 1152921504606846976\n');
  let line = '';
  printJson({ write: (text: string) => (line += text) }, driftDocuments.line(results, driftVerdict(results), outDir));
  expect(line).toContain('"response":{"amount":0.10000000,"height":1152921504606846976}');
});

test('results are written as they are, with the verdict, and without a summary of GitHub nothing else is', () => {
  const outDir = mkdtempSync(join(folder, 'out-'));
  const verdict = loadVerdict(wholeSample);
  writeResults(wholeSample, verdict, loadDocuments, { outDir, githubStepSummary: '' });
  expect(JSON.parse(readFileSync(join(outDir, 'results.json'), 'utf8'))).toEqual({ ...wholeSample, verdict: reportedVerdict(verdict) });
});
