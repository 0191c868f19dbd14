import { METHODS, methodPage, tablePages, type TablePage } from './addresses.ts';
import type { Manual } from './manual.ts';
import { manualScript, reloadScript } from './manual-script.ts';
import { manualStyles } from './manual-styles.ts';
import { methodSections } from './method-page.ts';
import { framed, shared } from './page-frame.ts';
import { PageText } from './page-text.ts';
import { searchIndex } from './search-index.ts';
import { tableSections } from './table-pages.ts';

/**
 * All files of a manual, by their paths: pages that need no network and open from disk. Whatever its standard, a page has its address:
 * the same method has the same in another edition. `isServed`: pages are shown again when they were made anew.
 */
export function manualSite(manual: Manual, { isServed = false } = {}): Map<string, string> {
  const tables = (Object.keys(tablePages) as TablePage[]).map((page) => ({
    page,
    body: tableSections[page](manual, new PageText(manual, page)),
  }));
  const there = tables.filter(({ body }) => body !== '');
  const pages = there.map(({ page }) => page);
  const site = new Map<string, string>();
  for (const { page, body } of there) {
    const title = page === 'index.html' ? 'Manual' : tablePages[page];
    site.set(page, framed({ manual, text: new PageText(manual, page), page, title, body, pages, isServed }));
  }
  const inMethods = new PageText(manual, `${METHODS}/x.html`);
  for (const method of manual.spec.methods) {
    const page = methodPage(method.id);
    site.set(
      page,
      framed({ manual, text: inMethods, page, title: method.id, body: methodSections(manual, method, inMethods), pages, isServed }),
    );
  }
  site.set(shared.styles, manualStyles);
  site.set(shared.index, searchIndex(manual));
  site.set(shared.script, manualScript);
  if (isServed) site.set(shared.reload, reloadScript);
  return site;
}
