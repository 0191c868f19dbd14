import { escapeHtml } from '../escape.ts';
import type { TpsTable } from './tps-table.ts';

/** The style sheet of these tables, and of plain lists. */
export const figuresTableStyles = `
.scroll { overflow-x: auto; } .figures { table-layout: auto; } .figures th, .figures td, .figures th:nth-child(n) { width: auto; white-space: nowrap; text-align: right; padding: 3px 16px 3px 0; } .figures th:first-child, .figures td:first-child { text-align: left; }
.plain-list { margin: 0; padding-left: 20px; } .plain-list li { overflow-wrap: anywhere; }
`;

/** A table as a section of a page. */
export function figuresTable({ title, head, rows }: TpsTable): string {
  const cells = (values: readonly string[], name: 'th' | 'td'): string =>
    `<tr>${values.map((cell) => `<${name}>${escapeHtml(cell)}</${name}>`).join('')}</tr>`;
  return `<section><h2>${escapeHtml(title)}</h2><div class="scroll" tabindex="0"><table class="figures"><thead>${cells(head, 'th')}</thead><tbody>${rows.map((row) => cells(row, 'td')).join('')}</tbody></table></div></section>`;
}
