import { Document, isMap, isSeq, type YAMLMap } from 'yaml';
import { UNEXPLAINED } from './acceptance.ts';
import { covers, differenceKey, differenceMembers, whatOf, type Difference, type What } from './difference.ts';

/** What an entry says besides the difference. */
export interface EntryDetails {
  /** Default: `not explained yet`. */
  readonly why?: string | undefined;
  /** The release that shows it. */
  readonly seen?: string | undefined;
  readonly seeds?: 'some' | undefined;
}

/** The fewest of these differences whose entries cover all of them, without those that are covered already. */
export function fewest(differences: readonly Difference[], isCovered: (difference: Difference) => boolean = () => false): What[] {
  const distinct = [...new Map(differences.map((difference) => [differenceKey(difference), difference])).values()];
  const kept: Difference[] = [];
  for (const difference of distinct.toSorted((a, b) => rank(a) - rank(b)))
    if (!isCovered(difference) && !kept.some((other) => covers(whatOf(other), difference))) kept.push(difference);
  return distinct.filter((difference) => kept.includes(difference)).map((difference) => ordered(difference));
}

/**
 * The order in which entries are made: a call that is always refused explains each refusal; a value that is refused explains that its
 * argument is, and an argument explains a sentence that relies on it.
 */
function rank({ rule, argument, value }: Difference): number {
  if (rule !== undefined) return 3;
  if (argument === undefined) return 0;
  return value === undefined ? 2 : 1;
}

/** The members in the order in which they are read. */
function ordered(what: Difference): What {
  return Object.fromEntries(differenceMembers.flatMap((name) => (what[name] === undefined ? [] : [[name, what[name]]]))) as unknown as What;
}

/** An entry of `accepted` as a node of a document. Each difference is on a line of its own. */
export function entryNode(document: Document, whats: readonly Difference[], { why = UNEXPLAINED, seen, seeds }: EntryDetails): YAMLMap {
  const listed = whats.map(ordered);
  const what = listed.length === 1 ? listed[0] : listed;
  const entry = document.createNode({ what, why, ...(seen !== undefined && { seen }), ...(seeds !== undefined && { seeds }) }) as YAMLMap;
  const place = entry.get('what', true);
  for (const part of isSeq(place) ? place.items : [place]) if (isMap(part)) part.flow = true;
  return entry;
}

/** The lines of an entry of `accepted`, indented as in a target file, ready to be copied. */
export function entryText(whats: readonly Difference[], details: EntryDetails = {}): string {
  const document = new Document([]);
  if (isSeq(document.contents)) document.contents.add(entryNode(document, whats, details));
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: true }).trimEnd();
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
