import { pathToFileURL } from 'node:url';
import type { Page } from 'puppeteer-core';
import { seriousViolations } from './axe.ts';

/** The value of an expression in the page: a string, because these tests do not know the types of a page. */
export async function run<T>(page: Page, expression: string): Promise<T> {
  return (await page.evaluate(expression)) as T;
}

/** Opens the parts of the page of a trial that are closed at first. */
const OPEN_TRIAL = `for (const element of document.querySelectorAll('#kinds details, #failed .group:nth-of-type(-n+2), .cell:first-of-type, #cases-list, .more')) element.open = true`;

/**
 * What axe finds in a page in light and dark, on a desktop and on a phone, and how far the page is wider than the window. `opened`: an
 * expression that opens what is closed at first.
 */
export async function inEveryLook(page: Page, file: string, opened = OPEN_TRIAL): Promise<{ violations: string[]; overflowPx: number[] }> {
  const violations: string[] = [];
  const overflowPx: number[] = [];
  await page.setBypassCSP(true); // for axe; the policy is tested below
  for (const [scheme, width] of [
    ['light', 1280],
    ['dark', 390],
  ] as const) {
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.goto(pathToFileURL(file).href);
    await run(page, opened);
    violations.push(...(await seriousViolations(page)).map((violation) => `${scheme} ${width}: ${violation}`));
    overflowPx.push(await run<number>(page, 'document.documentElement.scrollWidth - innerWidth'));
  }
  return { violations, overflowPx };
}
