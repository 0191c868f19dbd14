import { lossIn } from '../../engine/confirmation.ts';
import type { Acceptances } from '../../engine/acceptance.ts';
import { OTHER_ANSWER } from '../../engine/checks.ts';
import type { Difference } from '../../engine/difference.ts';
import { generalPath } from '../../engine/general-form.ts';
import { matcher } from '../../engine/pattern.ts';
import { defined } from '../../specs/model/defined.ts';
import type { LostNode } from '../support/lost-nodes.ts';
import { differenceOf } from './answer-shape.ts';
import { isStable, valueDifferences, type AnswerValues, type ValueDifference } from './answer-values.ts';
import { ListedEntries } from './listed-entries.ts';
import type { TriedCase, TriedNode } from './tried-node.ts';

/** A known difference, with its reason. */
export interface KnownDifference {
  /** Case ids; * stands for any text. */
  readonly cases: string;
  /** Pattern of the difference (`error -8 · a result`). Default: any difference. */
  readonly difference?: string;
  readonly reason: string;
  /** `some`: the difference does not occur with every seed. */
  readonly seeds?: 'some';
}

export interface Disagreement {
  readonly id: string;
  readonly method: string;
  /** `error -8 · a result`, `value of version: 210201 · 10000`: the first node's answer and the second's. */
  readonly difference: string;
  /** The identities by which it is accepted: of several values that differ one each, and all must be accepted. */
  readonly differences: readonly Difference[];
  readonly reason?: string;
}

/** Result of comparing the answers of two nodes to the same calls. */
export interface Agreement {
  readonly compared: number;
  readonly alike: number;
  readonly disagreements: readonly Disagreement[];
  /** Number of cases that were not compared, by reason. */
  readonly left: { readonly [why: string]: number };
  /** Nodes that died or stopped answering, each with the name of its target: its case is not compared. */
  readonly lost: readonly (LostNode & { readonly node: string })[];
  /** Number of cases that could not be run on one of the nodes. */
  readonly untried: number;
  /** Listed differences that no longer occur although their cases were compared. Remove them. */
  readonly stale: readonly StaleDifference[];
}

/** What is accepted: the entries of a list for these two nodes, and those that an earlier release wrote. */
export interface ListedDifferences {
  readonly known?: readonly KnownDifference[];
  readonly listed?: Acceptances;
}

/** A listed difference that no longer occurs, by its pattern of cases, or by what differs. */
export interface StaleDifference extends KnownDifference {
  /** File and line of an entry. */
  readonly source?: string;
}

/**
 * Compares the answers of two nodes, case by case. Cases are not compared when one node does not support them or
 * differs from the documents, since the trial reports that.
 */
export function agreementOf(a: TriedNode, b: TriedNode, { known = [], listed }: ListedDifferences = {}): Agreement {
  const entries = new ListedEntries(listed, [a.acceptances, b.acceptances]);
  const matchers = known.map((waiver) => ({
    waiver,
    matches: matcher(waiver.cases),
    explains: matcher(waiver.difference ?? '*'),
    met: 0,
    served: false,
  }));
  const left: Record<string, number> = {};
  const disagreements: Disagreement[] = [];
  let compared = 0;
  let untried = 0;
  for (const [id, first] of a.cases) {
    const second = b.cases.get(id);
    if (!second || [first, second].some(({ outcome }) => outcome.status === 'skipped')) untried++;
    const why = second ? (notComparable(first, a.name) ?? notComparable(second, b.name)) : `not tried on ${b.name}`;
    if (why !== undefined || !second) {
      left[why ?? ''] = (left[why ?? ''] ?? 0) + 1;
      continue;
    }
    compared++;
    const found = firstDifference(first, second);
    const fitting = matchers.filter(({ matches }) => matches(id));
    for (const candidate of fitting) candidate.met++;
    entries.compared(first.subject);
    if (!found) continue;
    const explaining = fitting.filter(({ explains }) => explains(found.difference));
    for (const candidate of explaining) candidate.served = true;
    const { turned, ...disagreement } = found;
    const reason = entries.reasonOf(found.differences, turned) ?? explaining[0]?.waiver.reason;
    disagreements.push({ id, ...disagreement, ...defined({ reason }) });
  }
  return {
    compared,
    alike: compared - disagreements.length,
    disagreements,
    left,
    lost: [a, b].flatMap(({ name, lost }) => lost.map((lostNode) => ({ ...lostNode, node: name }))),
    untried,
    stale: [
      ...matchers.filter(({ waiver, met, served }) => met > 0 && !served && waiver.seeds === undefined).map(({ waiver }) => waiver),
      ...entries.stale(),
    ],
  };
}

