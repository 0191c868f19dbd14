import { judgedOf } from '../reports/selfcheck/judged.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'puppeteer-core';
import { describe, expect, test, type TestContext } from 'vitest';
import { readJournal } from '../engine/journal.ts';
import type { JournalLine } from '../engine/journal-lines.ts';
import { frontPage } from '../fixtures/registry/registry-page.ts';
import { digestOf, type DigestOptions } from '../reports/digest.ts';
import { alike, known, unknown } from '../reports/diff/testing/sample-diff.ts';
import { diffDocuments } from '../reports/diff/documents.ts';
import { diffVerdict } from '../reports/diff/verdict.ts';
import { writeResults } from '../reports/write-results.ts';
import { resultsOf } from '../reports/drift/testing/sample-drift.ts';
import { driftDocuments } from '../reports/drift/documents.ts';
import { driftVerdict } from '../reports/drift/verdict.ts';
import { results as fuzzed } from '../reports/fuzz/testing/sample-fuzz.ts';
import { fuzzDocuments } from '../reports/fuzz/documents.ts';
import { fuzzVerdict } from '../reports/fuzz/verdict.ts';
import { gate, part, problem } from '../reports/gate/testing/sample-gate.ts';
import { gateDocuments } from '../reports/gate/documents.ts';
import { gateVerdict } from '../reports/gate/verdict.ts';
import { HtmlPage } from '../reports/html/page.ts';
import { loadDocuments } from '../reports/load/documents.ts';
import { loadVerdict } from '../reports/load/verdict.ts';
import { wholeSample } from '../reports/load/testing/sample-load-results.ts';
import { sampleProvision } from '../reports/provision/testing/sample-provision.ts';
import { provisionDocuments } from '../reports/provision/documents.ts';
import { provisionVerdict } from '../reports/provision/verdict.ts';
import { hostileSelfcheck, sampleFault } from '../reports/selfcheck/testing/sample-selfcheck-results.ts';
import { selfcheckDocuments } from '../reports/selfcheck/documents.ts';
import { selfcheckVerdict } from '../reports/selfcheck/verdict.ts';
import { hostile, killedRun, outcome, start, writeJournal } from '../reports/testing/sample-journal.ts';
import { settled } from '../reports/settled-lines.ts';
import { needs } from './require.ts';
import { inBrowser } from './support/browser.ts';
import { inEveryLook, run } from './support/in-every-look.ts';
import { inFolder, pyx } from './support/pyx.ts';

async function writePage(journal: string, file: string, lines: Iterable<JournalLine>, options: DigestOptions): Promise<void> {
  writeJournal(journal, lines);
  const page = new HtmlPage(file, await digestOf(journal, options));
  for await (const line of settled(readJournal(journal))) if (line.t === 'outcome') page.outcome(line);
  page.close();
}

