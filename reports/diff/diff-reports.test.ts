import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { resultsValidator } from '../results-validator.ts';
import schema from './diff.schema.json' with { type: 'json' };
import { printDiffReport } from './terminal.ts';
import { alike, killed, known, unknown } from './testing/sample-diff.ts';
import { diffVerdict } from './verdict.ts';
import { diffDocuments } from './documents.ts';
import { writeResults } from '../write-results.ts';

const folder = mkdtempSync(join(tmpdir(), 'pyx-diff-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['nothing differs', alike, 0, 'Passed'],
  ['all differences are known', { ...alike, alike: 299, disagreements: [known] }, 0, 'Passed'],
  ['a difference has no reason', { ...alike, alike: 298, disagreements: [known, unknown] }, 1, 'Failed'],
  ['a listed difference no longer occurs', { ...alike, stale: [{ cases: 'a/*', reason: 'gone' }] }, 1, 'Failed'],
  ['a node was lost', { ...alike, lost: [killed] }, 1, 'Failed'],
  ['a case could not be run', { ...alike, untried: 1 }, 1, 'Inconclusive'],
  ['nothing was compared', { ...alike, compared: 0, alike: 0 }, 2, 'Could not be done'],
])('%s', (_, results, code, title) => {
  expect(diffVerdict(results)).toMatchObject({ code, title });
});

test('the reports have each difference by cause, with texts of the nodes as texts, in the form of the schema', () => {
  const results = { ...alike, lost: [killed], alike: 297, disagreements: [known, unknown, { ...unknown, id: 'rules/getblock/z' }] };
  writeResults(results, diffVerdict(results), diffDocuments, { outDir: folder });
  const text = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const validate = resultsValidator(schema);
  const data = JSON.parse(text('diff.json')) as object;
  expect(validate(data), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ ...data, alike: -1 })).toBe(false);
  const page = text('index.html');
  expect(page).toContain('<h1>Failed</h1>');
  expect(page).toContain('2 cases');
  expect(page).not.toContain('<script>');
  expect(page.indexOf('Known differences')).toBeGreaterThan(page.indexOf('value of height'));
  expect(page).toContain('the node ended; its last lines: ');
  expect(text('summary.md')).toContain('It was so before.');
  expect(text('summary.md')).toContain('- `embedded`, `methods/getblock/x`: ````the node ended');
  let printed = '';
  printDiffReport(results, diffVerdict(results), {
    stream: { write: (written: string) => (printed += written) },
    outDir: 'out',
    environment: {},
  });
  expect(printed).toContain(
    'Failed  300 cases compared, 297 alike: 99.00 %. 1 case with a known reason. 2 cases without a known reason. 1 node was lost',
  );
  expect(printed).toContain('LOST A node died or stopped answering in getblock\n   target     embedded\n   in         methods/getblock/x');
  expect(printed).toMatch(/\n   replay: npx --no-install pyx diff \S+ \S+ --case \S+ --seed \d+\n/);
  expect(printed).toContain('   not compared: 3 cases, inapplicable on embedded');
  expect(printed).not.toContain('\u001b');
  // Two cases of one cause have one entry, ready to be copied; a known one has none.
  const entry = `accepted:\n  - what: { method: getblock, path: height, check: other-answer, found: value }\n    why: not explained yet`;
  expect(printed.split(entry)).toHaveLength(2);
  expect(page.split(entry)).toHaveLength(2);
});
