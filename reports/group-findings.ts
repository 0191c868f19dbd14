import { defined } from '../specs/model/defined.ts';
import type { Evidence, Finding, Outcome } from '../engine/types.ts';
import { causeOf, generalPath, type Cause } from './cause-of.ts';
import { answerText, callText, counted, detached, shortened } from './format.ts';

/** One finding as it is shown in full: texts, already cut to a length that can be shown. */
export interface Sample {
  readonly caseId: string;
  readonly finding: Finding;
  readonly request?: string;
  readonly response?: string;
  readonly replay?: string;
  readonly flaky: boolean;
  readonly unconfirmed: boolean;
}

/** Findings that have one cause, as far as can be told from outside. */
export interface FindingGroup {
  readonly key: string;
  readonly check: string;
  readonly evidence: Evidence;
  /** What is wrong, in a few words. */
  readonly headline: string;
  readonly rank: number;
  /** The methods that show it, or none. */
  readonly methods: readonly string[];
  /** Where the statement stands, of the first finding. */
  readonly source: string;
  /** Paths without indexes and values; not all, where there are many. */
  readonly paths: readonly string[];
  /** Cases, each counted once. */
  readonly cases: number;
  readonly firstCases: readonly string[];
  readonly samples: readonly Sample[];
  /** Missing methods: the part of a target file that names them absent. */
  readonly absent?: string;
}

type Mutable<T> = { -readonly [key in keyof T]: T[key] };
interface Growing extends Omit<Mutable<FindingGroup>, 'methods' | 'paths' | 'firstCases' | 'samples'> {
  readonly methods: Set<string>;
  readonly paths: Set<string>;
  readonly firstCases: string[];
  readonly samples: Sample[];
}

const FIRST_CASES = 5;
const SAMPLES = 2;
const PATHS = 40;
const TEXT_LIMIT = 6_000;
/** Beyond this many causes only counts are kept: memory stays bounded when everything is wrong. */
const GROUPS_WITH_SAMPLES = 400;
/** Beyond this many, those that come are put together: a node may word each of its errors anew. */
const GROUPS = 5_000;

/** Puts findings together by cause. */
export class FindingGroups {
  readonly #groups = new Map<string, Growing>();

  add(outcome: Outcome, findings: readonly Finding[], unconfirmed = false): void {
    const seen = new Set<Growing>();
    for (const finding of findings) {
      const cause = causeOf(outcome, finding);
      const group = this.#groupOf(cause, finding);
      if (cause.method !== null) group.methods.add(cause.method);
      if (finding.path !== undefined && finding.path !== '' && group.paths.size < PATHS)
        group.paths.add(detached(generalPath(finding.path)));
      if (seen.has(group)) continue;
      seen.add(group);
      group.cases++;
      if (group.firstCases.length < FIRST_CASES) group.firstCases.push(detached(outcome.id));
      if (group.samples.length < SAMPLES && (group.samples.length > 0 || this.#groups.size <= GROUPS_WITH_SAMPLES)) {
        group.samples.push(sampleOf(outcome, finding, unconfirmed));
      }
    }
  }

  /** What concerns the node's health first, since it explains the rest; then what breaks most clients, and what most cases have. */
  sorted(): FindingGroup[] {
    return [...this.#groups.values()]
      .map((group) => ({ ...group, methods: [...group.methods], paths: [...group.paths] }))
      .sort((a, b) => a.rank - b.rank || b.cases - a.cases || (a.key < b.key ? -1 : 1));
  }

  #groupOf(cause: Cause, { check, evidence, source }: Finding): Growing {
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
        source: detached(source),
        methods: new Set(),
        paths: new Set(),
        cases: 0,
        firstCases: [],
        samples: [],
      };
      this.#groups.set(key, group);
    }
    return group;
  }
}

function sampleOf(outcome: Outcome, finding: Finding, unconfirmed: boolean): Sample {
  const { request, response, replay } = outcome;
  return {
    caseId: detached(outcome.id),
    finding: { ...finding, message: shortened(finding.message, TEXT_LIMIT) },
    flaky: outcome.flaky === true,
    unconfirmed,
    ...defined({
      request: request && shortened(callText(request, 2), TEXT_LIMIT),
      response: response && shortened(answerText(response, 2), TEXT_LIMIT),
      replay: replay && detached(replay),
    }),
  };
}

/** What a failed case failed for. A case that failed without a finding (a fault of Pyx) gets one from its reason. */
export function failuresOf(outcome: Outcome): Finding[] {
  const failing = outcome.findings.filter((finding) => finding.evidence !== 'observation' && finding.waiver === undefined);
  if (failing.length > 0) return failing;
  return [
    {
      check: outcome.internal === true ? 'internal' : 'unexplained',
      evidence: 'health',
      source: 'Pyx itself',
      message: outcome.reason ?? 'the case failed and its suite gave no finding',
    },
  ];
}

/** Of what a case failed for, what has a cause of its own: a node that dies breaks its connections, and that is one thing. */
export function causesIn(findings: readonly Finding[]): readonly Finding[] {
  if (!findings.some(({ check }) => check === 'died')) return findings;
  return findings.filter(({ check, evidence }) => check === 'died' || evidence !== 'health');
}

/** Where a cause shows: a method or several, else where its statement stands. */
export function placeOf({ methods, source }: Pick<FindingGroup, 'methods' | 'source'>, named = 3): string {
  if (methods.length === 0) return source;
  return `${methods.slice(0, named).join(', ')}${methods.length > named ? ` and ${counted(methods.length - named, 'more method')}` : ''}`;
}
