import { UNEXPLAINED } from '../engine/acceptance.ts';
import type { AcceptanceStanding } from '../engine/acceptance-standing.ts';
import { coverageOf, type Coverage } from '../engine/coverage.ts';
import { causesIn, failuresOf, severityOfFailure } from '../engine/failures.ts';
import { JournalError, readJournal } from '../engine/journal.ts';
import type { Heard } from '../engine/heard.ts';
import type { EndLine, StartLine, TimeLine } from '../engine/journal-lines.ts';
import { DEFAULT_FAIL_ON, type Severity } from '../engine/severity.ts';
import type { Status } from '../engine/outcome.ts';
import { defined } from '../specs/model/defined.ts';
import type { Changes } from './changed-cases.ts';
import { callText, counted, shortened } from './format.ts';
import { FindingGroups, type FindingGroup } from './group-findings.ts';
import { judgedCoverage, type JudgedCoverage } from './judged-coverage.ts';
import { LatencyTotals, type MethodLatency } from './latency-totals.ts';
import { withMissingMethods } from './missing-methods.ts';
import { withOtherSpellings } from './other-spelling.ts';
import { NodeTimes, type NodeTime } from './node-times.ts';
import type { Judged } from './selfcheck/judged.ts';
import { settled, UNCONFIRMED } from './settled-lines.ts';
import type { TimedOutcome } from './sink.ts';
import type { Inconclusive } from './verdict.ts';

export const statuses = [
  'passed',
  'failed',
  'unstable',
  'observed',
  'waived',
  'skipped',
  'inapplicable',
] as const satisfies readonly Status[];
export type Totals = { readonly [status in Status]: number };

export interface SuiteTotals {
  readonly totals: Totals;
  /** Cases that failed because of an internal error in Pyx, included in `failed`. */
  readonly internal: number;
  /** Sum over its cases. */
  readonly durationMs: number;
}

/** A reason why cases were not run, and the number of these cases. */
export interface Untried {
  readonly status: 'skipped' | 'inapplicable';
  readonly reason: string;
  readonly cases: number;
  /** How many of them were begun: that they do not apply was seen by what the node answered, and not known of the target. */
  readonly begun: number;
  /** The ids of the first ones. */
  readonly firstCases: readonly string[];
  /** The call that was refused for the first of them, if it lacks a prerequisite. */
  readonly called?: string;
}

/** The summary of a run: all data of the reports except single cases. Its size does not grow with their number. */
export interface Digest {
  readonly start: StartLine;
  readonly totals: Totals;
  /** Failed cases, by the most serious finding of each. */
  readonly severities: SeverityCounts;
  /** The run fails by findings of this severity, and of more serious ones. */
  readonly failOn: Severity;
  readonly coverage: Coverage;
  /** Of what is covered, what a selfcheck shows to be judged; undefined without the results of one. */
  readonly judged: JudgedCoverage | undefined;
  /** The ids of all that is covered. */
  readonly hits: ReadonlySet<string>;
  /** Ids of which a selfcheck found a fault, and of which it found none; undefined without its results. */
  readonly judgedIds: { readonly judged: ReadonlySet<string>; readonly notJudged: ReadonlySet<string> } | undefined;
  /** What `Inconclusive` counts as. */
  readonly inconclusive: Inconclusive;
  readonly planned: number;
  readonly complete: boolean;
  /** Why the run is not complete, if known. */
  readonly stopped: string | undefined;
  readonly cause: EndLine['cause'];
  /** The exit code of the command of `pyx listen`, if it ran one. */
  readonly commandCode: number | undefined;
  /** What `pyx listen` heard. */
  readonly heard: Heard | undefined;
  readonly durationMs: number;
  readonly internalErrors: number;
  readonly unconfirmed: number;
  readonly suites: ReadonlyMap<string, SuiteTotals>;
  /** Number of cases by status, for each method. */
  readonly methods: ReadonlyMap<string, Totals>;
  /** Number of cases by status, for each method and kind of case. Cases of no method are under their suite. */
  readonly kinds: ReadonlyMap<string, ReadonlyMap<string, Totals>>;
  /** Of the calls of the cases, the slowest method first. */
  readonly latencies: readonly MethodLatency[];
  readonly nodes: readonly NodeTime[];
  /** By cause, most serious first. */
  readonly failures: readonly FindingGroup[];
  /** Failures by circumstance that were not repeated. */
  readonly unstable: readonly FindingGroup[];
  readonly waived: readonly FindingGroup[];
  readonly observed: readonly FindingGroup[];
  readonly untried: readonly Untried[];
  /** Durations, longest first. */
  readonly times: readonly { readonly what: string; readonly ms: number }[];
  readonly slowest: readonly { readonly id: string; readonly durationMs: number }[];
  readonly notes: readonly string[];
  /** Earlier runs to which this one is compared. */
  readonly history?: History | undefined;
}

