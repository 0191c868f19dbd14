import { counted } from '../reports/format.ts';
import type { Dependants } from '../specs/documents/dependants.ts';
import type { DocumentCheck, LostSentence, TextPlace } from './check-documents.ts';

/** Longer lists are cut: `--json` has all of it. */
const MAX_LISTED = 12;

/** What `pyx spec check --documents` found, line by line. Texts are those of the user. */
export function documentCheckLines(check: DocumentCheck): string[] {
  const { moved, changed, gone, added, newSections, unplaced, written } = check;
  return [
    ...movedLines(moved),
    ...changed.flatMap((sentence) => [
      `changed: ${placeText(sentence)}`,
      ...(sentence.now
        ? [`  ${whereText(sentence.now)} now reads${isSameSection(sentence) ? '' : ` in ${sentence.now.section}`}: ${sentence.now.text}`]
        : []),
      ...dependantLines(sentence),
    ]),
    ...groupsOf(gone, placeText).flatMap(([place, sentences]) => [
      `gone: ${place}${sentences.length === 1 ? '' : ` (${counted(sentences.length, 'sentence')})`}`,
      ...dependantLines({
        rows: sentences.flatMap(({ rows }) => rows),
        methods: unique(sentences.flatMap(({ methods }) => methods)),
        rules: unique(sentences.flatMap(({ rules }) => rules)),
      }),
    ]),
    ...newSections.flatMap(({ document, section, sentences }) => [
      `new section: document ${document}, ${section}, which the standard does not know (${counted(sentences.length, 'sentence')})`,
      ...sentences.slice(0, 1).map((first) => `  ${whereText(first)}: ${first.text}`),
    ]),
    ...groupsOf(added, ({ document, section }) => `document ${document}, ${section}`).flatMap(([place, sentences]) => [
      `new in ${place}: ${counted(sentences.length, 'sentence')}`,
      ...sentences.slice(0, MAX_LISTED).map((sentence) => `  ${whereText(sentence)}: ${sentence.text}`),
      ...(sentences.length > MAX_LISTED ? [`  and ${sentences.length - MAX_LISTED} more (--json)`] : []),
    ]),
    ...(unplaced.length === 0 || written ? [] : [`rows without a sentence: ${listText(unplaced)}`]),
    summaryText(check),
    ...(written
      ? [
          `written: ${counted(written.sentences, 'sentence')} to ${written.file}`,
          ...written.located.map((row) => `  now stated by another sentence, which should be checked: ${row}`),
          ...written.unplaced.map((row) => `  no sentence states the row ${row}`),
        ]
      : []),
  ];
}

/** The entries by a text, both in their order. */
function groupsOf<T>(entries: readonly T[], textOf: (entry: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const entry of entries) groups.set(textOf(entry), [...(groups.get(textOf(entry)) ?? []), entry]);
  return [...groups];
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Sentences that moved together, in one line. */
function movedLines(moved: readonly LostSentence[]): string[] {
  const way = ({ document, section, now }: LostSentence): string =>
    `document ${document}, ${section} → ${now?.document === document ? '' : `document ${now?.document}, `}${now?.section}`;
  return groupsOf(moved, way).map(([text, { length }]) => `moved: ${text}: ${counted(length, 'sentence')}`);
}

function placeText({ document, section, name, methods }: LostSentence): string {
  const about = methods.length > 3 ? [`${methods.length} methods`] : methods;
  const words = unique([...about, ...(name === undefined ? [] : [name])]);
  return `document ${document}, ${section}: ${words.join(', ') || 'a sentence'}`;
}

const isSameSection = ({ document, section, now }: LostSentence): boolean => now?.document === document && now.section === section;

const whereText = ({ file, line }: TextPlace): string => `${file}:${line}`;

function dependantLines({ rows, methods, rules }: Dependants): string[] {
  const lines = [
    ['rows', rows],
    ['methods', methods],
    ['rules', rules],
  ] as const;
  return lines.flatMap(([noun, entries]) => (entries.length === 0 ? [] : [`  ${noun.padEnd(8)}${listText(entries)}`]));
}

const listText = (entries: readonly string[]): string =>
  [...entries.slice(0, MAX_LISTED), ...(entries.length > MAX_LISTED ? [`and ${entries.length - MAX_LISTED} more (--json)`] : [])].join(
    ', ',
  );

function summaryText({ folder, standing, moved, changed, gone, added, newSections }: DocumentCheck): string {
  const parts = [
    `${counted(standing, 'sentence')} unchanged`,
    `${moved.length} moved`,
    `${changed.length} changed`,
    `${gone.length} gone`,
    `${added.length} new`,
    counted(newSections.length, 'new section'),
  ];
  return `${folder}: ${parts.join(', ')}`;
}
