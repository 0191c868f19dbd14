import type { FactRow } from './tables.ts';

/** The text in one column. Throws if the column does not exist, which is an error of the caller. */
export function cell(row: FactRow, column: string): string {
  const value = row[column];
  if (value === undefined) throw new Error(`no column "${column}" in ${JSON.stringify(row)}`);
  return value;
}

/** Rows by a key, both in the order of the table. */
export function groupBy(rows: readonly FactRow[], key: (row: FactRow) => string): Map<string, FactRow[]> {
  const groups = new Map<string, FactRow[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}
