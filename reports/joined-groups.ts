import type { Outcome } from '../engine/outcome.ts';
import { mostSerious, type Severity } from '../engine/severity.ts';
import type { Difference } from '../engine/difference.ts';
import { fieldOf, OBSERVED_RANK, type Cause } from './cause-of.ts';

/** What a run shows of one cause, by which it may be part of another one. */
export interface Ties {
  /** Keys of the causes that it belongs to: the first of them that the run has. See `Cause`. */
  readonly joins: readonly string[];
  /** Of findings that cases made after another one: the cause that they have, if the run shows it of the same method by itself. */
  readonly later: string | undefined;
  /** Of the causes that it may be part of, by key: the number of cases that have findings of both. */
  readonly shared: Map<string, number>;
  /** It is a refusal that a case about the refused method has met. */
  isOwnRefusal: boolean;
  /** The methods that the cases are about that met it as the refusal of another method. */
  readonly subjects: Set<string>;
  /** Equal for groups with the same cases. */
  cases: bigint;
}

/** A group of findings with one cause, as far as it can be part of another one. */
export interface Joinable {
  readonly key: string;
  readonly check: string;
  readonly ties: Ties;
  headline: string;
  severity: Severity;
  cases: number;
  readonly methods: Set<string>;
  readonly paths: Set<string>;
  readonly firstCases: string[];
  readonly differences: Map<string, Difference>;
}

/** Cases that are named of a cause. */
const FIRST_CASES = 5;
/** Missing fields that are named in one headline. */
const NAMED_FIELDS = 5;
const MISSING = 'presence · ';
/** Hash of FNV-1a. */
const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/**
 * The cause of a finding that a case made after another one, of the cause `first`. Cases of methods compare each field of one answer;
 * others go on with what came, so that a later finding mostly follows from the first.
 */
export function laterCause(cause: Cause, first: Cause, { suite }: Outcome): Cause & { readonly later?: string } {
  if (suite === 'methods' || cause.key === first.key || cause.rank === OBSERVED_RANK) return cause;
  return { ...cause, key: `${cause.key} · after · ${first.key}`, joins: [...(cause.joins ?? []), first.key], later: cause.key };
}

export const newTies = ({ joins = [], later }: Cause & { readonly later?: string }): Ties => ({
  joins,
  later,
  shared: new Map(),
  isOwnRefusal: false,
  subjects: new Set(),
  cases: 0n,
});

/** Records how a case met the cause of a group. `seen`: the groups of its findings so far. */
export function tie(group: Joinable, { id, method }: Outcome, cause: Cause, seen: ReadonlySet<Joinable>): void {
  const { ties } = group;
  if (!seen.has(group)) {
    ties.cases ^= hashOf(id);
    for (const { key } of seen) if (key === ties.later || ties.joins.includes(key)) ties.shared.set(key, (ties.shared.get(key) ?? 0) + 1);
  }
  if (method === null || cause.method === method) ties.isOwnRefusal = true;
  else ties.subjects.add(method);
}

function hashOf(text: string): bigint {
  let hash = OFFSET;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  return hash;
}

/**
 * Groups without those that are a part of another one: of a wider cause that the run has; of what the same case found before; of the
 * only cause of a method after which another one was refused that is refused nowhere else; of other fields that are missing in the
 * same answers.
 */
