import { changeKinds, changesSummary } from '../changes-text.ts';
import { byStart } from '../earlier-run.ts';
import type { Changes } from '../changed-cases.ts';
import { statuses, type Digest, type History } from '../digest.ts';
import { escapeHtml } from '../escape.ts';
import { count, counted, duration } from '../format.ts';
import { bar } from './bars.ts';

const LISTED = 400;
/** Up to this number, new failures are open. */
const OPEN = 20;

/** The run beside earlier ones, and what changed since the last of them. */
export function historySection(digest: Digest): string {
  const { history } = digest;
  if (!history) return '';
  const { against, changes } = history;
  return `<section id="history"><h2>Since ${escapeHtml(against)} <small>${changesSummary(changes)}</small></h2>
${changeLists(changes)}${historyTable(history, digest)}</section>`;
}

/** The changed cases; a few new failures are open. */
export function changeLists(changes: Changes): string {
  return changeKinds
    .filter(({ kind }) => changes[kind].length > 0)
    .map(({ kind, title }) => {
      const cases = changes[kind].slice(0, LISTED);
      const items = cases.map(
        ({ id, severity, message }) =>
          `<li><span class="badge ${severity}">${severity}</span> <span class="id">${escapeHtml(id)}</span> <span class="soft">${escapeHtml(message)}</span></li>`,
      );
      const rest =
        changes[kind].length > LISTED ? `<li>… and ${counted(changes[kind].length - LISTED, 'more case')}, in results.json</li>` : '';
      return `<details${kind === 'added' && cases.length <= OPEN ? ' open' : ''}><summary><b>${title}</b> <span class="soft">${counted(changes[kind].length, 'case')}</span></summary><ul class="break">${items.join('')}${rest}</ul></details>`;
    })
    .join('\n');
}

function historyTable({ earlier }: History, digest: Digest): string {
  return runTable(byStart([...earlier, { folder: 'this run', digest }]));
}

/** Runs as rows, each with its totals. */
export function runTable(runs: readonly { readonly folder: string; readonly digest: Digest }[]): string {
  const most = Math.max(1, ...runs.map(({ digest }) => statuses.reduce((sum, status) => sum + digest.totals[status], 0)));
  const rows = runs.map(({ folder, digest: { start, totals, severities, durationMs } }) => {
    const label = statuses.map((status) => `${totals[status]} ${status}`).join(', ');
    const parts = statuses.map((status) => ({ name: status, value: totals[status] }));
    return `<tr><th scope="row">${escapeHtml(folder)}${start.listened ? '<br><small>listened</small>' : ''}</th><td class="break">${escapeHtml(start.target.subversion)}</td><td>${escapeHtml(start.startedAt.slice(0, 16).replace('T', ' '))}</td><td class="num">${count(totals.passed)}</td><td class="num">${count(totals.failed)}</td><td class="num">${count(severities.breaking)}</td><td class="num">${duration(durationMs)}</td><td>${bar(parts, most, label)}</td></tr>`;
  });
  return `<div class="scroll" tabindex="0" role="region" aria-label="Runs"><table class="runs"><thead><tr><th>run</th><th>node</th><th>started (UTC)</th><th class="num">passed</th><th class="num">failed</th><th class="num">breaking</th><th class="num">took</th><th>cases</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

export const historyStyles = `
table.runs { table-layout: auto; min-width: 640px; } table.runs th:nth-child(n) { width: auto; } .runs th[scope=row] { color: var(--text); font-weight: 400; } .runs td:last-child { width: 24%; } .runs td:nth-child(2) { max-width: 220px; } #history ul { padding-left: 20px; margin: 6px 0 12px; }
`;
