import type { LoadResults } from '../../../load/results.ts';
import { escapeHtml } from '../../escape.ts';
import { count, counted } from '../../format.ts';
import { foldedLog } from '../../html/folded-log.ts';
import { errorName } from '../error-name.ts';
import { share } from '../units.ts';

/** Calls without a result, by class. */
export function errorsSection({ errors, totals }: LoadResults): string {
  if (errors.length === 0) return '';
  const entries = errors.map(
    (error) =>
      `<div class="entry"><p><b>${count(error.count)}×</b> ${escapeHtml(errorName(error))} <span class="soft">${share(error.count / Math.max(1, totals.planned))} of the calls</span></p>${error.example === '' ? '' : `<pre>${escapeHtml(error.example)}</pre>`}</div>`,
  );
  const all = totals.planned - totals.results;
  return `<section><h2>Calls without a result <small>${count(all)} of ${count(totals.planned)}, with what the node said to the first of each kind</small></h2>${entries.join('')}</section>`;
}

/** What the node logged, if something went wrong. */
export function nodeLogSection({ nodeLog }: LoadResults): string {
  if (nodeLog === undefined) return '';
  return `<section><h2>Log of the node</h2>${foldedLog(nodeLog.join('\n'), 'during the load')}</section>`;
}

/** Answers that contradict the specification. */
export function wrongSection({ wrongAnswers, totals, checkedAnswers }: LoadResults): string {
  if (wrongAnswers.length === 0) return '';
  const entries = wrongAnswers.map(
    ({ method, path, message, count: times, request, answer }) =>
      `<div class="entry"><p class="break"><b>${count(times)}×</b> <code>${escapeHtml(method)}</code> <code>${escapeHtml(path)}</code> ${escapeHtml(message)}</p><pre>${escapeHtml(request)}</pre><pre>${escapeHtml(answer)}</pre></div>`,
  );
  return `<section><h2>Answers that contradict the specification <small>${count(totals.wrong)} of ${counted(checkedAnswers, 'answer')} looked at</small></h2>${entries.join('')}</section>`;
}
