import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatTable, parseTable, type TableRow } from '../documents/tsv.ts';

/** One line of a table of facts: column name to cell, both as written. */
export type FactRow = TableRow;

/** The tables of facts transcribed from the documents, each a tab separated file in `specs/facts`. */
export type FactTable = 'arguments' | 'members' | 'results' | 'enums' | 'counts';

/** The tables whose rows a sentence of the documents states, with the columns that name a row. Those of `counts` count other rows. */
export const STATED_TABLES = {
  arguments: ['method', 'name'],
  members: ['shape', 'member'],
  results: ['result', 'field'],
  enums: ['where', 'value'],
} as const satisfies { readonly [table in FactTable]?: readonly string[] };
export type StatedTable = keyof typeof STATED_TABLES;

/**
 * Reads one table of facts of a folder `specs/`.
 * @returns its rows in the order of the documents
 * @throws Error when the file is missing or a line of it is malformed
 */
export function readTable(name: FactTable, specs = join(import.meta.dirname, '..')): FactRow[] {
  const file = `${name}.tsv`;
  return parseTable(readFileSync(join(specs, 'facts', file), 'utf8'), file);
}

/** Writes one table of facts. The rows have the same columns. */
export function writeTable(name: FactTable, rows: readonly FactRow[], specs: string): void {
  writeFileSync(join(specs, 'facts', `${name}.tsv`), formatTable(Object.keys(rows[0] ?? {}), rows));
}
