import { createHash } from 'node:crypto';
import type { Severity } from '../engine/severity.ts';
import type { LoadResults } from '../load/results.ts';
import type { Digest } from './digest.ts';
import type { DriftResults, ReportedDrift } from './drift/results.ts';
import { openFindings } from './drift/verdict.ts';
import type { FuzzResults } from './fuzz/results.ts';
import { shortened } from './format.ts';
import { placeOf } from './group-findings.ts';
import { loadVerdict, type LoadFailure } from './load/verdict.ts';

/** What is wrong with a target, by one cause, whichever command found it: for documents that hold those of several. */
export interface Problem {
  /** What was checked: `document/type`, `fuzz/crash`, `load/baseline`. */
  readonly rule: string;
  readonly severity: Severity;
  /** The problem in a few words. */
  readonly title: string;
  /** What was expected and what came. */
  readonly message: string;
  /** Methods, or the source of the statement. */
  readonly place: string;
  /** Neutral ids of the affected methods. */
  readonly methods: readonly string[];
  /** `document`, `standard`, `health` or `baseline`, with its source. */
  readonly evidence: string;
  readonly source: string;
  /** Number of cases or requests that show it. */
  readonly occurrences: number;
  /** Command that shows it again; null if there is none. */
  readonly replay: string | null;
  /** Equal for the same cause in every run, SHA-256 in hex. */
  readonly fingerprint: string;
}

const MESSAGE_CHARACTERS = 2_000;

/** The causes of a run's failures. */
export function problemsOfRun({ failures }: Pick<Digest, 'failures'>): Problem[] {
  return failures.map((group) => {
    const sample = group.samples[0];
    return {
      rule: `${group.evidence}/${group.check}`,
      severity: group.severity,
      title: group.headline,
      message: shortened(sample?.finding.message ?? group.headline, MESSAGE_CHARACTERS),
      place: placeOf(group),
      methods: group.methods,
      evidence: group.evidence,
      source: group.source,
      occurrences: group.cases,
      replay: sample?.replay ?? null,
      fingerprint: hash(`run ${group.key}`),
    };
  });
}

/** The failures of a fuzz run. */
export function problemsOfFuzz({ findings }: Pick<FuzzResults, 'findings'>): Problem[] {
  return findings
    .filter(({ failure }) => failure)
    .map(({ property, method, message, evidence, source, times, replay }) => ({
      rule: `fuzz/${property}`,
      severity: 'breaking' as const,
      title: `${property} in ${method}`,
      message: shortened(message, MESSAGE_CHARACTERS),
      place: method,
      methods: [method],
      evidence,
      source,
      occurrences: times,
      replay,
      fingerprint: hash(`fuzz ${property} ${method}`),
    }));
}

/** The open differences between the documents and a node that count (those that `failOn` names), and the nodes that were lost. */
export function problemsOfDrift(results: Pick<DriftResults, 'findings' | 'failOn' | 'lost'>): Problem[] {
  const { failOn, lost } = results;
  const open = openFindings(results).filter((finding) => failOn === 'any' || (failOn === 'breaking' && finding.class === 'breaking'));
  return [...lost.map(problemOfLoss), ...open.map(problemOfDifference)];
}

function problemOfLoss({ during, method, message, replay }: DriftResults['lost'][number]): Problem {
  const methods = method === null ? [] : [method];
  return {
    rule: 'drift/lost-node',
    severity: 'breaking',
    title: `A node died or stopped answering in ${method ?? during}`,
    message: shortened(message, MESSAGE_CHARACTERS),
    place: method ?? during,
    methods,
    evidence: 'health',
    source: SOURCES.health,
    occurrences: 1,
    replay: replay ?? null,
    // How it ended differs from run to run.
    fingerprint: hash(`drift lost-node ${during}`),
  };
}

function problemOfDifference({ change, class: ofChange, headline, source, places, evidence }: ReportedDrift): Problem {
  const methods = [...new Set(places.map(({ method }) => method))];
  return {
    rule: `drift/${change}`,
    severity: ofChange === 'breaking' ? 'breaking' : 'minor',
    title: headline,
    message: shortened(evidence.text, MESSAGE_CHARACTERS),
    place: placeOf({ methods, source }),
    methods,
    evidence: 'document',
    source,
    occurrences: Math.max(1, places.length),
    replay: evidence.replay ?? null,
    fingerprint: hash(`drift ${change} ${headline}`),
  };
}

/** Why a load failed. `slower`: what the comparison with an earlier load shows. */
export function problemsOfLoad(results: LoadResults, slower: readonly string[] = []): Problem[] {
  const { name, mix } = results.scenario;
  const compared = slower.map((message): LoadFailure => ({ evidence: 'baseline', message }));
  return [...loadVerdict(results).failures, ...compared].map(({ evidence, message }, index) => ({
    rule: `load/${evidence}`,
    severity: 'breaking' as const,
    title: `load ${name}: ${message}`,
    message,
    place: `load ${name}`,
    methods: mix.map(({ method }) => method),
    evidence,
    source: SOURCES[evidence],
    occurrences: 1,
    replay: null,
    // Figures differ from run to run.
    fingerprint: hash(`load ${name} ${evidence} ${index}`),
  }));
}

const SOURCES: { readonly [evidence in LoadFailure['evidence']]: string } = {
  health: 'the node',
  document: 'the specification',
  baseline: 'thresholds and baseline',
};

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
