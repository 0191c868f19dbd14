import { escapeHtml } from '../escape.ts';
import { linkedHead } from '../html/document.ts';
import { tablePages, type TablePage } from './addresses.ts';
import type { Manual } from './manual.ts';
import type { PageText } from './page-text.ts';

/** The files that all pages share. */
export const shared = { styles: 'manual.css', index: 'search-index.js', script: 'manual.js', reload: 'reload.js' } as const;

export interface FramedPage {
  readonly manual: Manual;
  readonly text: PageText;
  /** Its path in the manual. */
  readonly page: string;
  readonly title: string;
  /** Its sections, as HTML. */
  readonly body: string;
  /** The pages that have something in this standard. */
  readonly pages: readonly TablePage[];
  /** It is shown again when it was made anew. */
  readonly isServed: boolean;
}

/** A whole page: its sections between the bar with the search and the end. */
export function framed({ manual, text, page, title, body, pages, isServed }: FramedPage): string {
  const { root } = text;
  const { edition } = manual.spec;
  const whole = `${edition.title} ${edition.edition}`;
  const scripts = [shared.index, shared.script, ...(isServed ? [shared.reload] : [])].map((name) => root + name);
  const head = linkedHead({ title: `${manual.brand(title)} · ${whole}`, styles: root + shared.styles, scripts, isServed });
  const links = pages
    .map((name) => `<a href="${root}${name}"${name === page ? ' aria-current="page"' : ''}>${tablePages[name]}</a>`)
    .join('');
  return `${head}<a class="skip" href="#main">Skip to the text</a>
<header class="top"><a class="title" href="${root}index.html">${text.say(edition.title)}<small>${escapeHtml(edition.edition)}</small></a><nav aria-label="Parts of the manual">${links}</nav>
<form class="find" id="find" role="search" hidden><input id="search" type="search" placeholder="Search  ( / )" aria-label="Search methods, arguments, fields and rules" autocomplete="off"><ol id="found" hidden></ol><p id="search-status" role="status"></p></form></header>
<div class="frame" data-root="${root}" data-page="${escapeHtml(page)}"><nav class="side" id="side" aria-label="Methods" hidden></nav><main id="main">
${body}
</main></div><footer>${footText(manual)}</footer></body></html>
`;
}

function footText({ pyx, examples }: Manual): string {
  const made = `Made by Pyx ${escapeHtml(pyx)} from the standard.`;
  if (examples?.node === undefined) return made;
  return `${made} Examples were answered by ${escapeHtml(examples.node)} when it was made; seed ${examples.seed}.`;
}
