import { join, sep } from 'node:path';
import { compareSentences, type DocumentComparison } from '../specs/documents/compare-sentences.ts';
import { dependantsOf, type Dependants } from '../specs/documents/dependants.ts';
import { readDocuments } from '../specs/documents/read-documents.ts';
import { formatSentences, readSentences, sentenceTable } from '../specs/documents/sentence-table.ts';
import type { Sentence } from '../specs/documents/sentences.ts';
import { RowPlaces, writeRowPlaces, type WrittenPlaces } from '../specs/facts/row-places.ts';
import type { Names } from '../specs/model/names.ts';
import { standardFolder } from '../specs/model/read-standard.ts';
import { specsFolder } from '../specs/model/specs-folder.ts';
import type { Spec } from '../specs/model/types.ts';
import { UsageError } from './usage-error.ts';
import { writeOutput } from './write-output.ts';

/** What `pyx spec check --documents` compares. */
export interface DocumentCheckOptions {
  /** The folder of the texts. */
  readonly documents: string;
  readonly spec: Spec;
  /** The folder of a standard of the user; undefined for Pyx's own. */
  readonly standard: string | undefined;
  readonly names: Names;
  /** Whether the hashes are written anew. */
  readonly write: boolean;
}

/** A place in the texts, with what is written there. */
export interface TextPlace {
  readonly document: number;
  readonly section: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** A known sentence that does not stand, and what depends on it. */
export interface LostSentence extends Dependants {
  readonly document: number;
  readonly section: string;
  /** The name that it declared. */
  readonly name?: string;
  /** Where and how it stands now; none if it is gone. */
  readonly now?: TextPlace;
}

/** The result of `pyx spec check --documents`. */
export interface DocumentCheck {
  readonly folder: string;
  /** Number of sentences that stand unchanged in their section. */
  readonly standing: number;
  readonly moved: readonly LostSentence[];
  readonly changed: readonly LostSentence[];
  readonly gone: readonly LostSentence[];
  /** Sentences of known sections that the standard does not know. */
  readonly added: readonly TextPlace[];
  readonly newSections: readonly { readonly document: number; readonly section: string; readonly sentences: readonly TextPlace[] }[];
  /** Rows of the tables of facts that name no sentence. */
  readonly unplaced: readonly string[];
  /** With `write`: what was written. */
  readonly written?: WrittenPlaces & { readonly file: string; readonly sentences: number };
}

/**
 * Compares the sentences that a standard was made from with the texts of its documents, as the user has them, and writes their hashes
 * anew if that is wanted. Throws `UsageError` if the standard has no table of sentences and none is to be written, and as `readDocuments`.
 */
export function checkDocuments({ documents, spec, standard, names, write }: DocumentCheckOptions): DocumentCheck {
  const folder = standard === undefined ? join(specsFolder(), 'facts') : standardFolder(standard);
  const file = sentenceTable(folder);
  if (write && folder.split(sep).includes('node_modules'))
    throw new UsageError(`${file} belongs to an installed package`, { remedy: 'use --write in a clone, or with a standard of your own' });
  const texts = readDocuments(documents, spec, names);
  const known = readSentences(file);
  if (known === undefined && !write)
    throw new UsageError(`${standard ?? 'the standard'} has no sentences.tsv, so that there is nothing to compare the documents with`, {
      remedy: 'write it with --write when the standard says what the documents say',
    });
  const comparison = compareSentences(known ?? [], texts.sentences);
  const rows = standard === undefined ? new RowPlaces(specsFolder()) : undefined;
  const placeOf = ({ document, section, line, head, text }: Sentence): TextPlace => ({
    document,
    section,
    file: texts.files.get(document) ?? '',
    line,
    text: head === '' ? text : `${head}: ${text}`,
  });
  const lost = (sentence: DocumentComparison['gone'][number], now?: Sentence): LostSentence => ({
    document: sentence.document,
    section: sentence.section,
    ...(sentence.name !== undefined && { name: sentence.name }),
    ...(now && { now: placeOf(now) }),
    ...dependantsOf(spec, sentence, rows?.of(sentence)),
  });
  const check: DocumentCheck = {
    folder: documents,
    standing: comparison.standing.length,
    moved: comparison.moved.map((pair) => lost(pair.known, pair.now)),
    changed: comparison.changed.map((pair) => lost(pair.known, pair.now)),
    gone: comparison.gone.map((sentence) => lost(sentence)),
    added: comparison.added.map(placeOf),
    newSections: comparison.newSections.map((section) => ({ ...section, sentences: section.sentences.map(placeOf) })),
    unplaced: rows?.unplaced ?? [],
  };
  if (!write) return check;
  writeOutput(file, formatSentences(texts.sentences));
  const places = standard === undefined ? writeRowPlaces(specsFolder(), comparison, texts.sentences) : { located: [], unplaced: [] };
  return { ...check, written: { file, sentences: texts.sentences.length, ...places } };
}

/** Whether the check succeeds: no sentence has changed or is gone. What was written is what the user has looked at. */
export function documentsStand({ changed, gone, unplaced, written }: DocumentCheck): boolean {
  return written ? written.unplaced.length === 0 : changed.length === 0 && gone.length === 0 && unplaced.length === 0;
}
