import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { needs } from './require.ts';
import { inBrowser } from './support/browser.ts';
import { inFolder, pyx, resultsIn } from './support/pyx.ts';

const script = join(import.meta.dirname, '../scripts/report-allure.mjs');

test('the report of Allure has the totals of the run, and the history of the report before', async (ctx) => {
  for (const need of ['java', 'chromium', 'litecoind'] as const) await needs(ctx, need);
  await inFolder(async (folder) => {
    const out = join(folder, 'run');
    const own = [
      '--target',
      'process:litecoind',
      '--target-file',
      'none',
      '--suite',
      'methods',
      '--method',
      'getblock,getpeerinfo,voteraw',
    ];
    const { code, stderr } = await pyx(['run', ...own, '--seed', '7', '--out', out]);
    expect(code, stderr).toBe(1);
    for (const _ of ['first', 'second']) {
      const made = spawnSync(process.execPath, [script, out], { encoding: 'utf8', timeout: 300_000 });
      expect([made.status, made.stdout], made.stderr).toEqual([0, `${join(out, 'allure-report', 'index.html')}\n`]);
    }
    expect(existsSync(join(folder, 'allure-history', 'history.json'))).toBe(true);

    const { totals } = await resultsIn(out);
    const { passed = 0, failed = 0, observed = 0, waived = 0, skipped = 0 } = totals;
    expect(failed).toBeGreaterThan(0);
    await inBrowser(async (page) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      await page.goto(pathToFileURL(join(out, 'allure-report', 'index.html')).href);
      await page.waitForFunction(`/test cases/.test(document.body.innerText)`);
      const text = (await page.evaluate('document.body.innerText')) as string;
      // Inapplicable cases are left out: Allure would show them as skipped tests.
      expect(/(\d+)\s+test cases/.exec(text)?.[1]).toBe(String(passed + failed + observed + waived + skipped));
      expect(/methods\s+(\d+)/.exec(text)?.[1]).toBe(String(failed));
      expect(errors).toEqual([]);
    });
  });
});