export function joined<Group extends Joinable>(found: readonly Group[]): readonly Group[] {
  const groups = found.map(copyOf);
  const byKey = new Map(groups.map((group) => [group.key, group]));
  const wider = new Map<Group, Group>();
  for (const group of groups) {
    const { later, joins } = group.ties;
    const same = later === undefined ? undefined : byKey.get(later);
    const isSame = same !== undefined && [...group.methods].some((method) => same.methods.has(method));
    const candidates = [isSame ? same : undefined, ...joins.map((key) => byKey.get(key))];
    const target = candidates.find((candidate) => candidate && rootOf(wider, candidate) !== group && !isOtherField(group, candidate));
    if (target) wider.set(group, target);
  }
  for (const group of groups.filter((candidate) => !wider.has(candidate) && isConsequence(candidate))) {
    const [subject] = group.ties.subjects;
    const own = groups.filter((other) => other !== group && !wider.has(other) && isOnlyAbout(other, subject));
    if (own.length === 1) wider.set(group, own[0]!);
  }
  for (const [group, target] of wider) {
    const root = rootOf(wider, target);
    const before = byKey.get(group.ties.later === undefined ? '' : (group.ties.joins.at(-1) ?? ''));
    // The cases that found it later are counted with what they found first.
    absorb(root, group, before !== undefined && rootOf(wider, before) === root ? group.cases : (group.ties.shared.get(root.key) ?? 0));
  }
  return withoutSiblings(groups.filter((group) => !wider.has(group)));
}

/** A field that is missing in one method does not follow from another one that is missing in several. */
const isOtherField = ({ key, ties }: Joinable, first: Joinable): boolean =>
  ties.later !== undefined &&
  ties.later !== first.key &&
  key.startsWith(MISSING) &&
  first.key.startsWith(MISSING) &&
  first.methods.size > 1;

const isConsequence = ({ check, ties }: Joinable): boolean => check === 'refused' && !ties.isOwnRefusal && ties.subjects.size === 1;
const isOnlyAbout = ({ methods }: Joinable, method: string | undefined): boolean =>
  methods.size === 1 && method !== undefined && methods.has(method);

function rootOf<Group>(wider: ReadonlyMap<Group, Group>, group: Group): Group {
  const target = wider.get(group);
  return target ? rootOf(wider, target) : group;
}

const copyOf = <Group extends Joinable>(group: Group): Group => ({
  ...group,
  methods: new Set(group.methods),
  paths: new Set(group.paths),
  firstCases: [...group.firstCases],
  differences: new Map(group.differences),
  ties: { ...group.ties },
});

/** `shared`: number of cases that have findings of both. */
function absorb(target: Joinable, part: Joinable, shared: number): void {
  target.cases += part.cases - shared;
  if (shared === 0) target.ties.cases ^= part.ties.cases;
  target.severity = mostSerious([target.severity, part.severity]) ?? target.severity;
  for (const method of part.methods) target.methods.add(method);
  addPlaces(target, part);
  const named = part.firstCases.filter((id) => !target.firstCases.includes(id));
  target.firstCases.push(...named.slice(0, Math.max(0, FIRST_CASES - target.firstCases.length)));
}

function addPlaces(target: Joinable, part: Joinable): void {
  for (const path of part.paths) target.paths.add(path);
  for (const [key, difference] of part.differences) target.differences.set(key, difference);
}

/** Fields that are missing in the same cases and of the same objects are one cause. */
function withoutSiblings<Group extends Joinable>(groups: readonly Group[]): readonly Group[] {
  const first = new Map<string, { readonly group: Group; readonly fields: string[] }>();
  const rest = groups.filter((group) => {
    if (!group.key.startsWith(MISSING)) return true;
    const field = (group.ties.later ?? group.key).slice(MISSING.length);
    const objects = [...group.paths].filter((path) => fieldOf(path) === field).map((path) => path.slice(0, path.lastIndexOf('.') + 1));
    const key = [group.ties.cases, ...group.methods, ...objects.sort()].join(' ');
    const sibling = first.get(key);
    if (!sibling) first.set(key, { group, fields: [field] });
    else {
      sibling.fields.push(field);
      addPlaces(sibling.group, group);
    }
    return sibling === undefined;
  });
  for (const { group, fields } of first.values()) if (fields.length > 1) group.headline = `${listed(fields)} are missing`;
  return rest;
}

function listed(fields: readonly string[]): string {
  if (fields.length <= NAMED_FIELDS) return `${fields.slice(0, -1).join(', ')} and ${fields.at(-1)}`;
  return `${fields.slice(0, NAMED_FIELDS - 1).join(', ')} and ${fields.length - NAMED_FIELDS + 1} more fields`;
}
