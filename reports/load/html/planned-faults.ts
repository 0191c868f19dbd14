import type { LoadResults } from '../../../load/results.ts';
import { loadFaultsHead, loadFaultsRows } from '../load-faults-rows.ts';
import { figuresTable } from './figures-table.ts';

/** What clients saw of the faults of `--fault`. */
export function plannedFaultsSection(results: LoadResults): string {
  const rows = loadFaultsRows(results);
  if (rows.length === 0) return '';
  const last = loadFaultsHead.length - 1;
  const columns = loadFaultsHead.map((name, index) => ({ name, ...((index === 0 || index === last) && { look: 'text' as const }) }));
  return `<section><h2>Planned faults <small>what clients saw of them</small></h2>${figuresTable(columns, rows)}</section>`;
}
