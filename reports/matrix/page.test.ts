import { expect, test } from 'vitest';
import { expectNoForeignMarkup, expectOwnPolicy } from '../testing/safe-page.ts';
import { hostile, start } from '../testing/sample-journal.ts';
import { headerText, headings } from '../testing/page-text.ts';
import { matrixPage } from './page.ts';
import { met, sampleMatrix, sampleRun, standard, type SampleColumn } from './testing/sample-matrix.ts';
import { matrixVerdict } from './verdict.ts';

const pageOf = async (columns: readonly SampleColumn[]): Promise<string> => {
  const results = await sampleMatrix(columns, 'lost');
  return matrixPage(results, matrixVerdict(results));
};
const field = { method: 'getblock', variant: 'verbosity=1', path: 'tx', check: 'type' };

test('the page has the verdict, the columns, and each method without its script', async () => {
  const page = await pageOf([
    { label: 'old', lines: sampleRun() },
    { label: 'new', lines: sampleRun([met('methods/getblock/a', field)]) },
  ]);
  expect(headerText(page)).toContain('new lost 2 rows, of getblock.');
  expect(headings(page)).toEqual(['Columns', 'Methods']);
  const row = /<tr class="method" data-index="0">.*<\/tr>/.exec(page)?.[0] ?? '';
  expect(row).toContain('>getblock</button> <small>last good in old, 1 column ago</small>');
  expect(row).toContain('<td class="c passed" title="passed"><span aria-hidden="true">✓</span><span class="sr">passed</span></td>');
  expect(row).toContain(
    '<td class="c failed" title="failed, 1 lost"><button type="button" class="show" data-column="1" aria-expanded="false">',
  );
});

test('a node and a user whose texts are markup change neither page nor policy', async () => {
  const page = await pageOf([
    { label: 'a', lines: sampleRun() },
    {
      label: hostile,
      lines: sampleRun(
        [
          met('methods/getblock/a', { ...field, found: hostile }, { finding: { message: hostile, source: hostile }, replay: hostile }),
          met(`invariants/${hostile}`, { check: 'holds', method: hostile, rule: hostile }, { method: hostile }),
        ],
        {
          target: { ...start.target, subversion: hostile, targetFile: hostile },
          universe: { ...standard, families: { ...standard.families, [hostile]: hostile }, untestable: { [`m:${hostile}`]: hostile } },
        },
      ),
    },
    { label: 'down', error: { code: 2, reasons: [hostile], details: [hostile] } },
  ]);
  expectNoForeignMarkup(page);
  expectOwnPolicy(page);
});

test('five columns of 200 methods with 20 rows each are less than 6 MB', async () => {
  const methods = Array.from({ length: 200 }, (_, index) => `method${index}`);
  const universe = {
    ...standard,
    methods: methods.map((method) => `m:${method}`),
    rules: methods.flatMap((method) => Array.from({ length: 20 }, (_, index) => `r:${method}/a-rule-with-a-name-${index}`)),
    families: Object.fromEntries(methods.map((method, index) => [method, `family-${index % 9}`])),
  };
  const failures = methods.flatMap((method) =>
    Array.from({ length: 2 }, (_, index) =>
      met(
        `rules/${method}/a-rule-with-a-name-${index}`,
        { method, check: 'holds', rule: `${method}/a-rule-with-a-name-${index}` },
        { method },
      ),
    ),
  );
  const page = await pageOf(
    ['1', '2', '3', '4', '5'].map((label) => ({ label, lines: sampleRun(label === '1' ? [] : failures, { universe }) })),
  );
  expect(page.length).toBeGreaterThan(600_000);
  expect(page.length).toBeLessThan(6_000_000);
});