/** Earlier runs, and what changed since the last one of them. */
export interface History {
  readonly earlier: readonly { readonly folder: string; readonly digest: Digest }[];
  /** Folder of the last one. */
  readonly against: string;
  readonly changes: Changes;
}

export type SeverityCounts = { readonly [severity in Severity]: number };

/** Cases by status, to be counted. */
export type Counts = { [status in Status]: number };
const SLOWEST = 5;
const NOTES = 100;
const REASONS = 500;
/** Cases that are named of those with the same reason. */
const FIRST_CASES = 5;
const CALL_CHARACTERS = 1_000;

export interface DigestOptions {
  /** What a selfcheck shows to be judged of the standard of a run. */
  readonly judged?: ((start: StartLine) => Judged | undefined) | undefined;
  /** Instead of the one with which the run was made. */
  readonly failOn?: Severity | undefined;
  /** Likewise. */
  readonly inconclusive?: Inconclusive | undefined;
  readonly history?: History | undefined;
}

/** Reads a journal once. Throws `JournalError` if the file is not a journal. */
export async function digestOf(journalFile: string, options: DigestOptions = {}): Promise<Digest> {
  const building = new Building();
  let start: StartLine | undefined;
  let lastMs = 0;
  let end: EndLine | undefined;
  let unexplained: string | undefined;
  for await (const line of settled(readJournal(journalFile))) {
    lastMs = Math.max(lastMs, line.atMs);
    if (line.t === 'start') start = line;
    else if (line.t === 'end') end = line;
    else if (line.t === 'note') building.note(line.text);
    else if (line.t === 'accepted') unexplained = unexplainedNote(line.standings);
    else if (line.t === 'time') building.time(line);
    else if (line.t === 'outcome') building.outcome(line);
  }
  if (!start) throw new JournalError(`${journalFile} has no start line of a run`, { remedy: 'give the journal.jsonl of a run' });
  const judged = options.judged?.(start);
  const observed = building.observed.sorted();
  const failures = withOtherSpellings(building.failures.sorted(), observed);
  return {
    start,
    planned: start.planned,
    stopped: end?.stopped,
    cause: end?.cause,
    commandCode: end?.commandCode,
    heard: end?.heard,
    complete: end?.complete === true && building.unconfirmed === 0,
    durationMs: end?.durationMs ?? lastMs,
    coverage: coverageOf(start.universe, building.hits),
    hits: building.hits,
    judgedIds: judged && { judged: new Set(judged.judged), notJudged: new Set(judged.notJudged) },
    judged: judged && judgedCoverage(start.universe, building.hits, judged),
    totals: building.totals,
    severities: building.severities,
    failOn: options.failOn ?? start.failOn ?? DEFAULT_FAIL_ON,
    inconclusive: options.inconclusive ?? start.inconclusive ?? 'fail',
    internalErrors: building.internalErrors,
    unconfirmed: building.unconfirmed,
    suites: building.suites,
    methods: building.methods,
    kinds: building.kinds,
    latencies: building.latencies.rows(),
    nodes: building.nodes.list(),
    failures: withMissingMethods(failures, (method) => building.hits.has(`m:${method}`)),
    unstable: building.unstable.sorted(),
    waived: building.waived.sorted(),
    observed,
    untried: [...building.untried.values()].sort((a, b) => b.cases - a.cases),
    times: timesOf(building),
    slowest: building.slowest,
    notes: [...building.notes, ...(unexplained === undefined ? [] : [unexplained])],
    history: options.history,
  };
}

/** How many accepted differences nobody has explained, and where they are; undefined for none. */
function unexplainedNote(standings: readonly AcceptanceStanding[]): string | undefined {
  const open = standings.filter(({ why }) => why === UNEXPLAINED);
  const files = [...new Set(open.map(({ source }) => source.replace(/:\d+$/, '')))];
  return open.length === 0
    ? undefined
    : `${counted(open.length, 'accepted difference is', 'accepted differences are')} not explained yet in ${files.join(', ')}`;
}

