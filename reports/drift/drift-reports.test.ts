import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resultsValidator } from '../results-validator.ts';
import schema from './drift.schema.json' with { type: 'json' };
import type { DriftResults } from './results.ts';
import { printDriftReport } from './terminal.ts';
import { added, killed, removed, resultsOf } from './testing/sample-drift.ts';
import { driftVerdict } from './verdict.ts';
import { driftDocuments } from './documents.ts';
import { writeResults } from '../write-results.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-drift-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the exit code follows --fail-on; accepted differences do not count', () => {
  const code = (parts: Partial<DriftResults>): number => driftVerdict(resultsOf(parts)).code;
  const compatible = { ...removed, class: 'compatible' as const };
  expect([code({}), code({ failOn: 'breaking' }), code({ failOn: 'none' })]).toEqual([1, 1, 0]);
  expect([code({ findings: [compatible] }), code({ findings: [compatible], failOn: 'breaking' })]).toEqual([1, 0]);
  expect(driftVerdict(resultsOf({ findings: [added] }))).toEqual({
    code: 0,
    look: 'good',
    title: 'Passed',
    reasons: ['No difference between the documents and the node is open; 1 difference is accepted in the target file.'],
    inconclusive: 'fail',
    problems: [],
  });
  expect(driftVerdict(resultsOf({ failOn: 'none' })).title).toBe('Passed with remarks');
  expect(driftVerdict(resultsOf({ findings: [], complete: false })).title).toBe('Inconclusive');
});

test('a lost node, a case that was not run and a run without its end fail a comparison, whatever --fail-on names', () => {
  const verdict = (parts: Partial<DriftResults>): unknown[] => {
    const { code, title, reasons } = driftVerdict(resultsOf({ findings: [], failOn: 'none', ...parts }));
    return [code, title, reasons.join(' ')];
  };
  expect(verdict({})).toEqual([0, 'Passed', 'No difference between the documents and the node is open.']);
  expect(verdict({ lost: [killed] })).toEqual([
    1,
    'Failed',
    'What was compared shows no open difference. 1 node was lost (died or stopped answering), so the comparison is not complete.',
  ]);
  expect(verdict({ untried: { 'no node could be started': 2 } })).toEqual([
    1,
    'Inconclusive',
    'What was compared shows no open difference. 2 cases could not be run.',
  ]);
  expect(verdict({ complete: false })[0]).toBe(1);
  expect(verdict({ findings: [added, removed], lost: [killed] }).slice(0, 2)).toEqual([1, 'Failed']);
});

test('drift.json fits its schema, and the page escapes what the node sent', () => {
  const results = resultsOf({ lost: [killed], untried: { 'no node could be started': 2 } });
  writeResults(results, driftVerdict(results), driftDocuments, { outDir: folder });
  const validate = resultsValidator(schema);
  expect([validate(JSON.parse(readFileSync(join(folder, 'drift.json'), 'utf8'))), validate.errors]).toEqual([true, null]);
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  expect(page).toContain('&lt;b&gt;not\\u001b[31m found&lt;/b&gt;');
  expect(page).not.toMatch(/<b>(?:not\\u001b|out)/);
  expect(page).toContain('its last lines: &lt;b&gt;out\\u001b[31m of memory');
  expect(page).toContain('2 cases: no node could be started');
  expect(page).toContain('Later releases have it.');
});

test('the terminal shows open findings with evidence and block, and what is no longer seen', () => {
  let text = '';
  const results = resultsOf({ lost: [killed], untried: { 'no node could be started': 2 } });
  printDriftReport(results, driftVerdict(results), {
    stream: { write: (piece: string) => ((text += piece), true) } as never,
    outDir: 'out',
    environment: {},
  });
  expect(text).toContain('1) BREAKING The node does not have getone (method-removed)');
  expect(text).toContain('called     called: -32601 <b>not\\u001b[31m found</b>');
  expect(text).toContain('  - methods: [getone]');
  expect(text).toContain('method-added getold (Old.)');
  expect(text).toContain(
    'LOST A node died or stopped answering in gettwo\n   in         methods/gettwo/required-only\n   health     the node ended',
  );
  expect(text).toContain('Not compared: 2 cases, no node could be started');
  expect(text).not.toContain('the field size');
  expect(text).toContain(
    'Failed  1 difference between the documents and the node: 1 breaking, 0 unclassified, 0 compatible; 1 difference is accepted',
  );
});
