import type { KnownSentence } from './sentence-table.ts';
import type { Sentence } from './sentences.ts';

/** A known sentence, and the one of the texts that has its hash or its place. */
export interface Pair {
  readonly known: KnownSentence;
  readonly now: Sentence;
}

export interface DocumentComparison {
  /** The section still has the sentence. */
  readonly standing: readonly Pair[];
  /** Another section has it. */
  readonly moved: readonly Pair[];
  /** The texts have another sentence in its place, which is about the same. */
  readonly changed: readonly Pair[];
  readonly gone: readonly KnownSentence[];
  /** Sentences of known sections that no known sentence is. */
  readonly added: readonly Sentence[];
  /** Sections of which no known sentence is, with their sentences. */
  readonly newSections: readonly NewSection[];
}

export interface NewSection {
  readonly document: number;
  readonly section: string;
  readonly sentences: readonly Sentence[];
}

/**
 * What has become of the known sentences. The order of the sentences in a section does not matter. A sentence that is nowhere any more
 * has changed if its section has an unknown one that declares the same name of the same methods, else one that is about the same
 * methods, in order; so have those of a section that is gone if another section of the document has one of the same name.
 */
export function compareSentences(known: readonly KnownSentence[], texts: readonly Sentence[]): DocumentComparison {
  const left = new Set(texts);
  const take = (
    missing: KnownSentence[],
    fits: (known: KnownSentence, now: Sentence) => boolean,
  ): { pairs: Pair[]; missing: KnownSentence[] } => {
    const pairs: Pair[] = [];
    const without = missing.filter((sentence) => {
      const now = firstOf(left, (candidate) => fits(sentence, candidate));
      if (!now) return true;
      left.delete(now);
      pairs.push({ known: sentence, now });
      return false;
    });
    return { pairs, missing: without };
  };
  const inPlace = take([...known], (a, b) => a.hash === b.hash && isSamePlace(a, b));
  const elsewhere = take(inPlace.missing, (a, b) => a.hash === b.hash);
  const named = take(elsewhere.missing, (a, b) => isSamePlace(a, b) && isSameSubject(a, b) && a.name === b.name);
  const about = take(named.missing, (a, b) => isSamePlace(a, b) && isSameSubject(a, b));
  const sections = new Set(texts.map(placeOf));
  const away = take(
    about.missing,
    (a, b) => !sections.has(placeOf(a)) && a.document === b.document && a.name !== undefined && a.name === b.name && isSameSubject(a, b),
  );
  const knownSections = new Set([...known, ...elsewhere.pairs.map(({ now }) => now), ...away.pairs.map(({ now }) => now)].map(placeOf));
  const isKnown = (sentence: Sentence): boolean => knownSections.has(placeOf(sentence));
  const unknown = texts.filter((sentence) => left.has(sentence));
  return {
    standing: inPlace.pairs,
    moved: elsewhere.pairs,
    changed: [...named.pairs, ...about.pairs, ...away.pairs].sort((a, b) => texts.indexOf(a.now) - texts.indexOf(b.now)),
    gone: away.missing,
    added: unknown.filter(isKnown),
    newSections: bySection(unknown.filter((sentence) => !isKnown(sentence))),
  };
}

function firstOf(sentences: Iterable<Sentence>, fits: (sentence: Sentence) => boolean): Sentence | undefined {
  for (const sentence of sentences) if (fits(sentence)) return sentence;
  return undefined;
}

type Placed = Pick<Sentence, 'document' | 'section'>;

const placeOf = ({ document, section }: Placed): string => `${document} ${section}`;
const isSamePlace = (a: Placed, b: Placed): boolean => a.document === b.document && a.section === b.section;
const isSameSubject = (a: Pick<Sentence, 'methods'>, b: Pick<Sentence, 'methods'>): boolean => a.methods.join() === b.methods.join();

function bySection(sentences: readonly Sentence[]): NewSection[] {
  const sections = new Map<string, { document: number; section: string; sentences: Sentence[] }>();
  for (const sentence of sentences) {
    const section = sections.get(placeOf(sentence));
    if (section) section.sentences.push(sentence);
    else sections.set(placeOf(sentence), { document: sentence.document, section: sentence.section, sentences: [sentence] });
  }
  return [...sections.values()];
}
