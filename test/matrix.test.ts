import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openProcessTarget } from '../fixtures/targets/process-target.ts';
import schema from '../reports/matrix/matrix.schema.json' with { type: 'json' };
import type { MatrixResults, MatrixRow } from '../reports/matrix/results.ts';
import { resultsValidator } from '../reports/results-validator.ts';
import { COIND_IMAGE, LITECOIND_IMAGE, needs } from './require.ts';
import { inBrowser } from './support/browser.ts';
import { faultyCoind } from './support/faulty-coind.ts';
import { standardIn } from './support/fruit-service.ts';
import { inEveryLook, run } from './support/in-every-look.ts';
import { mortalCoind } from './support/mortal-coind.ts';
import { otherCoind } from './support/other-coind.ts';
import { inFolder, pyx, type PyxEnded } from './support/pyx.ts';

/** A few cheap cases of each kind. By --method there would be all that call getblockcount, some with nodes of their own. */
const CASES = [
  ...['getmempoolinfo', 'getchaintips', 'getblockcount'].map((method) => `methods/${method}/*`),
  'rules/getmempoolinfo/size',
  'rules/getchaintips/active',
  'rules/getblockcount/*',
  'invariants/chain-tip/*',
];
const SELECTED = ['--case', CASES.join(','), '--seed', '3'];
const MAXMEMPOOL = 'f:getmempoolinfo#default:maxmempool';

/** The results of a matrix, which must have the form of their schema. */
async function matrixIn(folder: string): Promise<MatrixResults> {
  const results = JSON.parse(await readFile(join(folder, 'matrix.json'), 'utf8')) as MatrixResults;
  const validate = resultsValidator(schema);
  expect(validate(results), JSON.stringify(validate.errors)).toBe(true);
  return results;
}

function rowIn({ rows }: MatrixResults, id: string): MatrixRow {
  const row = rows.find((candidate) => candidate.id === id);
  if (!row) throw new Error(`there is no row ${id}`);
  return row;
}

let shared: string;
let sharedOut: string;
let badge: string;
let ended: PyxEnded;
/** The folder of the run of a column. */
const at = (number: number): string => join(sharedOut, `column-${number}`);

/** coind, one with a field of a wrong type, and one without a method. */
beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), 'pyx-matrix-'));
  sharedOut = join(shared, 'out');
  badge = join(shared, 'badges/acme.svg');
  const typed = await faultyCoind(shared, { from: 'maxmempool: maxBytes,', to: 'maxmempool: String(maxBytes),' });
  const lacking = await otherCoind(shared, { without: ['getchaintips'] });
  const columns = ['1.0=embedded', `1.1=process:${typed}@coind`, `1.2=process:${lacking}@coind`];
  ended = await pyx(['matrix', ...columns, '--fail-on', 'lost', '--badge', badge, '--out', sharedOut, ...SELECTED]);
});
afterAll(() => rm(shared, { recursive: true, force: true }));

test('coind and two releases with planted differences: what each lost, its findings, its badge, and the pipeline that fails', async () => {
  const { code, stdout, stderr } = ended;
  expect(code, stderr).toBe(1);
  expect(stdout).toMatch(/1\.2 lost \d+ rows, of (?:\w+, )*getchaintips/);
  expect(stderr).toContain('1.1: target file: ');

  const results = await matrixIn(sharedOut);
  expect(results.columns.map(({ label, error, folder: of }) => [label, error, of])).toEqual([
    ['1.0', null, 'column-1'],
    ['1.1', null, 'column-2'],
    ['1.2', null, 'column-3'],
  ]);
  expect(new Set(results.columns.map((column) => column.run?.seed))).toEqual(new Set([3]));
  expect(rowIn(results, MAXMEMPOOL)).toMatchObject({
    states: ['passed', 'failed', 'passed'],
    changes: [null, 'lost', 'gained'],
    age: null,
  });
  expect(rowIn(results, 'm:getchaintips')).toMatchObject({
    states: ['passed', 'passed', 'failed'],
    changes: [null, null, 'lost'],
    age: 1,
  });
  const [finding] = results.findings.filter(({ row }) => row === MAXMEMPOOL);
  expect(finding).toMatchObject({
    column: 1,
    status: 'failed',
    check: 'type',
    evidence: 'document',
    message: 'maxmempool must be integer',
  });
  expect(finding?.replay).toMatch(
    /^npx --no-install pyx run --target process:.*faulty-coind\.mjs --case \S+ --seed 3 --target-file coind$/,
  );
  for (const { page } of results.columns) expect(existsSync(join(sharedOut, page ?? 'none'))).toBe(true);
  expect(JSON.parse(await readFile(join(shared, 'badges/acme.json'), 'utf8'))).toMatchObject({
    schemaVersion: 1,
    label: '1.2',
    message: '2 of 3 methods (a part)',
  });
  expect(await readFile(badge, 'utf8')).toBe(await readFile(join(sharedOut, 'badge-3.svg'), 'utf8'));

  // The folders of these runs, in another order: the fault of the one before the last is no longer lost.
  const again = ['matrix', at(2), `new=${at(1)}`, '--out', join(shared, 'again'), '--json'];
  const good = await pyx([...again, '--fail-on', 'lost']);
  expect(good.code, good.stderr).toBe(0);
  expect(JSON.parse(good.stdout)).toMatchObject({
    exitCode: 0,
    title: 'Passed with remarks',
    totals: { lost: 0 },
    columns: [{ exitCode: 1 }, { label: 'new' }],
  });
  expect((await matrixIn(join(shared, 'again'))).seed).toBeNull();
  expect((await pyx([...again, '--fail-on', 'differences'])).code).toBe(1);
  expect((await pyx([...again, '--fail-on', 'findings'])).code).toBe(1);
  expect((await pyx(['matrix', at(1), '--fail-on', 'findings', '--out', join(shared, 'one')])).code).toBe(0);
});

