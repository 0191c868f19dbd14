import type { DimensionCoverage } from '../../engine/coverage.ts';
import { statuses, type Digest } from '../digest.ts';
import { dimensionNames, selectedDimensions } from '../dimension-names.ts';
import { escapeHtml } from '../escape.ts';
import { count, counted, duration, percentText } from '../format.ts';
import { selfcheckOf } from '../judged-coverage.ts';
import { coverageTitle, originFacts, untriedTitle } from '../run-origin.ts';
import { runVerdict } from '../run-verdict.ts';
import { bar } from './bars.ts';
import { targetFacts, utcText, type Fact } from './facts.ts';
import { familiesTable } from './families.ts';
import { pageHeader } from './page-header.ts';

const LISTED = 400;
/** Durations that are not folded. */
const TIMES = 8;

export function banner(digest: Digest): string {
  const { look, title, reasons } = runVerdict(digest);
  const { start, durationMs } = digest;
  const facts: Fact[] = [
    ...targetFacts(start.target),
    ...originFacts(digest),
    ['started', utcText(start.startedAt)],
    ['took', duration(durationMs)],
    ['Pyx', start.pyx],
  ];
  return pageHeader({
    look,
    title,
    ...(start.listened && { note: 'what clients called' }),
    body: `<p>${escapeHtml(reasons.join(' '))}</p>`,
    facts,
    foot: `\n<p class="soft more break"><code>${escapeHtml(start.command.join(' '))}</code></p>`,
  });
}

/** The cases by status. `filters`: with buttons, for the script of a list. */
export function totalsSection(
  { totals, planned, unconfirmed }: Pick<Digest, 'totals' | 'planned' | 'unconfirmed'>,
  { filters = true } = {},
): string {
  const parts = statuses.map((status) => ({ name: status, value: totals[status] }));
  const tried = parts.reduce((sum, { value }) => sum + value, 0);
  const text = parts.map(({ name, value }) => `${value} ${name}`).join(', ');
  const missing = Math.max(0, planned - tried);
  const key = (name: string, value: number): string => `<i class="dot ${name}"></i>${name} <b class="num">${count(value)}</b>`;
  const keys = parts.map(({ name, value }) =>
    filters
      ? `<li><button type="button" data-status="${name}" aria-pressed="false">${key(name, value)}</button></li>`
      : `<li><span class="key">${key(name, value)}</span></li>`,
  );
  if (missing > 0)
    keys.push(`<li><span class="key"><i class="dot untried"></i>not reached <b class="num">${count(missing)}</b></span></li>`);
  const remarks = [
    ...(totals.unstable > 0 ? [`${count(totals.unstable)} unstable: failed by circumstance, and not when tried again`] : []),
    ...(unconfirmed > 0 ? [`${count(unconfirmed)} unconfirmed: the run ended before they were retried`] : []),
  ];
  return `<section><h2>${count(tried)} cases${missing > 0 ? ` of ${count(planned)}` : ''}</h2>
${bar(parts, Math.max(tried, planned), text, 'tall')}<ul class="legend">${keys.join('')}</ul>
${remarks.length > 0 ? `<p class="soft more">${escapeHtml(remarks.join(' · '))}</p>` : ''}</section>`;
}

export function coverageSection(digest: Digest): string {
  const rows = selectedDimensions(digest.coverage).map((dimension) =>
    row(dimensionNames[dimension], digest.coverage[dimension], {
      missing: 'Missing',
      untestable: dimension === 'methods' ? 'Absent according to the target file' : 'Untestable',
      outside: dimension === 'methods' ? 'absent' : 'untestable',
    }),
  );
  if (rows.length === 0) return '';
  const { judged } = digest;
  if (judged) {
    const missing = `Covered, and not judged by ${selfcheckOf(judged.by)}`;
    rows.push(row('judged', judged, { missing, untestable: 'No fault contradicts a sentence', outside: 'untestable' }));
  }
  return `<section><h2>${coverageTitle(digest.start)}</h2><div class="rows">${rows.join('')}</div>${familiesTable(digest)}</section>`;
}

interface RowTitles {
  readonly missing: string;
  readonly untestable: string;
  /** One word for what is outside the total. */
  readonly outside: string;
}

function row(name: string, { covered, total, missing, untestable }: DimensionCoverage, titles: RowTitles): string {
  const counts = [
    `${count(covered)} of ${count(total)}`,
    ...(untestable.length > 0 ? [`${count(untestable.length)} ${titles.outside}`] : []),
  ].join(' · ');
  const summary = [
    `<span>${name}</span>`,
    bar([{ name: 'passed', value: covered }], total, `${covered} of ${total} ${name}`),
    `<b class="num">${percentText(covered, total)}</b><span class="soft num">${counts}</span>`,
  ].join('');
  const lists = [
    list(titles.missing, missing, ''),
    list(
      titles.untestable,
      untestable.map(({ id, reason }) => `${id}: ${reason}`),
      'long',
    ),
  ].join('');
  if (lists === '') return `<div class="row">${summary}</div>`;
  return `<details class="more"><summary class="row">${summary}</summary>${lists}</details>`;
}

