import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JournalLine } from '../../engine/journal-lines.ts';
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
      '<h1>Could not be done</h1>',
      '9 of 12 cases run',
      'seed</b>42',
      'document 2, Block (getblock)',
      'tx[7].txid',
      'txid is wrong',
      'unstable',
      'unconfirmed',
      'npx --no-install pyx run --case methods/getblock/verbosity=1 --seed 42',
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
      /<details class="group" id="[^"]*" data-status="failed"[^>]*>\s*<summary><span class="count">(\d+)×<\/span><span class="title"><b>txid is wrong<\/b>/.exec(
        html,
      );
    expect(group?.[1]).toBe('2');
  });

  test('has a named cell for every method, with the worst status of its cases and the share that passed', () => {
    const cell = (method: string): string | undefined => new RegExp(`class="cell (\\w+)" id="m-${method}"`).exec(html)?.[1];
    expect([cell('getblock'), cell('getbalance'), cell('spork')]).toEqual(['failed', 'failed', 'inapplicable']);
    for (const method of ['getblock', 'getbalance', 'spork']) expect(html).toMatch(new RegExp(`</span> ${method}</summary>`));
    // One of three judged cases of getblock passed.
    expect(html).toMatch(/<summary class="share-3" title="2 failed, 1 passed">/);
  });

  test('the cell of a method has what the documents state of it, and whether it was covered', () => {
    const about = /id="m-getblock"[^]*?<\/details>/.exec(html)?.[0].replace(/<[^>]*>/g, '');
    expect(about).toContain('arguments 2 of 3 covered');
    expect(about).toContain('verbosity:omitted not covered');
    expect(about).toContain('result fields 0 of 1 covered');
    expect(about).toContain('never untestable: it takes a year');
  });

  test('shows a method as passed if the documents leave only one of its answers open', async () => {
    const page = await pageOf('open', [
      { ...start, planned: 3 },
      outcome({ id: 'methods/getblock/a', status: 'passed' }),
      outcome({ id: 'methods/getblock/b', status: 'observed' }),
      outcome({ id: 'methods/getbalance/a', status: 'observed', method: 'getbalance' }),
      { t: 'end', complete: true, durationMs: 1 },
    ]);
    expect(page).toMatch(/class="cell passed"[^>]*data-method="getblock" data-counts="1 observed, 1 passed"/);
    expect(page).toMatch(/class="cell observed"[^>]*data-method="getbalance"/);
  });

  test('marks what a finding is about in the response, and has a command to send the call', () => {
    expect(html).toMatch(/<pre tabindex="0">\{\n {2}&quot;result&quot;: <mark>\{<\/mark>/);
    expect(html).toContain('curl --user &quot;$PYX_RPC_USER:$PYX_RPC_PASSWORD&quot;');
    expect(html).toContain('&quot;method&quot;:&quot;getblock&quot;,&quot;params&quot;:[&quot;00ff&quot;,1]');
    expect(html).toContain('&quot;${PYX_RPC_URL:-http://127.0.0.1:18443}&quot;/wallet/w');
  });

  test('has a cause for each link to it', () => {
    const links = Array.from(html.matchAll(/href="#(f-\w+)"/g), ([, id]) => id);
    expect(links.length).toBeGreaterThan(3);
    expect(new Set(links).size).toBe(links.length);
    for (const id of links) expect(html).toContain(`<details class="group" id="${id}"`);
  });

  test('has every case as data for its script, without markup', () => {
    const text = /<script type="application\/json" id="case-data">([^]*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(text).not.toContain('<');
    const { statuses, rows } = JSON.parse(text) as { statuses: string[]; rows: [number, string, string, string][] };
    expect(statuses).toEqual(['failed', 'unstable', 'skipped', 'waived', 'observed', 'inapplicable', 'passed']);
    expect(rows).toHaveLength(10);
    expect(rows).toContainEqual([6, 'methods/getblock/verbosity=0', '13 ms', '']);
    expect(rows.find(([, id]) => id === 'methods/getblock/verbosity=1')).toMatchObject([
      0,
      expect.anything(),
      '13 ms',
      expect.stringMatching(/^txid is wrong: /),
    ]);
  });

  test('shows latencies, nodes and methods by kind of case, with failures first', async () => {
    const page = await pageOf('timed', [
      { ...start, planned: 3 },
      { t: 'time', what: 'start node (default)', ms: 0, node: 'default-1' },
      outcome({ id: 'methods/getblock/a', status: 'passed', latencies: { getblock: { '2': 19, '40': 1 } }, node: 'default-1' }),
      outcome({ id: 'methods/getbalance/a', status: 'failed', method: 'getbalance', kind: 'missing', node: 'default-2' }),
      { t: 'end', complete: true, durationMs: 100 },
    ]);
    expect(page).toMatch(
      /getblock<\/th><td class="num">20<\/td><td class="num">2 ms<\/td><td class="num">2 ms<\/td><td class="num">40 ms<\/td>/,
    );
    expect(page).toContain('<title>default-2: 1 case, 1 failed,');
    const rows = Array.from(
      /<table class="heat">[^]*?<\/table>/.exec(page)?.[0].matchAll(/<th scope="row">(\w+)/g) ?? [],
      ([, name]) => name,
    );
    expect(rows).toEqual(['getbalance', 'getblock']);
    expect(page).toContain('<b>1</b>/1</td>');
  });
});
