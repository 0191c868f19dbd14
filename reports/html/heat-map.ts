import type { Digest, Totals } from '../digest.ts';
import { escapeHtml } from '../escape.ts';
import { count } from '../format.ts';
import { shadeOf } from './shade.ts';
import { worstFirst } from './method-map.ts';

/** A table of methods by kinds of case, those with failures first. Empty for a run of one kind. */
export function heatMap({ kinds }: Digest): string {
  const columns = [...new Set([...kinds.values()].flatMap((row) => [...row.keys()]))];
  if (columns.length < 2 || kinds.size < 2) return '';
  const failedIn = (row: ReadonlyMap<string, Totals>): number => [...row.values()].reduce((sum, { failed }) => sum + failed, 0);
  const rows = [...kinds]
    .map(([method, row]) => ({ method, row, failed: failedIn(row) }))
    .sort((a, b) => b.failed - a.failed || (a.method < b.method ? -1 : 1));
  const head = columns.map((kind) => `<th scope="col"><span>${escapeHtml(kind)}</span></th>`).join('');
  const body = rows.map(
    ({ method, row }) =>
      `<tr><th scope="row">${escapeHtml(method)}</th>${columns.map((kind) => cell(`${method}, ${kind}`, row.get(kind))).join('')}</tr>`,
  );
  return `<section id="kinds"><details><summary><b>Methods by kind of case</b> <small class="soft">failed of all; shaded by the share that passed</small></summary>
<div class="scroll" tabindex="0" role="region" aria-label="Methods by kind of case"><table class="heat"><thead><tr><td></td>${head}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div></details></section>`;
}

function cell(what: string, totals: Totals | undefined): string {
  if (!totals) return '<td></td>';
  const all = worstFirst.reduce((sum, status) => sum + totals[status], 0);
  const look = shadeOf(totals) ?? `shade-${totals.observed > 0 ? 'observed' : totals.skipped > 0 ? 'skipped' : 'inapplicable'}`;
  const counts = worstFirst.filter((status) => totals[status] > 0).map((status) => `${totals[status]} ${status}`);
  const text = totals.failed > 0 ? `<b>${count(totals.failed)}</b>/${count(all)}` : count(all);
  return `<td class="${look}" title="${escapeHtml(`${what}: ${counts.join(', ')}`)}">${text}</td>`;
}

export const heatStyles = `
.scroll { overflow: auto; max-height: 70vh; margin-top: 10px; }
table.heat { width: auto; table-layout: auto; font-size: 12px; } .heat td { text-align: center; min-width: 30px; padding: 1px 4px; border: 1px solid var(--card); font-variant-numeric: tabular-nums; overflow-wrap: normal; }
.heat th[scope=row] { position: sticky; left: 0; background: var(--card); color: var(--text); font: 11.5px/1.5 ui-monospace, Menlo, Consolas, monospace; padding-right: 10px; width: auto; white-space: nowrap; overflow-wrap: normal; }
.heat thead th { width: auto; vertical-align: bottom; padding: 4px 2px; } .heat thead span { writing-mode: vertical-rl; transform: rotate(180deg); white-space: nowrap; }
@media (max-width: 700px) { .heat th[scope=row] { position: static; white-space: normal; overflow-wrap: anywhere; min-width: 92px; } }
`;
