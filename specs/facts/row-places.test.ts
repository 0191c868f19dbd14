import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compareSentences } from '../documents/compare-sentences.ts';
import { plainHeading } from '../documents/dependants.ts';
import { readSentences, sentenceTable, type KnownSentence } from '../documents/sentence-table.ts';
import type { Sentence } from '../documents/sentences.ts';
import { loadSpec } from '../model/load.ts';
import { RowPlaces, writeRowPlaces } from './row-places.ts';
import { readTable, STATED_TABLES, type StatedTable } from './tables.ts';

const specs = join(import.meta.dirname, '..');
const sentences = readSentences(sentenceTable(import.meta.dirname)) ?? [];
const { spec } = loadSpec(specs);
const tables = Object.keys(STATED_TABLES) as StatedTable[];

describe('the table of sentences', () => {
  it('has places that the documents have, methods of the standard, names and hashes, and no text', () => {
    const headings = new Map(
      spec.documents.map(({ document, title = '', sections }) => [document, [title, ...sections].map(plainHeading)]),
    );
    const ids = new Set(spec.methods.map(({ id }) => id));
    expect(sentences.length).toBeGreaterThan(1000);
    for (const { document, section, methods, name = '', hash } of sentences) {
      expect(headings.get(document)).toContain(section);
      for (const method of methods) expect(ids).toContain(method);
      expect(name).toMatch(/^[\w.-]*$/);
      expect(hash).toMatch(/^[0-9a-f]{16}$/);
    }
  });

  it.each(tables)('has the sentence of each row of %s', (table) => {
    const places = new Set(sentences.map(({ document, section, hash }) => `${document} ${section} ${hash}`));
    const missing = readTable(table).filter((row) => !places.has(`${row['document']} ${row['section']} ${row['sentence']}`));
    expect(missing).toEqual([]);
  });

  it('has sentences of every section that a source names', () => {
    const named = spec.methods
      .filter(({ beyond }) => !beyond)
      .flatMap(({ source, rules }) => [source, ...rules.map((rule) => rule.source)]);
    const sections = new Set(sentences.map(({ document, section }) => `${document} ${section}`));
    expect(named.map(({ document, section }) => `${document} ${plainHeading(section)}`).filter((place) => !sections.has(place))).toEqual(
      [],
    );
  });
});

describe('writing places', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pyx-facts-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'facts'));
  for (const table of tables) cpSync(join(import.meta.dirname, `${table}.tsv`), join(folder, 'facts', `${table}.tsv`));
  const asText = (known: KnownSentence, at: number): Sentence => ({ ...known, line: at, head: '', text: '', cell: 0 });
  const labels = (): number => sentences.reduce((sum, sentence) => sum + new RowPlaces(folder).of(sentence).length, 0);

  it('leaves the tables as they are if all sentences stand', () => {
    const texts = sentences.map(asText);
    expect(writeRowPlaces(folder, compareSentences(sentences, texts), texts)).toEqual({ located: [], unplaced: [] });
    for (const table of tables) expect(readTable(table, folder)).toEqual(readTable(table));
  });

  it('follows changed sentences, locates rows of those that are gone anew, and names rows that no sentence states', () => {
    const changed = sentences.find(({ methods, name }) => methods[0] === 'backupwallet' && name === 'destination');
    const other = sentences.filter(({ methods }) => methods[0] === 'getblockcount');
    if (!changed) throw new Error('the sentence is not in the table');
    const texts = sentences
      .filter((known) => !other.includes(known))
      .map((known, at) => (known === changed ? { ...asText(known, at), hash: 'a'.repeat(16) } : asText(known, at)));
    const { located, unplaced } = writeRowPlaces(folder, compareSentences(sentences, texts), texts);
    expect(new RowPlaces(folder).of({ ...changed, hash: 'a'.repeat(16) })).toContain('arguments: backupwallet destination');
    expect(located).toEqual([]);
    expect(unplaced).toEqual(['arguments: getblockcount', 'enums: methods: Blockchain and memory pool getblockcount']);
    expect(new RowPlaces(folder).unplaced).toEqual(unplaced);
    expect(labels()).toBeGreaterThan(1000);
  });
});
