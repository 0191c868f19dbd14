import { createHash } from 'node:crypto';
import { neutralNames, render, type Names } from '../model/names.ts';
import { blocksOf, type Block, type Run } from './blocks.ts';
import { headOf, partsOf, wholeOf, type Part } from './split.ts';

/** A sentence of a document: the least part of its text that states something. */
export interface Sentence {
  readonly document: number;
  /** The heading above it, without code marks. */
  readonly section: string;
  /** From 1. */
  readonly line: number;
  /** What it is said of: the first cell of its row, or the words before the colon that its block begins with. Empty if nothing. */
  readonly head: string;
  readonly text: string;
  /** Of a row that is divided, the number of its cell from 0; otherwise 0. */
  readonly cell: number;
  /** The methods that it is about: those of its head, else of its heading, else of itself. */
  readonly methods: readonly string[];
  /** The name that it declares: `txid` of `txid:str`. */
  readonly name: string | undefined;
  /** See `hashOf`. */
  readonly hash: string;
}

/** What a text is read with. */
export interface Reading {
  readonly document: number;
  /** The ids of the methods of the standard, by each name that a text may call them: their id, and the method that has sub-commands. */
  readonly methodsByName: ReadonlyMap<string, readonly string[]>;
  /** The brands of the text. */
  readonly names: Names;
}

/** Hexadecimal digits of a hash that are kept: enough that no two sentences of a document have the same by chance. */
const HASH_DIGITS = 16;

/**
 * The sentences of a document in Markdown, in order. A row of a table that has code and nothing else in its first cell is read with that name as its
 * head, and each of its other cells is divided as `partsOf` says; another row is one sentence. The text of a paragraph or of an item of
 * a list is divided after its head, if it has one.
 */
export function sentencesOf(markdown: string, reading: Reading): Sentence[] {
  return blocksOf(neutral(markdown, reading.names)).flatMap((block) => {
    const { head, parts } = dividedBlock(block);
    const section = wholeOf(block.section);
    return parts.map(({ part, cell }) => ({
      document: reading.document,
      section: section?.text ?? '',
      line: part.line,
      head: head?.text ?? '',
      text: part.text,
      cell,
      methods: methodsOf({ head, section, part }, reading.methodsByName),
      name: nameOf(part),
      hash: hashOf(head?.text ?? '', part.text),
    }));
  });
}

/**
 * The hash of a sentence: the first 16 hexadecimal digits of SHA-256 of its head, a line feed and its text. Both are taken without
 * markup (code marks, emphasis, the addresses of links), with brands replaced by the neutral words, each run of white space as one
 * space, straight quotation marks and hyphens for typographic ones, and no punctuation at the end. So lines that are broken elsewhere,
 * another heading level, another order of the sentences of a section, or a table that is aligned anew change no hash.
 */
export function hashOf(head: string, text: string): string {
  return createHash('sha256')
    .update(`${normal(head)}\n${normal(text)}`)
    .digest('hex')
    .slice(0, HASH_DIGITS);
}

function normal(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.,;:]+$/, '')
    .trim();
}

/** A text with the neutral words: for tokens (`{coin}`), and for the brands of a node where a word begins with one. */
function neutral(text: string, names: Names): string {
  let result = render(text, neutralNames);
  // The longest first: one brand may begin with another.
  const brands = (Object.entries(names) as [keyof Names, string][]).sort(([, a], [, b]) => b.length - a.length);
  for (const [name, brand] of brands) {
    if (brand === neutralNames[name]) continue;
    result = result.replaceAll(new RegExp(`(?<![A-Za-z0-9])${brand}`, 'g'), neutralNames[name]);
    result = result.replaceAll(new RegExp(`(?<![A-Za-z0-9])${brand.toUpperCase()}(?![A-Za-z0-9])`, 'g'), neutralNames[name].toUpperCase());
  }
  return result;
}

interface DividedBlock {
  readonly head: Part | undefined;
  readonly parts: readonly { readonly part: Part; readonly cell: number }[];
}

function dividedBlock({ cells }: Block): DividedBlock {
  const [first = []] = cells;
  if (cells.length > 1) {
    const head = wholeOf(first);
    if (!first.every(({ text, isCode }) => isCode || text.trim() === '')) {
      const part = wholeOf(
        cells.flatMap((runs, at): Run[] => (at === 0 ? [...runs] : [{ text: ' | ', isCode: false, line: runs[0]?.line ?? 1 }, ...runs])),
      );
      return { head: undefined, parts: part ? [{ part, cell: 0 }] : [] };
    }
    return { head, parts: cells.flatMap((runs, cell) => (cell === 0 ? [] : partsOf(runs).map((part) => ({ part, cell })))) };
  }
  const { head, rest } = headOf(first);
  return { head, parts: partsOf(rest).map((part) => ({ part, cell: 0 })) };
}

/** The name that a part begins with, or that follows the words which name a list: one with a type, or a code span that is a name. */
function nameOf({ text, codes, beginsWithCode }: Part): string | undefined {
  const declared = /^(?:[\w\s]+: )?[[({\s]*<?([\w-][\w.-]*)>?:(?=\S)/.exec(text)?.[1];
  return declared ?? (beginsWithCode ? /^[\w-][\w.-]*$/.exec(codes[0] ?? '')?.[0] : undefined);
}

interface Places {
  readonly head: Part | undefined;
  readonly section: Part | undefined;
  readonly part: Part;
}

function methodsOf({ head, section, part }: Places, byName: Reading['methodsByName']): string[] {
  const named = (parts: readonly (Part | undefined)[]): string[] => [
    ...new Set(
      parts.flatMap((each) => each?.codes ?? []).flatMap((code) => byName.get(code) ?? byName.get(/^[\w.-]+/.exec(code)?.[0] ?? '') ?? []),
    ),
  ];
  // `masternode` as head and `count [json or all]` below it are the method `masternode count`.
  const commands = (head?.codes ?? []).flatMap((code) =>
    part.codes.flatMap((command) => byName.get(`${code} ${/^[\w.-]+/.exec(command)?.[0] ?? ''}`) ?? []),
  );
  if (commands.length > 0) return [...new Set(commands)];
  return [[head], [section], [part]].map(named).find((found) => found.length > 0) ?? [];
}
