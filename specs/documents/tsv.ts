/** One line of a table: column name to cell, both as written. */
export type TableRow = Record<string, string>;

/**
 * Reads tab separated text whose first line names the columns.
 * Cells are taken as they stand: there is no quoting, so that a default such as `""` stays itself.
 * @param label how errors name the text, usually its file name
 * @throws Error naming the line, when it has another number of columns than the header or an empty cell
 */
export function parseTable(text: string, label: string): TableRow[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const columns = (lines[0] ?? '').split('\t');
  return lines.slice(1).map((line, index) => {
    const place = `${label} line ${index + 2}`;
    const cells = line.split('\t');
    if (cells.length !== columns.length) {
      throw new Error(`${place} has ${cells.length} columns, expected ${columns.length} (${columns.join(', ')})`);
    }
    const row: TableRow = {};
    columns.forEach((column, at) => {
      const cell = cells[at] ?? '';
      if (cell === '') throw new Error(`${place} has nothing under "${column}", write - where nothing is stated`);
      row[column] = cell;
    });
    return row;
  });
}

/** Writes such a text. */
export function formatTable(columns: readonly string[], rows: readonly TableRow[]): string {
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? '-'))].map((cells) => `${cells.join('\t')}\n`).join('');
}