/** The duration of a suite is the sum of its cases; other activities have their own lines. */
function timesOf({ times, suites }: Building): { what: string; ms: number }[] {
  const ofSuites = [...suites].map(([suite, { durationMs }]) => ({ what: `suite ${suite}`, ms: durationMs }));
  return [...[...times].map(([what, ms]) => ({ what, ms })), ...ofSuites.filter(({ ms }) => ms > 0)].sort((a, b) => b.ms - a.ms);
}

class Building {
  readonly totals = noCounts();
  readonly severities: { [severity in Severity]: number } = { breaking: 0, minor: 0, pedantic: 0 };
  readonly suites = new Map<string, { totals: Counts; internal: number; durationMs: number }>();
  readonly methods = new Map<string, Counts>();
  readonly kinds = new Map<string, Map<string, Counts>>();
  readonly latencies = new LatencyTotals();
  readonly nodes = new NodeTimes();
  readonly hits = new Set<string>();
  readonly failures = new FindingGroups();
  readonly unstable = new FindingGroups();
  readonly waived = new FindingGroups();
  readonly observed = new FindingGroups();
  readonly untried = new Map<
    string,
    Omit<Untried, 'cases' | 'begun' | 'firstCases'> & { cases: number; begun: number; readonly firstCases: string[] }
  >();
  readonly times = new Map<string, number>();
  readonly notes: string[] = [];
  slowest: { id: string; durationMs: number }[] = [];
  internalErrors = 0;
  unconfirmed = 0;

  note(text: string): void {
    if (this.notes.length < NOTES) this.notes.push(text);
  }

  time(line: TimeLine & { readonly atMs: number }): void {
    const { what, ms } = line;
    this.nodes.time(line);
    this.times.set(what, (this.times.get(what) ?? 0) + ms);
  }

  outcome(outcome: TimedOutcome): void {
    const { id, status, method, durationMs } = outcome;
    const unconfirmed = outcome.reason === UNCONFIRMED;
    this.totals[status]++;
    const suite = entry(this.suites, outcome.suite, () => ({ totals: noCounts(), internal: 0, durationMs: 0 }));
    suite.totals[status]++;
    suite.durationMs += durationMs;
    if (method !== null) entry(this.methods, method, noCounts)[status]++;
    entry(
      entry(this.kinds, method ?? outcome.suite, () => new Map<string, Counts>()),
      outcome.kind,
      noCounts,
    )[status]++;
    if (outcome.latencies) this.latencies.add(outcome.latencies);
    this.nodes.outcome(outcome);
    for (const hit of outcome.hits) this.hits.add(hit);
    if (outcome.internal === true) {
      this.internalErrors++;
      suite.internal++;
    }
    if (unconfirmed) this.unconfirmed++;
    if (status === 'failed') {
      this.severities[severityOfFailure(outcome)]++;
      this.failures.add(outcome, causesIn(failuresOf(outcome)), unconfirmed);
    }
    if (status === 'unstable') this.unstable.add(outcome, failuresOf(outcome));
    this.waived.add(
      outcome,
      outcome.findings.filter((finding) => finding.waiver !== undefined),
    );
    this.observed.add(
      outcome,
      outcome.findings.filter((finding) => finding.evidence === 'observation'),
    );
    if (status === 'skipped' || status === 'inapplicable') this.#untried(status, outcome);
    if (this.slowest.length < SLOWEST || durationMs > this.slowest.at(-1)!.durationMs) {
      this.slowest = [...this.slowest, { id, durationMs }].sort((a, b) => b.durationMs - a.durationMs).slice(0, SLOWEST);
    }
  }

  #untried(status: 'skipped' | 'inapplicable', { id, reason = 'no reason given', request, durationMs }: TimedOutcome): void {
    const known = this.untried.size < REASONS || this.untried.has(`${status} ${reason}`) ? reason : 'other reasons';
    const called = status === 'skipped' && request ? shortened(callText(request, 0), CALL_CHARACTERS) : undefined;
    const same = entry(this.untried, `${status} ${known}`, () => ({
      status,
      reason: known,
      cases: 0,
      begun: 0,
      firstCases: [],
      ...defined({ called }),
    }));
    same.cases++;
    if (durationMs > 0) same.begun++;
    if (same.firstCases.length < FIRST_CASES) same.firstCases.push(id);
  }
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

export function noCounts(): Counts {
  return { passed: 0, failed: 0, unstable: 0, observed: 0, waived: 0, skipped: 0, inapplicable: 0 };
}
