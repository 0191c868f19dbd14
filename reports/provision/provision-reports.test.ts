import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { printProvisionVerdict, printStep } from './terminal.ts';
import { sampleProvision, sampleStep } from './testing/sample-provision.ts';
import { provisionVerdict } from './verdict.ts';
import { provisionDocuments } from './documents.ts';
import { reportedVerdict } from '../verdict.ts';
import { writeResults } from '../write-results.ts';
import { resultsValidator } from '../results-validator.ts';
import schema from './provision.schema.json' with { type: 'json' };

const HOSTILE = `<script>alert(1)</script>"' onload=x \u001b[2J\u202e ::error::`;
const failed = sampleStep({ problems: [HOSTILE], calls: [{ method: 'assetnew', args: HOSTILE, error: HOSTILE }] });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the reports are written, and the schema describes the results', () => {
  const validate = resultsValidator(schema);
  for (const results of [sampleProvision(), sampleProvision({ complete: false, guid: null, steps: [failed], left: [HOSTILE] })]) {
    writeResults(results, provisionVerdict(results), provisionDocuments, { outDir: folder });
    const written = JSON.parse(readFileSync(join(folder, 'provision.json'), 'utf8')) as unknown;
    expect(validate(written), JSON.stringify(validate.errors)).toBe(true);
    expect(written).toEqual({ ...results, verdict: reportedVerdict(provisionVerdict(results)) });
  }
});

test('what a node said can neither run in the page nor change the terminal', () => {
  const results = sampleProvision({ complete: false, steps: [failed], left: [HOSTILE] });
  writeResults(results, provisionVerdict(results), provisionDocuments, { outDir: folder });
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  expect(page).toContain('&lt;script&gt;alert(1)');
  expect(page).not.toContain('<script>');
  let text = '';
  const stream = { write: (part: string) => (text += part) };
  printStep(failed, { stream, number: 1, environment: {} });
  printProvisionVerdict(results, provisionVerdict(results), { stream, outDir: 'out', environment: {} });
  expect(text).not.toMatch(/[\u001b\u202e]/);
});

test('the page and the terminal show the states, the calls and the message of the registry page', () => {
  writeResults(sampleProvision(), provisionVerdict(sampleProvision()), provisionDocuments, { outDir: folder });
  let text = '';
  printStep(sampleStep(), { stream: { write: (part: string) => (text += part) }, number: 1, environment: {} });
  for (const shown of [readFileSync(join(folder, 'index.html'), 'utf8'), text]) {
    for (const part of ['none → token created', 'assetsend', '-26 bad-asset-supply', 'Superblock has not been approved yet'])
      expect(shown).toContain(part);
  }
});

test.each([
  ['Passed', 0, sampleProvision()],
  ['Failed', 1, sampleProvision({ complete: false, steps: [failed] })],
  ['Inconclusive', 1, sampleProvision({ complete: false })],
  ['Inconclusive', 1, sampleProvision({ complete: false, guid: null, steps: [] })],
])('the verdict is "%s" with exit code %i', (title, code, results) => {
  expect(provisionVerdict(results)).toMatchObject({ title, code });
});
