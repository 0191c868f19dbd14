import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SelfcheckResultsError, readSelfcheckResults } from './read-selfcheck-results.ts';
import { sampleSelfcheck } from './testing/sample-selfcheck-results.ts';
import { selfcheckDocuments } from './documents.ts';
import { reportedVerdict } from '../verdict.ts';
import { writeResults } from '../write-results.ts';
import { selfcheckVerdict } from './verdict.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-selfcheck-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('reads what was written, from the file or its folder', () => {
  const verdict = selfcheckVerdict(sampleSelfcheck);
  writeResults(sampleSelfcheck, verdict, selfcheckDocuments, { outDir: folder });
  const written = { ...sampleSelfcheck, verdict: reportedVerdict(verdict) };
  expect(readSelfcheckResults(folder)).toEqual(written);
  expect(readSelfcheckResults(join(folder, 'selfcheck.json'))).toEqual(written);
});

test('reads the results of a version of Pyx that wrote no schemaVersion', () => {
  const { schemaVersion: _, ...earlier } = sampleSelfcheck;
  const file = join(folder, 'earlier.json');
  writeFileSync(file, JSON.stringify(earlier));
  expect(readSelfcheckResults(file)).toEqual(sampleSelfcheck);
});

test.each<readonly [what: string, content: unknown, message: string]>([
  [
    'the results of a trial',
    { pyx: '0.1.0', seed: 1, cases: [] },
    'expected the results of a selfcheck, found those of a trial; name a selfcheck.json',
  ],
  ['another file', [1, 2], 'found something else'],
  ['a file that is cut', '{"pyx": "0.1', 'is not JSON'],
  ['another form', { ...sampleSelfcheck, faults: 3 }, '/faults must be array; it was written by pyx 0.1.0: run pyx selfcheck again'],
])('refuses %s', (_what, content, message) => {
  const file = join(folder, 'other.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  expect(() => readSelfcheckResults(file)).toThrow(SelfcheckResultsError);
  expect(() => readSelfcheckResults(file)).toThrow(message);
});
