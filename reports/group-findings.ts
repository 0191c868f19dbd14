import { severities, type Severity } from '../engine/severity.ts';
import { severityOf } from '../engine/severity-of.ts';
import { retriesText } from './retries-text.ts';
import { defined } from '../specs/model/defined.ts';
import { fewest } from '../engine/accepted-entry.ts';
import { differenceKey, type Difference } from '../engine/difference.ts';
import type { Evidence, Finding, Outcome, ShownAnswer, ShownCall } from '../engine/outcome.ts';
import { generalPath } from '../engine/general-form.ts';
import { entryBlock } from './entry-block.ts';
import { causeOf, type Cause } from './cause-of.ts';
import { joined, laterCause, newTies, tie, type Ties } from './joined-groups.ts';
import { locate, type Span } from './locate.ts';
import { answerText, callText, count, counted, detached, shortened } from './format.ts';

/** One finding with its details, as texts cut to a length for display. */
export interface Sample {
  readonly caseId: string;
  readonly method: string | null;
  readonly finding: Finding;
  readonly request?: string;
  /** The request itself, unless it is long. */
  readonly call?: ShownCall;
  readonly response?: string;
  /** The part of the response that the finding is about. */
  readonly mark?: Span;
  readonly replay?: string;
  /** What the node logged while the case ran. */
  readonly nodeLog?: string;
  /** The further runs after a failure by circumstance, in one line. */
  readonly again?: string;
  readonly unconfirmed: boolean;
}

/** Findings with one cause, judged from outside the node. */
export interface FindingGroup {
  readonly key: string;
  readonly check: string;
  readonly evidence: Evidence;
  /** The problem in a few words. */
  readonly headline: string;
  readonly rank: number;
  /** The most serious one of its findings. */
  readonly severity: Severity;
  /** The affected methods, if any. */
  readonly methods: readonly string[];
  /** Source of the first finding's statement. */
  readonly source: string;
  /** Paths without indexes and values; at most 40. */
  readonly paths: readonly string[];
  /** Number of cases. */
  readonly cases: number;
  readonly firstCases: readonly string[];
  readonly samples: readonly Sample[];
  /** What differs: the entries that accept it; at most 40. */
  readonly differences: readonly Difference[];
  /** For missing methods: the part of a target file that declares them absent. */
  readonly absent?: string;
}

type Mutable<T> = { -readonly [key in keyof T]: T[key] };
interface Growing extends Omit<Mutable<FindingGroup>, 'methods' | 'paths' | 'firstCases' | 'samples' | 'differences'> {
  readonly methods: Set<string>;
  readonly paths: Set<string>;
  readonly firstCases: string[];
  readonly samples: Sample[];
  readonly differences: Map<string, Difference>;
  /** What the run shows of the causes that it may belong to. */
  readonly ties: Ties;
}

const FIRST_CASES = 5;
const SAMPLES = 2;
const PATHS = 40;
const DIFFERENCES = 40;
const TEXT_LIMIT = 6_000;
/** Shown before what the finding is about, in a long response. */
const CONTEXT = 1_500;
/** Above this number of causes only counts are kept, to limit memory. */
const GROUPS_WITH_SAMPLES = 400;
/** Above this number, further causes are merged: a node may word every error differently. */
const GROUPS = 5_000;

/** Groups findings by cause. */
export class FindingGroups {
  readonly #groups = new Map<string, Growing>();

