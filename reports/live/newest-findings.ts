import { escapeHtml } from '../escape.ts';
import { count, shortened } from '../format.ts';

const SHOWN = 20;
/** The report has the rest of a longer text. */
const CHARACTERS = 600;

export interface LiveFinding {
  /** `rules/getblock/confirmations` */
  readonly title: string;
  /** What a node did: a text of it may be in it. */
  readonly message: string;
  /** `document: document 2, Block (getblock)` */
  readonly source: string;
}

/** The newest findings of a command, and how many there were. */
export class NewestFindings {
  readonly #newest: LiveFinding[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** The newest first. */
  get newest(): readonly LiveFinding[] {
    return this.#newest;
  }

  add(finding: LiveFinding): void {
    this.#count++;
    this.#newest.unshift(finding);
    this.#newest.length = Math.min(this.#newest.length, SHOWN);
  }
}

/** The newest findings as a section; empty if there are none. */
export function findingsSection(title: string, newest: readonly LiveFinding[], all: number): string {
  if (newest.length === 0) return '';
  const rows = newest.map(
    (finding) =>
      `<div class="finding"><h3>${escapeHtml(finding.title)}</h3><p class="break">${escapeHtml(shortened(finding.message, CHARACTERS))}</p><p class="soft">${escapeHtml(finding.source)}</p></div>`,
  );
  const note = all > newest.length ? `the newest ${count(newest.length)} of ${count(all)}` : 'the newest first';
  return `<section><h2>${title} <small>${note}</small></h2>${rows.join('\n')}</section>`;
}
