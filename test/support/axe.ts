import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/** What axe finds in a page that is serious or critical, and where. The page must have been opened with `setBypassCSP(true)`. */
export async function seriousViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  // A string, because these tests do not know the types of a page.
  const found = (await page.evaluate('axe.run(document).then((result) => result.violations)')) as Violation[];
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