function notComparable({ outcome, answers }: TriedCase, name: string): string | undefined {
  const { status } = outcome;
  if (status === 'inapplicable' || status === 'skipped') return `${status} on ${name}`;
  if (lossIn(outcome)) return `a node was lost on ${name}`;
  if (status === 'waived' || status === 'failed') return `${name} differs from the documents`;
  return answers.length === 0 ? 'no call of its own' : undefined;
}

/** A disagreement; `turned`: its identities as the second node has them, whose target file names its own answer first. */
type Found = Omit<Disagreement, 'id' | 'reason'> & { readonly turned: readonly Difference[] };

function firstDifference(first: TriedCase, second: TriedCase): Found | undefined {
  for (const [index, answer] of first.answers.entries()) {
    const { method, shape } = answer;
    const other = second.answers[index];
    // Later differences follow from the first one, or from the number of polling calls.
    if (!other || other.method !== method) return undefined;
    // Cases of other suites do not judge each field: a difference from the documents would show here as one of the nodes.
    const fields = first.outcome.suite === 'methods';
    const [there, back] = [differenceOf(shape, other.shape, { fields }), differenceOf(other.shape, shape, { fields })];
    const identity = identityOf(first, method);
    if (there !== undefined && back !== undefined)
      return { method, difference: there, differences: [{ ...identity, found: there }], turned: [{ ...identity, found: back }] };
    const values = stableDifferences(first, second, index).slice(0, LISTED);
    if (values.length === 0) continue;
    // The values may differ from run to run.
    const differences = values.map(({ path }): Difference => {
      const place = generalPath(path);
      return { ...identity, ...(place !== '' && { path: place }), found: 'value' };
    });
    return { method, difference: values.map(valueText).join('; '), differences, turned: differences };
  }
  return undefined;
}

/** The subject of a case, if the call is of its method; else only its sentence. */
function identityOf({ subject }: TriedCase, method: string): Difference {
  const { rule, argument, value } = subject?.about ?? {};
  return { method, check: OTHER_ANSWER, ...defined(subject?.method === method ? { rule, argument, value } : { rule }) };
}

/** Paths named in one difference. */
const LISTED = 3;
const VALUE_CHARACTERS = 80;

/** The values that differ, and that each node gave in every attempt. */
function stableDifferences(first: TriedCase, second: TriedCase, index: number): ValueDifference[] {
  const [a, b] = [first.answers[index]?.values, second.answers[index]?.values];
  if (!a || !b) return [];
  const differences = valueDifferences(a, b);
  const gave = (node: TriedCase, now: AnswerValues, difference: ValueDifference): boolean =>
    (node.before ?? []).every((answers) => {
      const values = answers[index]?.values;
      return values !== undefined && isStable(now, values, difference);
    });
  return differences.filter((difference) => gave(first, a, difference) && gave(second, b, difference));
}

function valueText({ path, a, b }: ValueDifference): string {
  const short = (text: string): string => (text.length <= VALUE_CHARACTERS ? text : `${text.slice(0, VALUE_CHARACTERS)}…`);
  return `value of ${path || 'the result'}: ${short(a)} · ${short(b)}`;
}
