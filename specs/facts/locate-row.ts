import type { Sentence } from '../documents/sentences.ts';
import type { FactRow, StatedTable } from './tables.ts';

/**
 * The sentence of its document that most likely states a row: it names what the row is about (the method, the object, the list) in its
 * head, its heading or itself, and the name or value of the row. A field within others is stated where the outermost one is.
 * Undefined if no sentence is about it.
 */
export function locateRow(table: StatedTable, row: FactRow, sentences: readonly Sentence[]): Sentence | undefined {
  const { subject, name } = wantedOf(table, row);
  const words = subject.split(/[\s=]+/).map(bare);
  const scored = sentences
    .filter(({ document }) => String(document) === row['document'])
    .map((sentence) => ({
      sentence,
      score:
        scoreOf(sentence, words, name) +
        cellScore(table, subject, sentence) +
        (name !== undefined && sentence.name === name ? DECLARES[table] : 0),
    }))
    .filter(({ score }) => score > 0);
  return scored.toSorted((a, b) => b.score - a.score)[0]?.sentence;
}

/** What it adds that a sentence begins with the name of the row. A value is also in lists. */
const DECLARES: { readonly [table in StatedTable]: number } = { arguments: 4, members: 4, results: 4, enums: 0.5 };

/** In the tables of methods, the first cell after the name has the arguments, and the next one the result. */
function cellScore(table: StatedTable, subject: string, { cell, head }: Sentence): number {
  if (table === 'arguments') return cell === 1 && head === subject ? 6 : 0;
  return table === 'results' && cell === 1 ? -Infinity : 0;
}

interface Wanted {
  readonly subject: string;
  /** Undefined if the row has none. */
  readonly name: string | undefined;
}

function wantedOf(table: StatedTable, row: FactRow): Wanted {
  const of = (column: string): string => row[column] ?? '';
  if (table === 'members') return { subject: of('shape'), name: of('member') };
  if (table === 'enums')
    return of('where').startsWith('methods: ') ? { subject: of('value'), name: undefined } : { subject: of('where'), name: of('value') };
  const name = table === 'arguments' ? of('name') : firstName(of('field'));
  return { subject: of(table === 'arguments' ? 'method' : 'result'), name: name === undefined || /^[-?(]/.test(name) ? undefined : name };
}

/** `<txid>.fees.base` → `fees` */
const firstName = (field: string): string | undefined =>
  field
    .split('.')
    .map(bare)
    .find((part) => /^[\w-]+$/.test(part));

const bare = (word: string): string => word.replaceAll(/\[\d*\]|[[\]]/g, '');

function scoreOf({ head, section, text, methods }: Sentence, words: readonly string[], name: string | undefined): number {
  const [subject = ''] = words;
  if (![head, section, text].some((place) => has(place, subject))) return -Infinity;
  const about = words.reduce((sum, word) => sum + (has(head, word) ? 4 : 0) + (has(section, word) ? 2 : 0) + (has(text, word) ? 1 : 0), 0);
  const isMethod = methods.includes(words.join(' ')) ? 4 : 0;
  const isStated = name === undefined ? 0 : has(text, name) ? 10 : has(head, name) ? 9 : 0;
  return about + isMethod + isStated;
}

function has(text: string, word: string): boolean {
  const quoted = word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w-])${quoted}s?(?![\\w-])`, 'i').test(text);
}