  add(outcome: Outcome, findings: readonly Finding[], unconfirmed = false): void {
    const seen = new Set<Growing>();
    let first: Cause | undefined;
    for (const finding of findings) {
      const found = causeOf(outcome, finding);
      const cause = laterCause(found, (first ??= found), outcome);
      const severity = severityOf(outcome, finding);
      const group = this.#groupOf(cause, finding, severity);
      if (severities.indexOf(severity) < severities.indexOf(group.severity)) group.severity = severity;
      if (cause.method !== null) group.methods.add(cause.method);
      if (finding.path !== undefined && finding.path !== '' && group.paths.size < PATHS)
        group.paths.add(detached(generalPath(finding.path)));
      const key = finding.difference && differenceKey(finding.difference);
      if (finding.difference && key !== undefined && group.differences.size < DIFFERENCES && !group.differences.has(key))
        group.differences.set(detached(key), finding.difference);
      tie(group, outcome, cause, seen);
      if (seen.has(group)) continue;
      seen.add(group);
      group.cases++;
      if (group.firstCases.length < FIRST_CASES) group.firstCases.push(detached(outcome.id));
      if (group.samples.length < SAMPLES && (group.samples.length > 0 || this.#groups.size <= GROUPS_WITH_SAMPLES)) {
        group.samples.push(sampleOf(outcome, finding, unconfirmed));
      }
    }
  }

  /** By severity, then by rank (health findings first, because they explain others), then by number of cases. */
  sorted(): FindingGroup[] {
    const groups = joined([...this.#groups.values()])
      .map(({ ties: _, ...group }) => ({
        ...group,
        methods: [...group.methods],
        paths: [...group.paths],
        differences: [...group.differences.values()],
      }))
      .sort(
        (a, b) =>
          severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
          a.rank - b.rank ||
          b.cases - a.cases ||
          (a.key < b.key ? -1 : 1),
      );
    return toldApart(groups);
  }

  #groupOf(cause: ReturnType<typeof laterCause>, { check, evidence, source }: Finding, severity: Severity): Growing {
    const key = this.#groups.size < GROUPS || this.#groups.has(cause.key) ? cause.key : `${check} · other causes`;
    let group = this.#groups.get(key);
    if (!group) {
      const headline = key === cause.key ? cause.headline : 'other causes';
      group = {
        key: detached(key),
        check,
        evidence,
        headline: detached(headline),
        rank: cause.rank,
        severity,
        source: detached(source),
        methods: new Set(),
        paths: new Set(),
        cases: 0,
        firstCases: [],
        samples: [],
        differences: new Map(),
        ties: newTies(cause),
      };
      this.#groups.set(key, group);
    }
    return group;
  }
}

/** Groups whose headlines and places are the same have their first case in the headline. */
function toldApart(groups: readonly FindingGroup[]): FindingGroup[] {
  const titleOf = (group: FindingGroup): string => `${group.headline} · ${placeOf(group)}`;
  const times = new Map<string, number>();
  for (const group of groups) times.set(titleOf(group), (times.get(titleOf(group)) ?? 0) + 1);
  return groups.map((group) =>
    (times.get(titleOf(group)) ?? 0) > 1 ? { ...group, headline: `${group.headline} (${group.firstCases[0]})` } : group,
  );
}

function sampleOf(outcome: Outcome, finding: Finding, unconfirmed: boolean): Sample {
  const { request, response, replay, nodeLog } = outcome;
  const text = request && callText(request, 2);
  return {
    caseId: detached(outcome.id),
    method: outcome.method,
    finding: { ...finding, message: shortened(finding.message, TEXT_LIMIT) },
    unconfirmed,
    ...defined({
      request: text && shortened(text, TEXT_LIMIT),
      call: text !== undefined && text.length <= TEXT_LIMIT ? request : undefined,
      ...(response && markedResponse(response, finding)),
      replay: replay && detached(replay),
      nodeLog: nodeLog && detached(nodeLog.join('\n')),
      again: retriesText(outcome, finding),
    }),
  };
}

/** The response, cut to a length that has what the finding is about. */
function markedResponse(response: ShownAnswer, { path }: Finding): Pick<Sample, 'response' | 'mark'> {
  const text = answerText(response, 2);
  const mark = path !== undefined && 'result' in response ? locate(response.result, path) : undefined;
  if (!mark || mark.to <= TEXT_LIMIT) return { response: shortened(text, TEXT_LIMIT), ...defined({ mark }) };
  const skipped = Math.max(0, mark.from - CONTEXT);
  const before = `(${count(skipped)} characters) …`;
  const to = Math.min(mark.to, skipped + TEXT_LIMIT);
  const shift = before.length - skipped;
  return { response: before + shortened(text.slice(skipped), TEXT_LIMIT), mark: { from: mark.from + shift, to: to + shift } };
}

/** The lines of a target file that accept a cause; undefined if it cannot be accepted so. */
export function acceptedBlock(
  { differences, absent }: Pick<FindingGroup, 'differences' | 'absent'>,
  subversion: string,
): string | undefined {
  return absent === undefined ? entryBlock(fewest(differences), subversion) : undefined;
}

/** Location of a cause: its methods, or else the source of its statement. */
export function placeOf({ methods, source }: Pick<FindingGroup, 'methods' | 'source'>, named = 3): string {
  if (methods.length === 0) return source;
  return `${methods.slice(0, named).join(', ')}${methods.length > named ? ` and ${counted(methods.length - named, 'more method')}` : ''}`;
}
