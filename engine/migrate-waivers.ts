import { Document, isMap, isNode, isPair, isScalar, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import { parseYamlText } from '../specs/model/yaml-text.ts';
import { fewest, entryNode } from './accepted-entry.ts';
import { extendList } from './extend-list.ts';
import { differenceKey, type Difference, type What } from './difference.ts';
import { matcher } from './pattern.ts';

const LINE_CHARACTERS = 140;

/** A finding that a waiver of the file has accepted in a run, or a difference between two nodes. */
export interface Waived {
  readonly caseId: string;
  readonly path: string;
  readonly check: string;
  /** Of two nodes: `error -8 · a result`. */
  readonly text?: string;
  readonly difference: Difference;
}

/** The text of a file whose waivers are entries of `accepted`, with the number of those that are not. */
export interface Migrated {
  readonly content: string;
  readonly moved: number;
  /** Patterns of waivers that matched nothing in the results: they stay. */
  readonly left: readonly string[];
}

interface OldWaiver {
  readonly cases: string;
  readonly path?: string;
  readonly check?: string;
  /** Of two nodes: pattern of the difference. */
  readonly difference?: string;
  readonly reason: string;
  readonly until?: string;
  readonly seeds?: 'some';
}

/**
 * Moves the waivers of a target file or a policy to `accepted`, or those of a list for two nodes to a list of entries: each becomes an entry for the differences that it has accepted in these
 * results. Those with the same reason are one entry. Comments and the order stay. `seen`: the release that showed them. Throws
 * `YamlTextError`.
 */
export function migrateWaivers(content: string, waived: readonly Waived[], seen: string | undefined): Migrated {
  const { document } = parseYamlText(content);
  const root = document.contents;
  const list = isSeq(root) ? root : document.get('waivers', true);
  if (!isSeq(list)) return { content, moved: 0, left: [] };
  const waivers = list.toJS(document) as readonly OldWaiver[];
  const assigned = assign(waivers, waived);
  const entries: YAMLMap[] = [];
  const kept: YAMLMap[] = [];
  const byReason = new Map<string, YAMLMap>();
  let moved = 0;
  for (const [index, item] of list.items.entries()) {
    const { matched, whats } = assigned[index] ?? { matched: false, whats: [] };
    const waiver = waivers[index];
    if (!isMap(item) || !waiver) continue;
    if (!matched) {
      kept.push(item);
      continue;
    }
    moved++;
    const { reason, until, seeds } = waiver;
    const key = JSON.stringify([reason, until, seeds]);
    const same = byReason.get(key);
    // What an earlier waiver has accepted too needs no entry of its own.
    if (whats.length === 0) continue;
    if (same) {
      addWhats(document, same, whats);
      addComment(same, item.commentBefore);
      continue;
    }
    const entry = entryNode(document, whats, { why: reason, seen, seeds });
    if (until !== undefined) entry.set('until', until);
    copyStyle(item, entry);
    byReason.set(key, entry);
    entries.push(entry);
  }
  const left = kept.map((item) => String(item.get('cases')));
  if (moved === 0) return { content, moved, left };
  if (!isMap(root)) {
    // A list has one form: nothing is moved unless all is.
    return left.length > 0 ? { content, moved: 0, left } : { content: `${headOf(content, list)}${itemsText(entries)}`, moved, left };
  }
  const hasList = document.has('accepted');
  const lists = { ...(!hasList && entries.length > 0 && { accepted: entries }), ...(kept.length > 0 && { waivers: kept }) };
  const without = withoutList(content, { root, list, text: listsText(lists, list.commentBefore) });
  const items = hasList ? entries.map((entry) => listsText({ a: [entry] }).replace(/^a:\n|\n$/g, '')) : [];
  return { content: extendList(without, 'accepted', items), moved, left };
}

/** The comments before a list that is the whole file. */
function headOf(content: string, list: YAMLSeq): string {
  const [from] = list.range ?? [0];
  return content.slice(0, from);
}

/** A list that is a whole file. */
function itemsText(entries: readonly YAMLMap[]): string {
  const document = new Document([]);
  // The comments before the first are kept as they are written: see `headOf`.
  const [first] = entries;
  if (first) first.commentBefore = null;
  document.contents = blockList(document, entries) as never;
  return document.toString({ lineWidth: LINE_CHARACTERS, flowCollectionPadding: true });
}

/** Only the text of the old list is replaced: all else stays as it is written. */
function withoutList(
  content: string,
  { root, list, text }: { readonly root: YAMLMap; readonly list: YAMLSeq; readonly text: string },
): string {
  const pair = root.items.find((candidate) => isPair(candidate) && isScalar(candidate.key) && candidate.key.value === 'waivers');
  const from = isNode(pair?.key) ? pair.key.range?.[0] : undefined;
  const last = list.items.at(-1);
  const end = isNode(last) ? last.range?.[1] : list.range?.[1];
  if (from === undefined || end === undefined) throw new Error('the list was not read from a text');
  const line = content.indexOf('\n', end - 1);
  return `${content.slice(0, from)}${text}${line === -1 ? '' : content.slice(line + 1)}`;
}

/** Lists by name, the first with a comment. */
function listsText(lists: { readonly [name: string]: readonly YAMLMap[] }, comment?: string | null): string {
  if (Object.keys(lists).length === 0) return '';
  const document = new Document({});
  for (const [index, [name, items]] of Object.entries(lists).entries()) {
    const list = blockList(document, items);
    if (index === 0 && typeof comment === 'string') list.commentBefore = comment;
    document.set(name, list);
  }
  return document.toString({ lineWidth: LINE_CHARACTERS, flowCollectionPadding: true });
}

/** For each waiver: whether it matched, and the fewest differences that no earlier one has. */
function assign(
  waivers: readonly OldWaiver[],
  waived: readonly Waived[],
): { readonly matched: boolean; readonly whats: readonly What[] }[] {
  const matchers = waivers.map(({ cases, path = '*', check, difference = '*' }) => {
    const [ofCase, ofPath, ofText] = [matcher(cases), matcher(path), matcher(difference)];
    return (finding: Waived): boolean =>
      ofCase(finding.caseId) && ofPath(finding.path) && ofText(finding.text ?? '') && (check ?? finding.check) === finding.check;
  });
  const differences = waivers.map((): Difference[] => []);
  for (const finding of waived) {
    const first = matchers.findIndex((matches) => matches(finding));
    if (first >= 0) differences[first]?.push(finding.difference);
  }
  const needed = new Map(fewest(differences.flat()).map((what) => [differenceKey(what), what]));
  return differences.map((own) => {
    const whats = own.flatMap((difference) => {
      const key = differenceKey(difference);
      const what = needed.get(key);
      needed.delete(key);
      return what ? [what] : [];
    });
    return { matched: own.length > 0, whats };
  });
}

function blockList(document: Document, items: readonly YAMLMap[]): YAMLSeq {
  const list = document.createNode([]) as YAMLSeq;
  list.items.push(...items);
  return list;
}

function addWhats(document: Document, entry: YAMLMap, whats: readonly What[]): void {
  const place = entry.get('what', true);
  const more = entryNode(document, whats, {}).get('what', true);
  const items = (node: unknown): unknown[] => (isSeq(node) ? node.items : [node]);
  entry.set('what', blockList(document, [...items(place), ...items(more)] as YAMLMap[]));
}

/** Comments, and how a reason is written. */
function copyStyle(from: YAMLMap, to: YAMLMap): void {
  addComment(to, from.commentBefore);
  if (typeof from.comment === 'string') to.comment = from.comment;
  if (from.spaceBefore === true) to.spaceBefore = true;
  const [reason, why] = [from.get('reason', true), to.get('why', true)];
  if (isScalar(reason) && isScalar(why) && reason.type !== undefined && isNode(why)) why.type = reason.type;
}

function addComment(entry: YAMLMap, comment: string | null | undefined): void {
  if (typeof comment === 'string') entry.commentBefore = [entry.commentBefore, comment].filter(Boolean).join('\n');
}