test('litecoind beside coind: what it lacks is absent, as its target file states', async (ctx) => {
  await needs(ctx, 'litecoind');
  await inFolder(async (outDir) => {
    const more = ['--method', 'getmempoolinfo,getgovernanceinfo', '--suite', 'methods', '--seed', '3'];
    const { code, stdout, stderr } = await pyx(['matrix', 'embedded', 'process:litecoind', '--fail-on', 'lost', '--out', outDir, ...more]);
    expect(code, `${stdout}${stderr}`).toBe(0);
    const results = await matrixIn(outDir);
    expect(results.columns.map(({ label }) => label)).toEqual([expect.stringMatching(/^coind:/), expect.stringMatching(/^LitecoinCore:/)]);
    const lacked = rowIn(results, 'm:getgovernanceinfo');
    expect([lacked.states, lacked.changes]).toEqual([
      ['passed', 'inapplicable'],
      [null, 'lost'],
    ]);
    expect(lacked.reason).toMatch(/governance/);
    expect(stdout).toMatch(/lost \d+ rows as its target file states/);
  });
});

test('releases in containers stand side by side', async (ctx) => {
  for (const image of [COIND_IMAGE, LITECOIND_IMAGE]) await needs(ctx, 'docker', image);
  await inFolder(async (outDir) => {
    const columns = [COIND_IMAGE, LITECOIND_IMAGE].map((image) => `container:${image}`);
    const { code, stdout, stderr } = await pyx(['matrix', ...columns, '--case', 'methods/getblockcount/*', '--seed', '3', '--out', outDir]);
    expect(code, `${stdout}${stderr}`).toBe(0);
    const results = await matrixIn(outDir);
    expect(results.columns.map(({ label, given, run: of }) => [label, given, of?.target.kind])).toEqual([
      [expect.stringMatching(/^coind:/), columns[0], 'container'],
      [expect.stringMatching(/^LitecoinCore:/), columns[1], 'container'],
    ]);
    expect(rowIn(results, 'm:getblockcount').states).toEqual(['passed', 'passed']);
  });
});

test('a column that cannot be done is named, and the others are shown', () =>
  inFolder(async (folder) => {
    const out = join(folder, 'out');
    const more = ['--method', 'getblockcount', '--suite', 'methods', '--seed', '3', '--out', out];
    const { code, stdout, stderr } = await pyx(['matrix', at(1), 'down=http://127.0.0.1:1', 'process:/no/such/coind', ...more]);
    expect(code, stderr).toBe(2);
    expect(stdout).toContain('Could not be done');
    expect(stdout).toMatch(/down could not be done: .*127\.0\.0\.1:1/);
    const results = await matrixIn(out);
    expect(results.columns.map(({ run: of, error }) => [of?.verdict.code ?? null, error?.code ?? null])).toEqual([
      [0, null],
      [null, 2],
      [null, 2],
    ]);
    expect(rowIn(results, 'm:getblockcount').states).toEqual(['passed', null, null]);
    expect(await readFile(join(out, 'index.html'), 'utf8')).toContain('down could not be done');
    expect(JSON.parse(readFileSync(join(out, 'badge-2.json'), 'utf8'))).toMatchObject({ message: 'no result' });
  }));

