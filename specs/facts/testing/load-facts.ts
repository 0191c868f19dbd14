import { readFileSync } from 'node:fs';

/** One line of a table of facts: column name to cell, both as written. */
export type FactRow = Record<string, string>;

/** The tables of facts transcribed from the documents, each a tab separated file in `specs/facts`. */
export type FactTable = 'arguments' | 'members' | 'results' | 'enums' | 'counts';

/**
 * Reads tab separated text whose first line names the columns.
 * Cells are taken as they stand: there is no quoting, so that a default such as `""` stays itself.
 * @param label how errors name the text, usually its file name
 * @throws Error naming the line, when it has another number of columns than the header or an empty cell
 */
export function parseTable(text: string, label: string): FactRow[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const columns = (lines[0] ?? '').split('\t');
  return lines.slice(1).map((line, index) => {
    const place = `${label} line ${index + 2}`;
    const cells = line.split('\t');
    if (cells.length !== columns.length) {
      throw new Error(`${place} has ${cells.length} columns, expected ${columns.length} (${columns.join(', ')})`);
    }
    const row: FactRow = {};
    columns.forEach((column, at) => {
      const cell = cells[at] ?? '';
      if (cell === '') throw new Error(`${place} has nothing under "${column}", write - where nothing is stated`);
      row[column] = cell;
    });
    return row;
  });
}

/**
 * Reads one table of facts.
 * @returns its rows in the order of the documents
 * @throws Error when the file is missing or a line of it is malformed
 */
export function readTable(name: FactTable): FactRow[] {
  const file = `${name}.tsv`;
  return parseTable(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'), file);
}
