import { createHash } from 'node:crypto';
import type { Status } from '../../engine/types.ts';
import type { Digest } from '../digest.ts';
import { escapeHtml } from '../escape.ts';
import { count, duration } from '../format.ts';
import { failuresOf } from '../group-findings.ts';
import { PieceWriter } from '../piece-writer.ts';
import type { Sink, TimedOutcome } from '../sink.ts';
import { verdictOf } from '../verdict.ts';
import { causesSection } from './causes.ts';
import { heatStrip, worstFirst } from './heat-strip.ts';
import { banner, coverageSection, notesSection, timesSection, totalsSection } from './overview.ts';
import { script } from './script.ts';
import { styles } from './styles.ts';

/** A browser still scrolls and filters this many rows without delay. */
const ROWS = 5_000;

/** Hidden until the script, without which it would do nothing, shows it. */
const searchBar = `<section class="tools" id="tools" hidden>
<input id="search" type="search" placeholder="Search methods, cases, checks, messages ( / )" aria-label="Search">
<span class="soft" id="shown" aria-live="polite"></span></section>`;
const casesHead = `<section id="cases"><details id="case-list"><summary><b>Cases</b></summary><table>
<thead><tr><th>status</th><th>case</th><th class="num">took</th><th>first finding or reason</th></tr></thead><tbody>`;

/**
 * Writes `index.html`: one file that needs nothing else, neither network nor script. Its policy allows exactly the
 * style sheet and the script written here, so that even a text that escaped escaping could not run.
 */
export class HtmlPage implements Sink {
  readonly #out: PieceWriter;
  readonly #onlyNotPassed: boolean;
  /** By status: what failed is listed first, and comes at any time. */
  readonly #rows = new Map<Status, string[]>();
  #listed = 0;
  #leftOut = 0;

  constructor(file: string, digest: Digest) {
    this.#out = new PieceWriter(file);
    this.#onlyNotPassed = Object.values(digest.totals).reduce((sum, value) => sum + value, 0) > ROWS;
    this.#out.write(head(digest));
    const sections = [
      banner(digest),
      totalsSection(digest),
      causesSection('What failed', 'failed', digest.failures, 'The most serious first.'),
      searchBar,
      heatStrip(digest),
      coverageSection(digest),
      timesSection(digest),
      causesSection('Waived', 'waived', digest.waived, 'True differences that the target file accepts, with the reason.'),
      causesSection('Observed', 'observed', digest.observed, 'Where the documents are silent: shown, never failed.'),
      notesSection(digest),
    ];
    this.#out.write(`${sections.filter((section) => section !== '').join('\n')}\n`);
    this.#out.write(`${casesHead}\n`);
  }

  outcome(outcome: TimedOutcome): void {
    const { id, status, durationMs } = outcome;
    if (this.#listed >= ROWS || (this.#onlyNotPassed && status === 'passed')) {
      this.#leftOut++;
      return;
    }
    this.#listed++;
    const cells = [
      `<td><i class="dot ${status}"></i>${status}</td><td class="id">${escapeHtml(id)}</td>`,
      `<td class="num">${duration(durationMs)}</td><td>${escapeHtml(remark(outcome).slice(0, 300))}</td>`,
    ].join('');
    const rows = this.#rows.get(status) ?? [];
    this.#rows.set(status, rows);
    rows.push(`<tr data-status="${status}">${cells}</tr>\n`);
  }

  close(): void {
    for (const status of worstFirst) for (const row of this.#rows.get(status) ?? []) this.#out.write(row);
    const why = this.#onlyNotPassed ? '; only those that did not pass are listed here' : '';
    const rest = this.#leftOut > 0 ? `<p class="soft more">${count(this.#leftOut)} more cases are in results.json${why}.</p>` : '';
    this.#out.write(`</tbody></table>${rest}</details></section>\n`);
    this.#out.write('<footer>Made by Pyx from journal.jsonl. Every single case, with request and response, is in results.json.</footer>\n');
    this.#out.write(`</main>\n<script>${script}</script>\n</body></html>\n`);
    this.#out.close();
  }
}

function head(digest: Digest): string {
  const policy = `default-src 'none'; style-src '${hash(styles)}'; script-src '${hash(script)}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${escapeHtml(`Pyx: ${verdictOf(digest).title}, ${digest.start.target.name}`)}</title><style>${styles}</style></head><body><main>
`;
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function remark(outcome: TimedOutcome): string {
  if (outcome.status === 'failed') return failuresOf(outcome)[0]?.message ?? '';
  return outcome.findings[0]?.message ?? outcome.reason ?? '';
}
