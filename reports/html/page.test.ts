import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JournalLine } from '../../engine/journal.ts';
import { killedRun, outcome, start, writeJournal } from '../testing/sample-journal.ts';
import { expectNoExternalResource, expectNoForeignMarkup, expectOwnPolicy } from '../testing/safe-page.ts';
import { writeReports } from '../write-reports.ts';

let folder: string;
let html: string;

async function pageOf(name: string, lines: Iterable<JournalLine>): Promise<string> {
  const file = join(folder, `${name}.jsonl`);
  writeJournal(file, lines);
  await writeReports(file, join(folder, name));
  return readFileSync(join(folder, name, 'index.html'), 'utf8');
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-html-'));
  html = await pageOf('killed', killedRun);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('index.html', () => {
  test('has no markup from texts of the node', () => expectNoForeignMarkup(html));
  test('needs no external resource', () => expectNoExternalResource(html));
  test('has a policy that allows only its own style and script', () => expectOwnPolicy(html));

  test('shows the essential parts without its script', () => {
    const text = html.replace(/<script>[^]*<\/script>/, '');
    for (const expected of [
      'Internal error',
      '8 of 12 cases run',
      'seed</b>42',
      'document 2, Block (getblock)',
      'tx[7].txid',
      'txid is wrong',
      'flaky',
      'unconfirmed',
      'npx pyx run --case methods/getblock/verbosity=1 --seed 42',
      '1.00000000',
      'it takes a year',
      'start node',
      '750 ms',
      'the connection broke',
    ])
      expect(text, expected).toContain(expected);
  });

  test('groups two findings of one cause and counts cases, not findings', () => {
    const group =
      /<details class="group" data-status="failed"[^>]*>\s*<summary><span class="count">(\d+)×<\/span><span class="title"><b>txid is wrong<\/b>/.exec(
        html,
      );
    expect(group?.[1]).toBe('2');
  });

  test('has a named cell for every method, coloured by the statuses of its cases', () => {
    const cell = (method: string): string | undefined =>
      new RegExp(`class="cell (\\w+)" href="#search=${method}" data-method="${method}"`).exec(html)?.[1];
    expect([cell('getblock'), cell('getbalance'), cell('spork')]).toEqual(['failed', 'failed', 'inapplicable']);
    for (const method of ['getblock', 'getbalance', 'spork']) expect(html).toMatch(new RegExp(`>. ${method}</a>`));
  });

  test('shows a method as passed if the documents leave only one of its answers open', async () => {
    const page = await pageOf('open', [
      { ...start, planned: 3 },
      outcome({ id: 'methods/getblock/a', status: 'passed' }),
      outcome({ id: 'methods/getblock/b', status: 'observed' }),
      outcome({ id: 'methods/getbalance/a', status: 'observed', method: 'getbalance' }),
      { t: 'end', complete: true, durationMs: 1 },
    ]);
    expect(page).toMatch(/class="cell passed"[^>]*data-method="getblock" title="getblock: 1 observed, 1 passed"/);
    expect(page).toMatch(/class="cell observed"[^>]*data-method="getbalance"/);
  });

  test('lists failed cases first, then cases that were not run, passed cases last', () => {
    const statuses = Array.from(html.matchAll(/<tr data-status="(\w+)"/g), ([, status]) => status);
    expect(statuses).toEqual(['failed', 'failed', 'failed', 'failed', 'skipped', 'waived', 'observed', 'inapplicable', 'passed']);
  });

  test('lists only cases that did not pass if there are too many, with a remark', async () => {
    const many = Array.from({ length: 5_001 }, (_, n) => outcome({ id: `methods/getblock/${n}`, status: n === 3 ? 'observed' : 'passed' }));
    const page = await pageOf('many', [start, ...many, { t: 'end', complete: true, durationMs: 1 }]);
    expect(page.match(/<tr data-status=/g)).toHaveLength(1);
    expect(page).toContain('5,000 more cases are in results.json; only cases that did not pass are listed here.');
  });
});
