import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';
import { expect } from 'vitest';
import { pyx } from './pyx.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A manual of the standard that comes with Pyx is no larger. */
export const MANUAL_BYTES = 3_000_000;

export interface Written {
  readonly out: string;
  readonly bytes: number;
  readonly methods: number;
  readonly answered: number;
}

/** Writes a manual, which must succeed. */
export async function manual(out: string, ...options: string[]): Promise<Written> {
  const { code, stdout, stderr } = await pyx(['spec', 'docs', out, '--json', ...options]);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Written;
}

/** The value of an expression in the page. */
export async function evaluated<T>(page: Page, expression: string): Promise<T> {
  return (await page.evaluate(expression)) as T;
}

/** What goes wrong on a page: errors, and requests to anything but files of the manual. */
export function watched(page: Page, base: string): readonly string[] {
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('console', (message) => wrong.push(`${message.type()}: ${message.text()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(base) && !request.url().startsWith('data:')) wrong.push(`requested ${request.url()}`);
  });
  return wrong;
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/** What axe finds in a page that is serious, in light on a desktop and in dark on a phone, and whether it is wider than the window. */
export async function problemsOf(page: Page, url: string): Promise<string[]> {
  const problems: string[] = [];
  for (const [scheme, width] of [
    ['light', 1280],
    ['dark', 390],
  ] as const) {
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.goto(url);
    await evaluated(page, `for (const folded of document.querySelectorAll('main details')) folded.open = true`);
    await page.evaluate(axe);
    const found = await evaluated<Violation[]>(page, 'axe.run(document).then((result) => result.violations)');
    const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    problems.push(
      ...serious.map(({ id, nodes }) => `${url} ${scheme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    );
    const overflowPx = await evaluated<number>(page, 'document.documentElement.scrollWidth - innerWidth');
    if (overflowPx > 0) problems.push(`${url} ${scheme}: ${overflowPx} px too wide`);
  }
  return problems;
}
