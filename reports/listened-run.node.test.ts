import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPastRun } from './earlier-run.ts';
import { readManualRun } from './manual/read-manual-run.ts';
import { reportNames } from './run-reports.ts';
import { resultsValidator } from './results-validator.ts';
import { printReport } from './terminal.ts';
import { expectNoForeignMarkup } from './testing/safe-page.ts';
import { headerText, headings } from './testing/page-text.ts';
import { listenedRun, killedRun, universe, writeJournal } from './testing/sample-journal.ts';
import { writeTrend, trendLines } from './trend/write-trend.ts';
import { writeReports } from './write-reports.ts';
import schema from './results.schema.json' with { type: 'json' };

const HEARD = 'Heard 1,015 calls over 3 connections: 1,012 judged, 2 refused by the node, 1 of methods that no document has.';
let folder: string;
let printed = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-listened-'));
  const journal = join(folder, 'journal.jsonl');
  writeJournal(journal, listenedRun);
  const digest = await writeReports(journal, folder, { reports: reportNames() });
  printReport(digest, { stream: { write: (text) => (printed += text) }, environment: {} });
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

test('every report says that clients were listened to, what was heard of whom, and no seed', () => {
  const page = read('index.html');
  expect(headerText(page)).toContain('Passed what clients called');
  expect(headerText(page)).toContain('listened at http://127.0.0.1:18500');
  expect(headerText(page)).toContain('command npm test');
  expect(headerText(page)).toMatch(/clients shop\/1 \(1,000 calls\);.*\(15 calls\).*calls 1,015 heard, 1,012 judged/s);
  expect(headings(page)).toEqual(expect.arrayContaining(['Heard', 'Coverage: what the clients use of the standard']));
  expectNoForeignMarkup(page);
  const summary = read('summary.md');
  expect(summary).toMatch(/^# ✅ Pyx listen: Passed\n/);
  expect(summary).toContain('Listened at `http://127.0.0.1:18500`');
  expect(printed).toContain('listened at http://127.0.0.1:18500');
  for (const text of [headerText(page), summary, printed, read('junit.xml'), read('allure-results/environment.properties')]) {
    expect(text).toContain(HEARD);
    expect(text).not.toMatch(/\bseed\b/i);
  }
  for (const text of [read('junit.xml'), read('allure-results/environment.properties')]) expect(text).toContain('http://127.0.0.1:18500');
});

test('results.json has what was heard, and null for the seed', () => {
  const results = JSON.parse(read('results.json')) as { listened: { heard: object } };
  const validate = resultsValidator(schema);
  validate(results);
  expect(validate.errors).toBeNull();
  expect(results).toMatchObject({ seed: null, listened: { at: 'http://127.0.0.1:18500', commandCode: 0 } });
  expect(results.listened.heard).toMatchObject({ connections: 3, calls: { judged: 1_012 } });
});

test('beside other runs it is told apart', async () => {
  const run = join(folder, 'run.jsonl');
  writeJournal(run, killedRun);
  const runs = [await readPastRun('a', run), await readPastRun('b', join(folder, 'journal.jsonl'))];
  const lines = trendLines(writeTrend(runs, folder));
  expect(lines.filter((line) => line.endsWith('b (listened)'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('(listened)'))).toHaveLength(1);
  expect(read('index.html')).toContain('b<br><small>listened</small>');
  const marked = await readManualRun(folder, { universe, isOfUser: false });
  expect(marked.origin).toBe('listened at http://127.0.0.1:18500');
});
