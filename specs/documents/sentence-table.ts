import { join } from 'node:path';
import { readUserFile, UserFileError } from '../model/user-file.ts';
import { UserError } from '../model/user-error.ts';
import type { Sentence } from './sentences.ts';
import { formatTable, parseTable, type TableRow } from './tsv.ts';

/** A sentence that the documents had when a standard was last compared with them: its place, and a hash in place of its text. */
export type KnownSentence = Pick<Sentence, 'document' | 'section' | 'methods' | 'name' | 'hash'>;

/** The table of sentences cannot be read. */
export class SentenceTableError extends UserError {
  override readonly name = 'SentenceTableError';
}

const COLUMNS = ['document', 'section', 'methods', 'name', 'hash'] as const;

/** The table of sentences of a standard: beside its method files, or in `specs/facts/` for that of Pyx. */
export const sentenceTable = (folder: string): string => join(folder, 'sentences.tsv');

/** Reads a table of sentences, in the order of the documents; undefined if there is none. Throws `SentenceTableError` or `UserFileError`. */
export function readSentences(file: string): KnownSentence[] | undefined {
  try {
    return parseTable(readUserFile(file), file).map((row, index) => knownSentence(row, `${file} line ${index + 2}`));
  } catch (error) {
    if (error instanceof UserFileError && error.isMissing) return undefined;
    if (error instanceof UserError) throw error;
    throw new SentenceTableError((error as Error).message, { remedy: 'write the table anew with --write', cause: error });
  }
}

export function formatSentences(sentences: readonly KnownSentence[]): string {
  const rows = sentences.map(({ document, section, methods, name, hash }) => ({
    document: String(document),
    section: section === '' ? '-' : section,
    methods: methods.join(',') || '-',
    name: name ?? '-',
    hash,
  }));
  return formatTable(COLUMNS, rows);
}

function knownSentence(row: TableRow, place: string): KnownSentence {
  const { document = '', section = '', methods = '', name = '', hash = '' } = row;
  if (!/^[1-9]\d*$/.test(document) || !/^[0-9a-f]{16}$/.test(hash))
    throw new Error(`${place} is no sentence: expected ${COLUMNS.join(', ')}`);
  return {
    document: Number(document),
    section: section === '-' ? '' : section,
    methods: methods === '-' ? [] : methods.split(','),
    name: name === '-' ? undefined : name,
    hash,
  };
}
