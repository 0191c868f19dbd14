import { escapeHtml } from '../escape.ts';
import { count, counted } from '../format.ts';
import { utcText } from '../html/facts.ts';
import { codeBlock } from './code-block.ts';
import type { Manual } from './manual.ts';
import type { PageText } from './page-text.ts';
import { markMeanings, markOf, marks, type Mark, type ManualRun, type RunFinding } from './run-marks.ts';

/** The marks of one page: what each run shows of what stands there. Empty texts without runs. */
export class MarkCells {
  readonly #runs: readonly ManualRun[];
  readonly #text: PageText;
  /** The findings that marks of this page link to, by run. */
  readonly #shown = new Map<ManualRun, Set<number>>();

  constructor({ runs }: Pick<Manual, 'runs'>, text: PageText) {
    this.#runs = runs;
    this.#text = text;
  }

  get has(): boolean {
    return this.#runs.length > 0;
  }

  /** The headings of the columns of marks, one for each run. */
  get head(): string {
    return this.#runs.map((run) => `<th scope="col" class="mk">${this.#letterOf(run) || 'Found'}</th>`).join('');
  }

  /** Cells with the mark of each run, of something with these ids of coverage. */
  cell(ids: readonly string[]): string {
    return this.#marks(ids, '')
      .map((mark) => `<td class="mk">${mark}</td>`)
      .join('');
  }

  /** Cells of what has no mark. */
  get empty(): string {
    return '<td class="mk"></td>'.repeat(this.#runs.length);
  }

  /** The mark of each run with its name, for the head of a page. */
  named(ids: readonly string[]): string {
    const lines = this.#runs.map((run, index) => {
      const words = [this.#letterOf(run), run.name].filter((part) => part !== '').join(': ');
      return `<li>${this.#marks(ids, '')[index] ?? ''} ${escapeHtml(words)}</li>`;
    });
    return lines.length === 0 ? '' : `<ul class="ran">${lines.join('')}</ul>`;
  }

  /** A letter for a run that is one of several. */
  #letterOf(run: ManualRun): string {
    return this.#runs.length === 1 ? '' : String.fromCodePoint(65 + (this.#runs.indexOf(run) % 26));
  }

  /** The marks alone. `page`: the one with the findings, if they are on another one. */
  inline(ids: readonly string[], page = ''): string {
    return this.#marks(ids, page).join('');
  }

  #marks(ids: readonly string[], page: string): string[] {
    return this.#runs.map((run) => {
      const mark = markOf(run, ids);
      const shown = this.#shown.get(run) ?? new Set();
      if (page === '') this.#shown.set(run, new Set([...shown, ...mark.findings]));
      return this.#mark(run, mark, page);
    });
  }

  /** Its sign is in the style sheet. Beside those of other runs there is only room for the sign. */
  #mark(run: ManualRun, { name, findings: [first], reason }: Mark, page: string): string {
    const words = this.#runs.length === 1 ? name : `<i class="sr">${name}</i>`;
    const attributes = `class="m ${name}"${reason === undefined ? '' : ` title="${escapeHtml(reason)}"`}`;
    return first === undefined
      ? `<span ${attributes}>${words}</span>`
      : `<a ${attributes} href="${page}#${this.#anchor(run, first)}">${words}</a>`;
  }

  #anchor(run: ManualRun, index: number): string {
    return `finding-${this.#runs.indexOf(run) + 1}-${index + 1}`;
  }

  /** The section with the findings that marks of this page link to, and with all of a method. */
  findings(method?: string): string {
    const parts = this.#runs.flatMap((run) => {
      const shown = run.findings.flatMap((finding, index) =>
        this.#shown.get(run)?.has(index) === true || (method !== undefined && finding.method === method)
          ? [this.#finding(finding, this.#anchor(run, index))]
          : [],
      );
      return shown.length === 0 ? [] : [`<h3>${escapeHtml(run.name)}</h3>${shown.join('')}`];
    });
    return parts.length === 0 ? '' : `<section id="findings"><h2>Findings</h2>${parts.join('')}</section>`;
  }

  #finding({ look, message, source, waiver, case: id, cases, replay }: RunFinding, anchor: string): string {
    const more = cases > 1 ? `, and ${counted(cases - 1, 'more case')}` : '';
    return [
      `<div class="finding ${look}" id="${anchor}"><p><b>${look}</b> ${escapeHtml(message)}</p>`,
      `<p class="quiet">${escapeHtml(source.replace(/\.$/, ''))}. Case <code>${escapeHtml(id)}</code>${more}</p>`,
      waiver === undefined ? '' : `<p class="quiet">Accepted: ${escapeHtml(waiver)}</p>`,
      replay === undefined ? '' : codeBlock(replay),
      '</div>',
    ].join('');
  }

  /** What is marked, and what each sign means: of the first page. */
  legend(): string {
    if (!this.has) return '';
    const runs = this.#runs.map((run) => {
      const { name, folder, startedAt, origin, isPart, findings } = run;
      const part = isPart ? 'a part of the cases; ' : '';
      return `<tr><td>${[this.#letterOf(run), escapeHtml(name)].filter((words) => words !== '').join(': ')}</td><td>${escapeHtml(folder)}</td><td>${part}${escapeHtml(origin)}, ${escapeHtml(utcText(startedAt))}</td><td>${this.#counts(findings)}</td></tr>`;
    });
    const signs = marks.map((name) => `<li><span class="m ${name}">${name}</span> ${markMeanings[name]}</li>`);
    return `<section id="runs"><h2>${this.#runs.length === 1 ? 'The run' : 'The runs'} marked here</h2><div class="scroll"><table class="rows"><thead><tr><th scope="col">Node</th><th scope="col">Folder</th><th scope="col">Run</th><th scope="col">Findings</th></tr></thead><tbody>${runs.join('')}</tbody></table></div><ul class="legend">${signs.join('')}</ul></section>`;
  }

  #counts(findings: readonly RunFinding[]): string {
    const looks = (['failed', 'unstable', 'waived'] as const).map(
      (look) => [look, findings.filter((finding) => finding.look === look).length] as const,
    );
    return this.#text.say(
      looks
        .filter(([, number]) => number > 0)
        .map(([look, number]) => `${count(number)} ${look}`)
        .join(', ') || 'none',
    );
  }
}