test('a node that dies halfway leaves what was seen of it, and the column is not taken for a whole one', () =>
  inFolder(async (folder) => {
    const target = await openProcessTarget(await mortalCoind(folder, { deadly: { chaintips: '"method":"getchaintips"' } }));
    try {
      const { client, credentials } = await target.start('default');
      const env = { PYX_RPC_USER: credentials?.user ?? '', PYX_RPC_PASSWORD: credentials?.password ?? '' };
      const out = join(folder, 'out');
      const { code, stdout, stderr } = await pyx(['matrix', at(1), `dying=${client.address}`, '--out', out, '--jobs', '1', ...SELECTED], {
        env,
      });
      expect([1, 2], `${stdout}${stderr}`).toContain(code);
      expect(stdout).toMatch(/The run of dying is not complete|dying could not be done/);
      expect(`${stdout}${stderr}`).not.toContain(credentials?.password);
      const results = await matrixIn(out);
      expect(results.columns[1]?.run).toMatchObject({ complete: false });
      expect(results.findings.filter(({ column }) => column === 1).map(({ evidence }) => evidence)).toContain('health');
      expect(rowIn(results, 'm:getblockcount').states[0]).toBe('passed');
    } finally {
      await target.close();
    }
  }));

test('what cannot be meant is refused before a node is started', () =>
  inFolder(async (folder) => {
    const refused = async (args: readonly string[], out = 'out'): Promise<string> => {
      const { code, stdout, stderr } = await pyx(['matrix', ...args, '--out', join(folder, out)]);
      expect([code, stdout], stderr).toEqual([2, '']);
      expect(stderr).not.toMatch(/^ +at /m);
      return stderr;
    };
    await writeFile(join(folder, 'mine.svg'), 'a drawing of mine');
    const refusals: readonly (readonly [args: readonly string[], says: string | RegExp])[] = [
      [[], "missing required argument 'columns'"],
      [['embedded', 'bogus'], /"bogus" is not a target; give embedded, .*, or the output folder of a run/],
      [['embedded', folder], 'has no journal.jsonl; name the output folder of a run'],
      [['a=embedded', 'a=process:litecoind'], 'two columns are labelled a; give each its own label'],
      [['embedded', '--fail-on', 'lost'], '--fail-on lost compares columns, and there is one'],
      [['embedded', '--fail-on', 'everything'], 'Allowed choices are lost, differences, findings'],
      [['embedded', 'embedded@missing.yaml'], 'missing.yaml'],
      [['embedded', '--target-file', 'missing.yaml'], 'missing.yaml'],
      [['embedded', '--method', 'getblokc'], 'getblock'],
      [['embedded', '--badge', join(folder, 'badge.png')], 'does not end in .svg'],
      [['embedded', '--badge', join(folder, 'mine.svg')], 'holds something else than what --badge writes'],
    ];
    await Promise.all(
      refusals.map(async ([args, says], index) => {
        const out = `out-${index}`;
        expect(await refused(args, out), args.join(' ')).toMatch(says);
        expect(existsSync(join(folder, out, 'matrix.json'))).toBe(false);
      }),
    );

    const done = join(folder, 'run');
    await cp(at(1), done, { recursive: true });
    const replacing = await pyx(['matrix', done, '--out', done]);
    expect([replacing.code, replacing.stderr]).toEqual([
      2,
      expect.stringContaining('is the folder of a run, whose reports would be replaced'),
    ]);
    await writeFile(join(done, 'journal.jsonl'), 'no journal\n');
    expect(await refused([done])).toContain('journal.jsonl');
  }));

test('a kind of target of a plug-in, and a standard of a user', () =>
  inFolder(async (folder) => {
    const plugin = join(folder, 'house.mjs');
    await writeFile(
      plugin,
      `import { processTarget } from 'pyx';
const open = (file, { signal }) => processTarget('own:' + file, { what: 'coind', binary: process.execPath, args: [file] }, { signal });
export default { name: 'house', targets: [{ form: 'own:<file>', prefix: 'own:', starts: true, open }] };
`,
    );
    const coind = join(import.meta.dirname, '../bin/coind.js');
    const standard = standardIn(join(folder, 'fruit'), '', 'json-rpc-1.0');
    const out = join(folder, 'out');
    const more = ['--standard', standard, '--plugin', plugin, '--suite', 'methods', '--seed', '3', '--out', out];
    const { code, stderr } = await pyx(['matrix', `own:${coind}`, 'embedded', ...more]);
    expect(code, stderr).toBe(0);
    const results = await matrixIn(out);
    expect(results.columns.map(({ label, run: of }) => [label, of?.ownStandard])).toEqual([
      [expect.stringMatching(/^coind:.* \(own:.*coind\.js\)$/), true],
      [expect.stringMatching(/^coind:.* \(embedded\)$/), true],
    ]);
    // coind knows no fruit.
    expect(results.rows.filter(({ kind }) => kind === 'method').map(({ name, states }) => [name, states])).toEqual([
      ['countfruit', ['failed', 'failed']],
      ['getfruit', ['failed', 'failed']],
    ]);
  }));

