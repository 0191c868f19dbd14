import type { FaultResult, SelfcheckResults } from '../../../engine/selfcheck-results.ts';
import { pyxCommand } from '../../../engine/shell-command.ts';
import { escapeHtml } from '../../escape.ts';
import { count, counted, duration } from '../../format.ts';
import { classOf, faultLooks, lookOf } from '../fault-look.ts';

/** Number of rows that a browser scrolls and filters without delay. */
const ROWS = 5_000;
/** Missed faults with their details; further ones are in the list of all faults. */
const MISSED = 400;
/** Up to this number of them, nothing is folded. */
const UNFOLDED = 30;
/** Cases named of those that passed. */
const CASES = 8;

const inScope = ({ faults }: SelfcheckResults): FaultResult[] => faults.filter(({ outOfScope }) => outOfScope === undefined);

/** Faults that no case found, each with its sentence and the cases that passed with it. */
export function missedSection(results: SelfcheckResults): string {
  const missed = inScope(results).filter((fault) => lookOf(fault) === 'missed');
  if (missed.length === 0) return '';
  const shown = missed.slice(0, MISSED).map((fault) => missedFault(fault, results));
  const folded = shown.slice(UNFOLDED);
  const rest = missed.length > MISSED ? `<p class="soft">… and ${count(missed.length - MISSED)} more, in selfcheck.json.</p>` : '';
  return [
    `<section id="missed"><h2>Missed: ${counted(missed.length, 'fault')} <small>every case with a call that the fault altered passed</small></h2>`,
    ...shown.slice(0, UNFOLDED),
    ...(folded.length > 0
      ? [`<details class="folded"><summary class="soft">${count(folded.length)} more</summary>`, ...folded, '</details>']
      : []),
    `${rest}</section>`,
  ].join('\n');
}

function missedFault(fault: FaultResult, { seed, target }: SelfcheckResults): string {
  const { id, operator, method, place, sentence, covers, passed, durationMs } = fault;
  const command = pyxCommand(['selfcheck', '--target', target.name, '--method', method, '--operator', operator, '--seed', String(seed)]);
  const more = passed.length > CASES ? ` and ${count(passed.length - CASES)} more` : '';
  const entries: [string, string][] = [
    ['sentence', `${escapeHtml(sentence.text)} <span class="soft">(${escapeHtml(sentence.source)})</span>`],
    ['judges', covers.map((id) => `<code>${escapeHtml(id)}</code>`).join(', ')],
    [
      'passed',
      `${passed
        .slice(0, CASES)
        .map((id) => `<span class="id">${escapeHtml(id)}</span>`)
        .join(', ')}${more}`,
    ],
    ['took', duration(durationMs)],
    ['again', `<pre>${escapeHtml(command)}</pre>`],
  ];
  const title = `<span class="title"><b class="id">${escapeHtml(id)}</b><small>${escapeHtml(sentence.text)}</small></span>`;
  return [
    `<details class="group" data-status="missed"><summary>${title}<span class="badge">${escapeHtml(place === '' ? method : place)}</span></summary>`,
    `<dl class="sample">${entries
      .filter(([, html]) => html !== '')
      .map(([label, html]) => `<dt>${label}</dt><dd>${html}</dd>`)
      .join('')}</dl></details>`,
  ].join('\n');
}

/** Every fault that contradicts a sentence, the missed ones first. */
export function faultsSection(results: SelfcheckResults): string {
  const faults = inScope(results);
  const ordered = faultLooks.flatMap((look) => faults.filter((fault) => lookOf(fault) === look));
  const rows = ordered.slice(0, ROWS).map(row);
  const rest = ordered.length > ROWS ? `<p class="soft more">${count(ordered.length - ROWS)} more are in selfcheck.json.</p>` : '';
  return `<section id="faults"><details id="faults-list"><summary><b>All faults</b></summary><table>
<thead><tr><th>status</th><th>fault</th><th class="num">took</th><th>found by, or sentence</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>${rest}</details></section>`;
}

function row(fault: FaultResult): string {
  const { id, finder, sentence, exception, durationMs } = fault;
  const look = lookOf(fault);
  const text = finder
    ? `<span class="id">${escapeHtml(finder.case)}</span> ${escapeHtml(finder.message.slice(0, 200))}`
    : escapeHtml(exception ?? sentence.text);
  return `<tr data-status="${look}"><td><i class="dot ${classOf[look]}"></i>${look}</td><td class="id">${escapeHtml(id)}</td><td class="num">${duration(durationMs)}</td><td>${text}</td></tr>`;
}
