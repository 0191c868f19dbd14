import type { DocumentComparison } from '../documents/compare-sentences.ts';
import type { KnownSentence } from '../documents/sentence-table.ts';
import type { Sentence } from '../documents/sentences.ts';
import { locateRow } from './locate-row.ts';
import { readTable, STATED_TABLES, writeTable, type FactRow, type StatedTable } from './tables.ts';

type Placed = Pick<KnownSentence, 'document' | 'section' | 'hash'>;

const tables = Object.keys(STATED_TABLES) as StatedTable[];

/** Names a row for readers: `arguments: bumpfee options`. */
function labelOf(table: StatedTable, row: FactRow): string {
  const names = STATED_TABLES[table].map((column) => row[column] ?? '');
  // A method without arguments has a row that says so.
  return `${table}: ${names.filter((name) => name !== '-' && name !== '?').join(' ')}`;
}

/** The rows of all tables of facts, by the sentence that states them: by its place and its hash. */
export class RowPlaces {
  readonly #byPlace = new Map<string, string[]>();
  /** Rows that name no sentence. */
  readonly unplaced: readonly string[];

  constructor(specs: string) {
    const unplaced: string[] = [];
    for (const table of tables)
      for (const row of readTable(table, specs)) {
        const label = labelOf(table, row);
        if (row['sentence'] === '-') unplaced.push(label);
        else this.#byPlace.set(keyOfRow(row), [...(this.#byPlace.get(keyOfRow(row)) ?? []), label]);
      }
    this.unplaced = unplaced;
  }

  of(sentence: Placed): readonly string[] {
    return this.#byPlace.get(keyOf(sentence)) ?? [];
  }
}

const keyOf = ({ document, section, hash }: Placed): string => `${document}\t${section}\t${hash}`;
const keyOfRow = (row: FactRow): string => `${row['document']}\t${row['section']}\t${row['sentence']}`;

/** What became of the places of the rows of facts. */
export interface WrittenPlaces {
  /** Rows that named no sentence, or one that is gone: they now name the one that most likely states them. */
  readonly located: readonly string[];
  /** Rows that no sentence states. */
  readonly unplaced: readonly string[];
}

/** Writes the places of all rows of facts anew: those of the sentences that a comparison has found in their stead. */
export function writeRowPlaces(specs: string, comparison: DocumentComparison, texts: readonly Sentence[]): WrittenPlaces {
  const { standing, moved, changed } = comparison;
  const now = new Map<string, Sentence>();
  for (const pair of [...changed, ...moved, ...standing]) now.set(keyOf(pair.known), pair.now);
  const located: string[] = [];
  const unplaced: string[] = [];
  for (const table of tables) {
    const rows = readTable(table, specs).map((row) => {
      const found = now.get(keyOfRow(row));
      const sentence = found ?? locateRow(table, row, texts);
      if (!sentence) unplaced.push(labelOf(table, row));
      else if (!found) located.push(`${labelOf(table, row)}: ${sentence.head === '' ? '' : `${sentence.head}: `}${sentence.text}`);
      return { ...row, section: sentence?.section ?? '-', sentence: sentence?.hash ?? '-' };
    });
    writeTable(table, rows, specs);
  }
  return { located, unplaced };
}
