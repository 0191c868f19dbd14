import { readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { tablePages } from '../reports/manual/addresses.ts';
import { needs } from './require.ts';
import { inBrowser } from './support/browser.ts';
import { manual, MANUAL_BYTES, problemsOf, watched } from './support/manual.ts';
import { inFolder } from './support/pyx.ts';

test('the whole manual: nearly every method has an answered call, secrets are masked, and every kind of page is for everybody', async (ctx) => {
  await needs(ctx, 'chromium');
  await inFolder(async (out) => {
    const { answered, bytes, methods } = await manual(out);
    // The documents state no arguments of the other 14.
    expect([methods, answered]).toEqual([166, 152]);
    expect(bytes).toBeLessThan(MANUAL_BYTES);
    const pages = readdirSync(join(out, 'methods')).map((name) => [name, readFileSync(join(out, 'methods', name), 'utf8')] as const);
    const withNone = pages.filter(([, page]) => page.includes('No call was answered'));
    expect(withNone).toHaveLength(14);
    for (const [name, page] of withNone) expect(page, name).toContain('the documents do not state its arguments');
    for (const method of ['dumpprivkey', 'masternode-genkey'])
      expect(readFileSync(join(out, `methods/${method}.html`), 'utf8')).toContain('<pre>&quot;***&quot;</pre>');
    for (const [name, page] of pages) expect(page, name).not.toContain(tmpdir());
    for (const [name, page] of pages) expect(page, name).not.toMatch(/\b[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51}\b/);
    await inBrowser(async (page) => {
      const base = pathToFileURL(`${out}/`).href;
      const wrong = watched(page, base);
      await page.goto(`${base}index.html`);
      expect(wrong).toEqual([]);
      await page.setBypassCSP(true); // for axe
      const kinds = [...Object.keys(tablePages), 'methods/decodepsbt.html', 'methods/getaccount.html', 'methods/gobject-count.html'];
      const problems: string[] = [];
      for (const path of kinds) problems.push(...(await problemsOf(page, `${base}${path}`)));
      expect(problems).toEqual([]);
    });
  });
});
