import { existsSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LosslessNumber } from 'lossless-json';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { driftDocuments } from './drift/documents.ts';
import { resultsOf } from './drift/testing/sample-drift.ts';
import { driftVerdict } from './drift/verdict.ts';
import { loadDocuments } from './load/documents.ts';
import { wholeSample } from './load/testing/sample-load-results.ts';
import { loadVerdict } from './load/verdict.ts';
import { printJson } from './print.ts';
import { resultsValidator } from './results-validator.ts';
import type { HostileDocuments } from './testing/hostile-documents.ts';
import { reportedVerdict } from './verdict.ts';
import { writeResults } from './write-results.ts';

/** A command has a verdict, documents, and hostile results of its own in its folder. */
const folders = readdirSync(import.meta.dirname).filter((name) => existsSync(join(import.meta.dirname, name, 'verdict.ts')));
const samples = await Promise.all(
  folders.map(async (name) => {
    const file = join(import.meta.dirname, name, 'testing/hostile-documents.ts');
    const { hostileDocuments } = (await import(pathToFileURL(file).href)) as { readonly hostileDocuments: readonly HostileDocuments[] };
    return hostileDocuments.map((documents) => ({ ...documents, from: name }));
  }),
);

test('every command with a verdict is there', () => {
  expect(samples.flat().map(({ command }) => command)).toEqual(expect.arrayContaining(['diff', 'drift', 'fuzz', 'gate', 'load', 'tps']));
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-results-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(samples.flat())('the documents of pyx $command', ({ command: name, from, files, write }) => {
  const read = (document: string): string => readFileSync(join(folder, name, document), 'utf8');

  beforeAll(() => {
    const outDir = mkdtempSync(join(folder, 'out-'));
    rmSync(join(folder, name), { recursive: true, force: true });
    writeFileSync(join(folder, `${name}-step.md`), 'before\n');
    write({ outDir, githubStepSummary: join(folder, `${name}-step.md`) });
    renameSync(outDir, join(folder, name));
  });

  test('are its results, a page and a summary, which GitHub shows too', () => {
    expect(readdirSync(join(folder, name)).toSorted()).toEqual(['index.html', ...files, 'summary.md'].toSorted());
    expect(readFileSync(join(folder, `${name}-step.md`), 'utf8')).toBe(`before\n${read('summary.md')}\n`);
    expect(read('summary.md')).toMatch(/^# \S/);
  });

  test('are of a form that a schema beside them describes', () => {
    const schemas = readdirSync(join(import.meta.dirname, from)).filter((file) => file.endsWith('.schema.json'));
    const written = JSON.parse(read(files[0]!)) as unknown;
    const problems = schemas.map((file) => {
      const validate = resultsValidator(JSON.parse(readFileSync(join(import.meta.dirname, from, file), 'utf8')) as object);
      return validate(written) ? undefined : validate.errors;
    });
    expect(problems).toContain(undefined);
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