/** Writes the page of a journal, and opens it. Errors of the page and dialogs are collected. */
async function onPageOf(
  ctx: TestContext,
  lines: Iterable<JournalLine>,
  work: (page: Page, seen: { readonly errors: readonly string[]; readonly file: string }) => Promise<void>,
  options: DigestOptions = {},
): Promise<void> {
  await needs(ctx, 'chromium');
  await inFolder(async (folder) => {
    const file = join(folder, 'index.html');
    await writePage(join(folder, 'journal.jsonl'), file, lines, options);
    await inBrowser(async (page) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('dialog', (dialog) => {
        errors.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      await page.goto(pathToFileURL(file).href);
      await work(page, { errors, file });
    });
  });
}

const visibleRows = (page: Page): Promise<number> => page.$$eval('#cases tbody tr', (rows) => rows.length);
const hash = async (page: Page): Promise<URLSearchParams> => new URLSearchParams(await run<string>(page, 'location.hash.slice(1)'));
/** The search waits for the end of typing. */
const searched = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction(`new URLSearchParams(location.hash.slice(1)).get('search') === ${JSON.stringify(text)}`);

describe('the pages of real runs are readable for everybody', () => {
  test('of a run with failures, and of one without', async (ctx) => {
    await needs(ctx, 'chromium');
    await needs(ctx, 'litecoind');
    await inFolder(async (folder) => {
      const [red, green] = [join(folder, 'red'), join(folder, 'green')];
      const own = ['run', '--seed', '3', '--jobs', '1', '--suite', 'methods'];
      const ran = await Promise.all([
        pyx([...own, '--target', 'process:litecoind', '--target-file', 'none', '--method', 'getblock,getpeerinfo', '--out', red]),
        pyx([...own, '--method', 'getblock,getblockcount', '--out', green]),
      ]);
      expect(ran.map(({ code }) => code)).toEqual([1, 0]);
      await inBrowser(async (page) => {
        for (const report of [red, green])
          expect(await inEveryLook(page, join(report, 'index.html'))).toEqual({ violations: [], overflowPx: [0, 0] });
        expect(await page.$eval('h1', (head) => head.textContent)).toBe('Passed');
        expect(await page.$$('section#latency, section#nodes, section#kinds, section#environment')).toHaveLength(4);
      });
    });
  });

  test('of a provisioning, and the registry page', async (ctx) => {
    await needs(ctx, 'chromium');
    await inFolder(async (folder) => {
      const provisioned = sampleProvision();
      writeResults(provisioned, provisionVerdict(provisioned), provisionDocuments, { outDir: folder });
      const registry = join(folder, 'registry.html');
      writeFileSync(registry, frontPage([7], { isBad: true, text: 'Superblock has not been approved yet' }));
      await inBrowser(async (page) => {
        for (const file of [join(folder, 'index.html'), registry])
          expect(await inEveryLook(page, file), file).toEqual({ violations: [], overflowPx: [0, 0] });
      });
    });
  });

  test('of a drift, a diff, a gate, a fuzzing and a selfcheck', async (ctx) => {
    await needs(ctx, 'chromium');
    await inFolder(async (folder) => {
      const drifted = resultsOf({});
      const differing = { ...alike, alike: 298, disagreements: [known, unknown] };
      const gated = gate([part('run', 1), part('drift', 0)], [problem()]);
      const pages: { readonly [name: string]: (out: string) => void } = {
        drift: (outDir) => writeResults(drifted, driftVerdict(drifted), driftDocuments, { outDir }),
        diff: (outDir) => writeResults(differing, diffVerdict(differing), diffDocuments, { outDir }),
        gate: (outDir) => writeResults(gated, gateVerdict(gated), gateDocuments, { outDir }),
        fuzz: (outDir) => writeResults(fuzzed, fuzzVerdict(fuzzed), fuzzDocuments, { outDir }),
        selfcheck: (outDir) => writeResults(hostileSelfcheck, selfcheckVerdict(hostileSelfcheck), selfcheckDocuments, { outDir }),
      };
      await inBrowser(async (page) => {
        for (const [name, write] of Object.entries(pages)) {
          const out = join(folder, name);
          mkdirSync(out);
          write(out);
          expect(await inEveryLook(page, join(out, 'index.html')), name).toEqual({ violations: [], overflowPx: [0, 0] });
        }
      });
    });
  });

  test('of a load', async (ctx) => {
    await needs(ctx, 'chromium');
    await inFolder(async (folder) => {
      writeResults(wholeSample, loadVerdict(wholeSample), loadDocuments, { outDir: folder });
      await inBrowser(async (page) => {
        expect(await inEveryLook(page, join(folder, 'index.html'))).toEqual({ violations: [], overflowPx: [0, 0] });
      });
    });
  });
});

describe('the page of a trial', () => {
  test('keeps search, filter and finding in its address', async (ctx) => {
    await onPageOf(ctx, killedRun, async (page, { errors }) => {
      await page.type('#search', 'getblock');
      await searched(page, 'getblock');
      await page.click('button[data-status="failed"]');
      expect(await visibleRows(page)).toBe(2);
      const link = '.group:not([hidden]) a[href^="#f-"]';
      const id = await run<string>(page, `document.querySelector('${link}').hash.slice(1)`);
      await run(page, `document.querySelector('${link}').click()`);
      await page.waitForFunction(`location.hash.includes('at=${id}')`);
      expect(Object.fromEntries(await hash(page))).toEqual({ search: 'getblock', status: 'failed', at: id });

      await page.reload();
      expect(await run(page, `document.getElementById('search').value`)).toBe('getblock');
      expect(await visibleRows(page)).toBe(2);
      expect(await run(page, `document.getElementById('${id}').open && document.getElementById('${id}').classList.contains('at')`)).toBe(
        true,
      );
      expect(errors).toEqual([]);
    });
  });

  test('can be used by keys, and copies the replay command', async (ctx) => {
    await onPageOf(ctx, killedRun, async (page) => {
      const focused = (): Promise<string> => run(page, 'document.activeElement.id || document.activeElement.textContent');
      await page.keyboard.press('/');
      expect(await focused()).toBe('search');
      await page.keyboard.type('verbosity=1');
      await searched(page, 'verbosity=1');
      await page.keyboard.press('Escape');
      expect((await hash(page)).size).toBe(0);
      await run(page, `document.getElementById('search').blur()`);
      for (const key of ['j', 'j', 'j', 'k', 'j'] as const) await page.keyboard.press(key);
      expect(await focused()).toContain('txid is wrong');
      await page.keyboard.press('Enter');
      const button = await page.waitForSelector('.group[open] button.copy', { visible: true });
      await run(
        page,
        `Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { document.title = text; } } })`,
      );
      await button!.click();
      await page.waitForFunction(`document.title === 'npx --no-install pyx run --case methods/getblock/verbosity=1 --seed 42'`);
    });
  });

  test('opens a method into what the documents state of it', async (ctx) => {
    await onPageOf(ctx, killedRun, async (page) => {
      const cell = (await page.$('#m-getblock'))!;
      expect(await cell.$eval('.about', (about) => about.checkVisibility())).toBe(false);
      await cell.$eval('summary', (summary) => summary.click());
      expect(await cell.$eval('.about', (about) => about.checkVisibility() && about.textContent)).toContain('verbosity:omitted');
      await cell.$eval('a', (link) => link.click());
      await searched(page, 'getblock');
      expect(await visibleRows(page)).toBe(3);
    });
  });

  test('shows with the results of a selfcheck what is covered and judged, and what is only covered', async (ctx) => {
    const { finder: _, ...missed } = sampleFault('answer/dropped/getblock:missed', {
      status: 'missed',
      covers: ['p:getblock.verbosity:given'],
    });
    const selfcheck = {
      ...hostileSelfcheck,
      faults: [...hostileSelfcheck.faults, sampleFault('request/getblock', { covers: ['e:getblock.verbosity=0'] }), missed],
    };
    await onPageOf(
      ctx,
      killedRun,
      async (page, { errors, file }) => {
        const cell = (await page.$('#m-getblock'))!;
        await cell.$eval('summary', (summary) => summary.click());
        const shown = await cell.$$eval('.about > p, .about li', (all) =>
          all.filter((element) => element.checkVisibility()).map((element) => element.textContent),
        );
        expect(shown.slice(1)).toEqual([
          'arguments 2 of 3 covered, 0 of 1 judged',
          '✓ blockhash:given',
          '✓ verbosity:given not judged: no planted fault of it was found',
          '○ verbosity:omitted not covered',
          'values 1 of 2 covered, 1 of 1 judged',
          '✓ verbosity=0 judged',
          '○ verbosity=1 not covered',
          'result fields 0 of 1 covered',
          '○ verbosity=1:tx not covered',
          'rules 0 of 1 covered, 1 untestable',
          '○ confirmations not covered',
          '– never untestable: it takes a year',
        ]);
        const coverage = await page.$$eval('.rows details', (rows) => rows.map((row) => row.textContent));
        expect(coverage.find((row) => row.startsWith('judged'))).toMatch(/^judged50 %1 of 2.*getblock\.blockhash$/s);
        expect(errors).toEqual([]);
        expect(await inEveryLook(page, file)).toEqual({ violations: [], overflowPx: [0, 0] });
      },
      { judged: () => judgedOf(selfcheck) },
    );
  });

  test('of a node that answers with markup everywhere runs and loads nothing', async (ctx) => {
    const everywhere = killedRun.map((line) => (line.t === 'outcome' ? { ...line, kind: hostile, reason: hostile, node: hostile } : line));
    await onPageOf(ctx, everywhere, async (page, { errors }) => {
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      await run(page, `for (const details of document.querySelectorAll('details')) details.open = true`);
      for (const button of await page.$$('button[data-status]')) await button.evaluate((element) => element.click());
      await page.type('#search', '<script>');
      await searched(page, '<script>');
      expect(await visibleRows(page)).toBe(6);
      expect(await page.$$('img, b[onclick], [onmouseover], a[href*="evil"], script:not([type]) ~ script')).toEqual([]);
      expect(await page.$eval('#cases tbody', (body) => body.textContent)).toContain('</script><script>alert(1)</script>');
      expect(requested).toEqual([]);
      expect(errors).toEqual([]);
    });
  });

  test('of 20,000 cases draws only the rows that are asked for, and searches all of them', async (ctx) => {
    const many = Array.from({ length: 20_000 }, (_, n) =>
      outcome({ id: `methods/getblock/case-${n}`, status: n % 400 === 7 ? 'observed' : 'passed' }),
    );
    await onPageOf(ctx, [{ ...start, planned: 20_000 }, ...many, { t: 'end', complete: true, durationMs: 1 }], async (page) => {
      expect(await page.$$eval('*', (all) => all.length)).toBeLessThan(1_000);
      await run(page, `document.getElementById('cases-list').open = true`);
      await page.waitForFunction(`document.querySelectorAll('#cases tbody tr').length === 200`);
      expect(await page.$eval('#cases tbody tr', (row) => row.textContent)).toContain('observed');
      await page.click('#more-rows');
      expect(await visibleRows(page)).toBe(400);
      await page.type('#search', 'case-1999');
      await searched(page, 'case-1999');
      expect(await page.$eval('#shown', (shown) => shown.textContent)).toBe('11 of 20000 listed cases');
    });
  });
});
