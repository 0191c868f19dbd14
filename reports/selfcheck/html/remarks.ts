import type { SelfcheckResults } from '../../../engine/selfcheck-results.ts';
import { escapeHtml } from '../../escape.ts';
import { count, counted } from '../../format.ts';
import { lookOf } from '../fault-look.ts';
import { outOfScopeRows } from '../tally.ts';

/** Maximum number of items of a list. */
const LISTED = 200;

/** What makes the figures doubtful: before all figures. */
export function problemsSection({ cases, internalErrors, lostNodes, staleExceptions }: SelfcheckResults): string {
  const lists = [
    list(
      `${counted(cases.failed.length, 'case')} failed without a fault, so they show nothing`,
      cases.failed.map(({ id, message }) => `<span class="id">${escapeHtml(id)}</span> ${escapeHtml(message)}`),
    ),
    list(
      `${counted(internalErrors.length, 'internal error')} in Pyx (please report them)`,
      internalErrors.map(
        ({ case: id, fault, reason }) =>
          `<span class="id">${escapeHtml(id)}</span> with <span class="id">${escapeHtml(fault)}</span>: ${escapeHtml(reason)}`,
      ),
    ),
    list(
      `${counted(lostNodes.length, 'node')} ended; these runs show nothing`,
      lostNodes.map(({ case: id, message }) => `<span class="id">${escapeHtml(id)}</span> ${escapeHtml(message)}`),
    ),
    list(`${counted(staleExceptions.length, 'exception')} to correct`, staleExceptions.map(escapeHtml)),
  ].join('');
  return lists === '' ? '' : `<section class="warnings"><h2>Problems</h2>${lists}</section>`;
}

function list(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  const rest = items.length > LISTED ? `<li>… and ${count(items.length - LISTED)} more, in selfcheck.json</li>` : '';
  return `<p><b>${title}</b></p><ul class="break">${items
    .slice(0, LISTED)
    .map((item) => `<li>${item}</li>`)
    .join('')}${rest}</ul>`;
}

/** Missed faults that the list of exceptions names, by its reasons. */
export function exceptionsSection({ faults }: SelfcheckResults): string {
  const byReason = new Map<string, string[]>();
  for (const fault of faults) {
    if (fault.outOfScope !== undefined || lookOf(fault) !== 'excepted') continue;
    const reason = fault.exception ?? '';
    byReason.set(reason, [...(byReason.get(reason) ?? []), fault.id]);
  }
  if (byReason.size === 0) return '';
  const groups = [...byReason].map(
    ([reason, ids]) =>
      `<details class="group" data-status="excepted"><summary><span class="count">${count(ids.length)}×</span><span class="title">${escapeHtml(reason)}</span></summary><div class="more"><div class="long"><ul>${ids.map((id) => `<li class="id">${escapeHtml(id)}</li>`).join('')}</ul></div></div></details>`,
  );
  return `<section id="exceptions"><details><summary><b>Exceptions</b> <small class="soft">${counted(byReason.size, 'reason')}: faults that these cases cannot find</small></summary>${groups.join('\n')}</details></section>`;
}

/** Faults that contradict no sentence, by the rule that says so. */
export function outOfScopeSection({ faults }: SelfcheckResults): string {
  const rows = outOfScopeRows(faults);
  if (rows.length === 0) return '';
  const reasonOf = (rule: string): string => faults.find(({ outOfScope }) => outOfScope?.rule === rule)?.outOfScope?.reason ?? '';
  const total = rows.reduce((sum, row) => sum + row.faults, 0);
  const lines = rows.map(
    ({ rule, faults: of, found }) =>
      `<tr><td class="id">${escapeHtml(rule)}</td><td class="num">${count(of)}</td><td class="num">${found > 0 ? count(found) : ''}</td><td>${escapeHtml(reasonOf(rule))}</td></tr>`,
  );
  return `<section id="out-of-scope"><details><summary><b>Left out</b> <small class="soft">${counted(total, 'fault that contradicts no sentence, or one that the target file waives', 'faults that contradict no sentence, or one that the target file waives')}, by rule</small></summary><table class="rules">
<thead><tr><th>rule</th><th class="num">faults</th><th class="num">found all the same</th><th>reason of the first</th></tr></thead><tbody>${lines.join('\n')}</tbody></table></details></section>`;
}
