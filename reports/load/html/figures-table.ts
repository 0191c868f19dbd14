import { escapeHtml } from '../../escape.ts';

export interface Column {
  readonly name: string;
  /** Default: a number, to the right. `graph`: markup that is hidden on a narrow page. `wide`: a number that is hidden there. */
  readonly look?: 'text' | 'graph' | 'wide' | undefined;
}

/** A table of figures. Cells are text, but for those of a `graph`, which are markup. */
export function figuresTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const classes = columns.map(({ look }) => {
    if (look === 'graph') return ' class="graph"';
    if (look === 'wide') return ' class="num wide-only"';
    return look === 'text' ? '' : ' class="num"';
  });
  const head = columns.map(({ name }, index) => `<th${classes[index]}>${escapeHtml(name)}</th>`);
  const body = rows.map(
    (row) =>
      `<tr>${row.map((cell, index) => `<td${classes[index]}>${columns[index]?.look === 'graph' ? cell : escapeHtml(cell)}</td>`).join('')}</tr>`,
  );
  return `<div class="scroll" tabindex="0"><table class="figures"><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}
