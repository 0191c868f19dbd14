import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import { readXml } from '../reports/testing/read-xml.ts';
import { sarifForm } from '../reports/gate/testing/sarif-form.ts';
import { needs } from './require.ts';
import { inBrowser } from './support/browser.ts';
import { expectHarmless, expectNoControls } from './support/expect-harmless.ts';
import { hostileCoind, MARKUP, REFUSED } from './support/hostile-coind.ts';
import { inFolder, pyx } from './support/pyx.ts';

const methods = ['getmempoolinfo', REFUSED];
const policy = (target: string): string => `target: ${target}
suites: [methods]
methods: [${methods.join(', ')}]
failOn: pedantic
fuzz: { runs: 10, methods: [getmempoolinfo] }
load: [{ method: ${REFUSED}, duration: 200ms, warmUp: 50ms, thresholds: ["errors < 1%"] }]
`;

/** Folders with reports that show texts of the node. */
const PAGES = ['gate', 'gate/run-1', 'gate/fuzz', 'gate/load-1', 'drift', 'diff', 'selfcheck', 'provision', 'trend'];

interface Seen {
  readonly owned: unknown;
  readonly text: string;
  readonly links: readonly string[];
  readonly foreign: readonly string[];
}

/** Opens everything in a page and uses it; what could have run has run afterwards. */
const USE = `(async () => {
  for (const element of document.querySelectorAll('details')) element.open = true;
  for (const element of document.querySelectorAll('button')) element.click();
  for (const element of document.querySelectorAll('*')) {
    element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    if (element.tabIndex >= 0) element.focus();
  }
  const search = document.getElementById('search');
  if (search) {
    search.value = 'owned';
    search.dispatchEvent(new Event('input'));
  }
  // Real time: what the planted text starts by an error of an image or by a timer must have had its turn.
  await new Promise((resolve) => setTimeout(resolve, 200));
  return {
    owned: window.owned ?? null,
    text: document.body.textContent,
    links: [...document.querySelectorAll('[href], [src], [action]')].map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? ''),
    foreign: [...document.querySelectorAll('*')]
      .filter((element) => ['IMG', 'IFRAME', 'OBJECT', 'FORM', 'BASE', 'LINK'].includes(element.tagName) || [...element.attributes].some(({ name }) => name.startsWith('on')))
      .map((element) => element.outerHTML.slice(0, 200)),
  };
})()`;

/** What a page does without its content security policy, so that escaping alone must hold. */
async function used(
  page: Page,
  file: string,
): Promise<Seen & { readonly dialogs: readonly string[]; readonly requested: readonly string[] }> {
  const dialogs: string[] = [];
  const requested: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => requested.push(request.url()));
  await page.setBypassCSP(true);
  await page.goto(pathToFileURL(file).href);
  const seen = (await page.evaluate(USE)) as Seen;
  page.removeAllListeners('dialog').removeAllListeners('request');
  return { ...seen, dialogs, requested: requested.filter((url) => url.split('#')[0] !== pathToFileURL(file).href) };
}

test('a live node whose texts are markup and commands: pages, summaries, annotations and terminal show them as text', async (ctx) => {
  await needs(ctx, 'chromium');
  await inFolder(async (folder) => {
    const target = `process:${await hostileCoind(folder)}`;
    await writeFile(join(folder, 'pyx.yaml'), policy(target));
    const out = (name: string): string[] => ['--out', join(folder, name)];
    const few = ['--method', 'getmempoolinfo,getdifficulty'];
    const step = join(folder, 'step.md');
    const [gate, ...others] = await Promise.all([
      pyx(['gate', ...out('gate')], { cwd: folder, env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: step } }),
      pyx(['drift', '--target', target, ...few, ...out('drift')]),
      pyx(['diff', target, 'embedded', '--case', 'methods/listlabels/*', ...out('diff')]),
      pyx(['selfcheck', '--target', target, '--method', 'getmempoolinfo', '--sample', '1', '--seed', '1', ...out('selfcheck')]),
      pyx(['provision', '--target', target, '--seed', '1', ...out('provision')]),
    ]);
    expect(gate.code, gate.stdout + gate.stderr).toBe(1);
    for (const { code, stdout, stderr } of others) expect([0, 1], stdout + stderr).toContain(code);

    const trend = await pyx(['report', '--trend', join(folder, 'gate/run-1'), ...out('trend')]);
    expect(trend.code, trend.stderr).toBe(1);
    for (const { stdout, stderr } of [...others, trend]) expectHarmless(stdout + stderr);
    expectHarmless(gate.stdout);
    // The only lines that GitHub obeys are those of the gate itself.
    const commands = gate.stderr.split('\n').filter((line) => /^\s*::/.test(line));
    expect(commands.length).toBeGreaterThan(0);
    expect(commands.filter((line) => !/^::(?:error|notice) file=pyx\.yaml,line=[16],title=[^:,]*::[^\r\n]*$/.test(line))).toEqual([]);
    expectHarmless(
      gate.stderr
        .split('\n')
        .filter((line) => !commands.includes(line))
        .join('\n'),
    );

    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const summaries = files.filter((name) => name.endsWith('summary.md'));
    expect(summaries.length).toBeGreaterThanOrEqual(3);
    for (const name of [...summaries, 'step.md']) {
      const text = readFileSync(join(folder, name), 'utf8');
      expectNoControls(text);
      // Outside of code there is no markup but that of the summary itself.
      const outside = text.replace(/^( *)(`{3,})[^]*?^\1\2$/gm, '').replace(/(?<!`)(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, '');
      expect(outside, name).not.toMatch(/owned|javascript:|onerror/);
    }
    const junit = readXml(readFileSync(join(folder, 'gate/run-1/junit.xml'), 'utf8'));
    expect(junit.children.map(({ name }) => name)).toContain('testsuite');
    const sarif = readFileSync(join(folder, 'gate/pyx.sarif'), 'utf8');
    expectNoControls(sarif);
    const isSarif = new Ajv2020().compile(sarifForm);
    expect(isSarif(JSON.parse(sarif)), JSON.stringify(isSarif.errors)).toBe(true);
    expect(sarif).toContain('window.owned');

    await inBrowser(async (page) => {
      for (const name of PAGES) {
        const { text, links, ...seen } = await used(page, join(folder, name, 'index.html'));
        expect(seen, name).toEqual({ owned: null, foreign: [], dialogs: [], requested: [] });
        expect(text, name).toContain(`<script>window.owned = 'script'</script>`);
        expect(
          links.filter((link) => !/^#|^[\w/-]+\/(?:index\.html)?$/.test(link)),
          name,
        ).toEqual([]);
      }
      // The same browser obeys the same markup where nothing escapes it.
      const bare = join(folder, 'bare.html');
      await writeFile(bare, `<!doctype html><body>${MARKUP}`);
      expect((await used(page, bare)).owned).not.toBeNull();
    });
  });
});