function list(title: string, items: readonly string[], look: '' | 'long'): string {
  if (items.length === 0) return '';
  const shown = items
    .slice(0, LISTED)
    .map((item) => `<li>${escapeHtml(item)}</li>`)
    .join('');
  const rest = items.length > LISTED ? `<li>… and ${count(items.length - LISTED)} more, in results.json</li>` : '';
  return `<div class="${look}"><b>${escapeHtml(title)}</b><ul>${shown}${rest}</ul></div>`;
}

export function timesSection({ times, slowest }: Digest): string {
  if (times.length === 0 && slowest.length === 0) return '';
  const rows = (items: readonly { what: string; ms: number }[], look: string, longestMs: number): string => {
    const row = ({ what, ms }: { what: string; ms: number }): string =>
      [
        `<div class="row time"><span class="break">${escapeHtml(what)}</span>`,
        bar([{ name: look, value: ms }], longestMs, duration(ms)),
        `<span class="num">${duration(ms)}</span></div>`,
      ].join('');
    return items.map(row).join('');
  };
  const slow = slowest.map(({ id, durationMs }) => ({ what: id, ms: durationMs }));
  const longest = times[0]?.ms ?? 1;
  const rest =
    times.length > TIMES
      ? `<details class="more"><summary class="soft">${count(times.length - TIMES)} more</summary><div class="rows">${rows(times.slice(TIMES), 'plain', longest)}</div></details>`
      : '';
  return `<section><h2>Time <small>sums over nodes that ran at the same time</small></h2><div class="rows">${rows(times.slice(0, TIMES), 'plain', longest)}</div>${rest}
<details class="more"><summary class="soft">slowest cases</summary><div class="rows">${rows(slow, 'observed', slow[0]?.ms ?? 1)}</div></details></section>`;
}

/** Selected cases that could not be run, by reason, with the call that was refused. */
export function notRunSection({ untried, totals, start }: Digest): string {
  if (totals.skipped === 0) return '';
  const reasons = untried
    .filter(({ status }) => status === 'skipped')
    .slice(0, LISTED)
    .map(({ status, reason, cases, firstCases, called }) => {
      const details = [
        ...(called === undefined ? [] : [`called <code>${escapeHtml(called)}</code>`]),
        `${escapeHtml(firstCases.join(', '))}${cases > firstCases.length ? ', …' : ''}`,
      ];
      return `<li><i class="dot ${status}"></i> <b class="num">${count(cases)}</b> ${escapeHtml(reason)}<br><small>${details.join('; ')}</small></li>`;
    });
  return `<section><h2>${untriedTitle(start)}</h2><ul class="break reasons">${reasons.join('')}</ul></section>`;
}

export function notesSection({ notes, untried }: Digest): string {
  const reasons = untried
    .filter(({ status }) => status === 'inapplicable')
    .slice(0, LISTED)
    .map(({ status, reason, cases }) => `<li><i class="dot ${status}"></i> <b class="num">${count(cases)}</b> ${escapeHtml(reason)}</li>`);
  if (notes.length === 0 && reasons.length === 0) return '';
  return `<section>${reasons.length > 0 ? `<h2>Inapplicable, by reason</h2><ul class="break reasons">${reasons.join('')}</ul>` : ''}
${notes.length > 0 ? `<h2>Notes</h2><ul class="break">${notes.map((note) => `<li>${escapeHtml(note)}</li>`).join('')}</ul>` : ''}</section>`;
}

/** The machine and the node of the run. Empty for a journal that does not name the machine. */
export function environmentSection({ start }: Digest): string {
  const { environment, target, state } = start;
  if (!environment) return '';
  const facts: [string, string][] = [
    ['processor', `${environment.cpu}, ${counted(environment.cores, 'core')}`],
    ['memory', `${(environment.memoryBytes / 2 ** 30).toFixed(1)} GiB`],
    ['system', environment.os],
    ['Node.js', environment.node],
    ['target', `${target.name} (${target.kind})`],
    ['subversion', target.subversion],
    ['version', target.version === null ? 'not reported' : String(target.version)],
    ...(state === undefined ? [] : [['state before the run', state] as [string, string]]),
  ];
  return `<section id="environment"><details><summary><b>Environment</b></summary><dl class="sample">${facts.map(([label, value]) => `<dt>${label}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl></details></section>`;
}
