import type { DimensionCoverage } from '../../engine/coverage.ts';
import type { Digest } from '../digest.ts';
import { dimensionNames } from '../dimension-names.ts';
import { escapeHtml } from '../escape.ts';
import { count, percent } from '../format.ts';
import { coverageByFamily, type FamilyCoverage } from '../family-coverage.ts';
import { SHADES } from './shade.ts';

type Dimension = keyof FamilyCoverage['dimensions'];
const columns: readonly Dimension[] = ['methods', 'params', 'enumValues', 'resultFields', 'rules'];

/** The coverage of each family, shaded by its level; the lowest coverage of methods first. Empty for less than two families. */
export function familiesTable({ start, hits }: Digest): string {
  const families = coverageByFamily(start.universe, hits).filter(({ dimensions }) =>
    columns.some((column) => dimensions[column].total > 0),
  );
  if (families.length < 2) return '';
  const share = ({ covered, total }: DimensionCoverage): number => (total === 0 ? 1 : covered / total);
  const lowest = ({ dimensions }: FamilyCoverage): number => Math.min(...columns.map((column) => share(dimensions[column])));
  const rows = families
    .sort((a, b) => lowest(a) - lowest(b))
    .map(
      ({ family, dimensions }) =>
        `<tr><th scope="row">${escapeHtml(family)}</th>${columns.map((column) => cell(`${family}, ${dimensionNames[column]}`, dimensions[column])).join('')}</tr>`,
    );
  const head = columns.map((column) => `<th scope="col">${dimensionNames[column]}</th>`).join('');
  return `<div class="scroll" tabindex="0" role="region" aria-label="Coverage by family"><table class="families"><thead><tr><th scope="col">family</th>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

function cell(what: string, { covered, total, missing }: DimensionCoverage): string {
  if (total === 0) return '<td class="soft">–</td>';
  const text = `${what}: ${count(covered)} of ${count(total)}${missing.length > 0 ? `; missing: ${missing.slice(0, 8).join(', ')}` : ''}`;
  return `<td class="share-${Math.floor((SHADES * covered) / total)}" title="${escapeHtml(text)}">${percent(covered, total)} %</td>`;
}

export const familyStyles = `
table.families { width: auto; table-layout: auto; min-width: 60%; } table.families th:nth-child(n) { width: auto; padding-right: 14px; } .families td { text-align: right; border: 1px solid var(--card); padding: 2px 10px; font-variant-numeric: tabular-nums; } .families th, .families td { white-space: nowrap; overflow-wrap: normal; } .families th[scope=row] { color: var(--text); font-weight: 400; }
`;
