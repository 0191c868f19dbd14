import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import schema from './drift.schema.json' with { type: 'json' };
import type { DriftResults } from './results.ts';
import { printDriftReport } from './terminal.ts';
import { added, removed, resultsOf } from './testing/sample-drift.ts';
import { driftVerdict } from './verdict.ts';
import { writeDriftReports } from './write-drift-reports.ts';

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
    title: 'No drift',
    sentence: 'No difference between the documents and the node is open; 1 difference is accepted in the target file.',
  });
  expect(driftVerdict(resultsOf({ findings: [], complete: false })).title).toBe('Incomplete');
});

test('drift.json fits its schema, and the page escapes what the node sent', () => {
  writeDriftReports(resultsOf({}), folder);
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  expect([validate(JSON.parse(readFileSync(join(folder, 'drift.json'), 'utf8'))), validate.errors]).toEqual([true, null]);
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  expect(page).toContain('&lt;b&gt;not\\u001b[31m found&lt;/b&gt;');
  expect(page).not.toContain('<b>not');
  expect(page).toContain('Later releases have it.');
});

test('the terminal shows open findings with evidence and block, and what is no longer seen', () => {
  let text = '';
  printDriftReport(resultsOf({}), {
    stream: { write: (piece: string) => ((text += piece), true) } as never,
    outDir: 'out',
    environment: {},
  });
  expect(text).toContain('1) BREAKING The node does not have getone (method-removed)');
  expect(text).toContain('called     called: -32601 <b>not\\u001b[31m found</b>');
  expect(text).toContain('  - methods: [getone]');
  expect(text).toContain('method-added getold (Old.)');
  expect(text).not.toContain('gettwo');
  expect(text).toContain(
    'Drift  1 difference between the documents and the node: 1 breaking, 0 unclassified, 0 compatible; 1 difference is accepted',
  );
});
