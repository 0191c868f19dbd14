import type { LoadResults } from '../../../load/results.ts';
import { repeatHead, repeatRows } from '../repeat-rows.ts';
import { figuresTable } from './figures-table.ts';

/** The measurements of `--repeat`. */
export function repeatsSection(results: LoadResults): string {
  const rows = repeatRows(results);
  if (rows.length === 0) return '';
  const columns = repeatHead.map((name, index) => ({ name, ...(index === 0 && { look: 'text' as const }) }));
  return `<section><h2>Repeats <small>all other figures are those of all of them together</small></h2>${figuresTable(columns, rows)}</section>`;
}
