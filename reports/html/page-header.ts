import { escapeHtml } from '../escape.ts';
import type { Look } from '../verdict.ts';
import { factList, type Fact } from './facts.ts';

const marks: { readonly [look in Look]: string } = { good: '✓', neutral: '○', open: '?', bad: '✗' };

export interface PageHeader {
  readonly look: Look;
  readonly title: string;
  /** Beside the title, smaller. */
  readonly note?: string;
  /** HTML between the title and the facts. */
  readonly body: string;
  readonly facts: readonly Fact[];
  /** HTML after the facts. */
  readonly foot?: string;
}

/** The first section of a page: what was found, by colour, sign and title, and the facts of the run. */
export function pageHeader({ look, title, note, body, facts, foot = '' }: PageHeader): string {
  const small = note === undefined ? '' : `<small>${escapeHtml(note)}</small>`;
  return `<header class="${look}"><span class="mark" aria-hidden="true">${marks[look]}</span>
<h1>${escapeHtml(title)}${small}</h1>
${body}
${factList(facts)}${foot}</header>`;
}
