import type { LoadResults } from '../../../load/results.ts';
import { escapeHtml } from '../../escape.ts';
import { counted } from '../../format.ts';
import { comparisonHead, comparisonRows } from '../comparison-rows.ts';
import { figuresTable } from './figures-table.ts';

/** What changed from the node that was measured beside this one. */
export function besideSection({ beside }: LoadResults): string {
  if (!beside?.comparison) return '';
  const { comparison, other } = beside;
  const columns = comparisonHead(comparison).map((name, index) => ({ name, ...(index === 0 && { look: 'text' as const }) }));
  const title = `<h2>Beside <small>${escapeHtml(other)}, medians of ${counted(comparison.values.base, 'pair')}</small></h2>`;
  return `<section>${title}${figuresTable(columns, comparisonRows(comparison))}</section>`;
}