describe('the page of a matrix', () => {
  const onPage = (
    work: (page: Page, seen: { readonly errors: readonly string[]; readonly file: string }) => Promise<void>,
  ): Promise<void> =>
    inBrowser(async (page) => {
      const file = join(sharedOut, 'index.html');
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('request', (request) => request.url().startsWith('file:') || errors.push(`requested ${request.url()}`));
      await page.goto(pathToFileURL(file).href);
      await work(page, { errors, file });
    });
  const methods = (page: Page): Promise<string[]> =>
    page.$$eval('tr.method', (lines) =>
      lines.filter((line) => line.checkVisibility()).map((line) => line.querySelector('.open')!.textContent),
    );
  const items = (page: Page): Promise<string[]> => page.$$eval('tr.item', (lines) => lines.map((line) => line.dataset['row'] ?? ''));
  const hash = async (page: Page): Promise<Record<string, string>> =>
    Object.fromEntries(new URLSearchParams(await run<string>(page, 'location.hash.slice(1)')));
  const openMethod = (page: Page, name: string): Promise<void> =>
    run(page, `[...document.querySelectorAll('.open')].find((button) => button.textContent === '${name}').click()`);

  test('filters, sorts, opens methods and cells, and keeps that in its address', async (ctx) => {
    await needs(ctx, 'chromium');
    await onPage(async (page, { errors, file }) => {
      const all = await methods(page);
      expect(all).toEqual(expect.arrayContaining(['getblockcount', 'getchaintips', 'getmempoolinfo']));
      await page.click('[data-only="lost"]');
      expect(await methods(page)).not.toContain('getmempoolinfo');
      expect(await methods(page)).toContain('getchaintips');
      await page.click('[data-only="differences"]');
      expect(await methods(page)).toEqual(expect.arrayContaining(['getchaintips', 'getmempoolinfo']));
      expect(await hash(page)).toEqual({ only: 'differences' });

      await openMethod(page, 'getmempoolinfo');
      expect(await items(page)).toEqual([MAXMEMPOOL]);
      await page.click(`tr[data-row="${MAXMEMPOOL}"] .show`);
      const panel = await page.$eval('tr.panel', (line) => line.textContent);
      expect(panel).toContain('maxmempool must be integer');
      expect(panel).toContain('document 2');
      expect(panel).toContain('--case methods/getmempoolinfo/');
      expect(await page.$eval('tr.panel a', (link) => link.getAttribute('href'))).toMatch(
        /^column-2\/index\.html#search=methods%2Fgetmempoolinfo/,
      );
      expect(await hash(page)).toEqual({ only: 'differences', at: MAXMEMPOOL, column: '1' });

      await page.reload();
      expect(await page.$$eval('tr.panel', (lines) => lines.length)).toBe(1);
      expect(await page.$eval('.at', (line) => line.dataset['row'])).toBe(MAXMEMPOOL);
      // A link from elsewhere opens its row, whatever was filtered.
      await page.goto(`${pathToFileURL(file).href}#at=${encodeURIComponent('m:getblockcount')}`);
      expect(await page.$eval('.at .open', (button) => [button.textContent, button.getAttribute('aria-expanded')])).toEqual([
        'getblockcount',
        'true',
      ]);

      await page.keyboard.press('Escape');
      expect(await methods(page)).toEqual(all);
      await page.select('#sort', 'age');
      const byAge = await methods(page);
      expect(byAge.slice(0, 3).toSorted()).toEqual(['getbestblockhash', 'getblockcount', 'getchaintips']);
      await page.select('#sort', '');
      expect(await methods(page)).toEqual(all);
      await page.type('#search', 'maxmempool integer');
      await page.waitForFunction(`document.getElementById('shown').textContent.startsWith('1 of')`);
      expect(await methods(page)).toEqual(['getmempoolinfo']);
      expect(errors).toEqual([]);
    });
  });

  test('can be used by keys, and is readable for everybody', async (ctx) => {
    await needs(ctx, 'chromium');
    await onPage(async (page, { errors, file }) => {
      const focused = (): Promise<string> => run(page, 'document.activeElement.id || document.activeElement.textContent');
      await page.keyboard.press('d');
      expect(await hash(page)).toEqual({ only: 'differences' });
      await page.keyboard.press('Escape');
      const all = await methods(page);
      for (const key of ['j', 'j', 'k', 'j'] as const) await page.keyboard.press(key);
      expect(await focused()).toBe(all[1]);
      await page.keyboard.press('Enter');
      expect((await items(page)).length).toBeGreaterThan(0);
      await page.keyboard.press('/');
      expect(await focused()).toBe('search');
      expect(errors).toEqual([]);
      const opened = `for (const button of document.querySelectorAll('.open, .show')) button.click()`;
      expect(await inEveryLook(page, file, opened)).toEqual({ violations: [], overflowPx: [0, 0] });
    });
  });
});
