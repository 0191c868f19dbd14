import type { Evidence, Finding, Outcome } from '../suites/engine/types.ts';
import { answerText, callText, detached, shortened } from './format.ts';

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
  /** The method it is about, or where the statement stands. */
  readonly about: string;
  /** Path without indexes and values, or undefined. */
  readonly path: string | undefined;
  /** Cases, each counted once. */
  readonly cases: number;
  readonly firstCases: readonly string[];
  readonly samples: readonly Sample[];
}

type Mutable<T> = { -readonly [key in keyof T]: T[key] };
type Growing = Omit<Mutable<FindingGroup>, 'firstCases' | 'samples'> & { firstCases: string[]; samples: Sample[] };

const FIRST_CASES = 5;
const SAMPLES = 2;
const TEXT_LIMIT = 6_000;
/** Beyond this many causes only counts are kept: memory stays bounded when everything is wrong. */
const GROUPS_WITH_SAMPLES = 400;

/** Puts findings together by cause: check, method (or source), and path without indexes and values. */
export class FindingGroups {
  readonly #groups = new Map<string, Growing>();

  get size(): number {
    return this.#groups.size;
  }

  add(outcome: Outcome, findings: readonly Finding[], unconfirmed = false): void {
    const counted = new Set<string>();
    for (const finding of findings) {
      const { key, about, path } = causeOf(outcome.method, finding);
      if (counted.has(key)) continue;
      counted.add(key);
      let group = this.#groups.get(key);
      if (!group) {
        group = { key, check: finding.check, evidence: finding.evidence, about, path, cases: 0, firstCases: [], samples: [] };
        this.#groups.set(key, group);
      }
      group.cases++;
      if (group.firstCases.length < FIRST_CASES) group.firstCases.push(detached(outcome.id));
      if (group.samples.length < SAMPLES && (group.samples.length > 0 || this.#groups.size <= GROUPS_WITH_SAMPLES)) {
        group.samples.push(sampleOf(outcome, finding, unconfirmed));
      }
    }
  }

  /** What concerns the node's health first, since it explains the rest; then what most cases have. */
  sorted(): FindingGroup[] {
    const rank = (group: FindingGroup): number => (group.evidence === 'health' ? 0 : 1);
    return [...this.#groups.values()].sort((a, b) => rank(a) - rank(b) || b.cases - a.cases || (a.key < b.key ? -1 : 1));
  }
}

/** A dead or hanging node is one cause, whichever method was being called: health goes by its source. */
export function causeOf(method: string | null, finding: Finding): { key: string; about: string; path: string | undefined } {
  const about = finding.evidence === 'health' ? finding.source : (method ?? finding.source);
  const path = finding.path === undefined || finding.path === '' ? undefined : generalPath(finding.path);
  return { key: `${finding.check} · ${about}${path === undefined ? '' : ` · ${path}`}`, about, path };
}

/** `tx[0].vin[12].txid` is `tx[].vin[].txid`; names that are values (hashes, addresses, numbers) become `{}`. */
export function generalPath(path: string): string {
  return path
    .replace(/\[\d+\]/g, '[]')
    .replace(/\[["'][^\]]*["']\]/g, '{}')
    .replace(/\b\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\d+)?/g, '{}')
    .replace(/[^.[\]]+/g, (name) => (isValue(name) ? '{}' : name));
}

function isValue(name: string): boolean {
  if (/^\d+$/.test(name) || /^[0-9a-f]{16,}(?:[-:]\d+)?$/i.test(name)) return true;
  return /^[a-z0-9]{25,}$/i.test(name) && /\d/.test(name); // base58 and bech32 addresses
}

function sampleOf(outcome: Outcome, finding: Finding, unconfirmed: boolean): Sample {
  const { request, response, replay } = outcome;
  return {
    caseId: detached(outcome.id),
    finding: { ...finding, message: shortened(finding.message, TEXT_LIMIT) },
    flaky: outcome.flaky === true,
    unconfirmed,
    ...(request && { request: shortened(callText(request, 2), TEXT_LIMIT) }),
    ...(response && { response: shortened(answerText(response, 2), TEXT_LIMIT) }),
    ...(replay !== undefined && { replay: detached(replay) }),
  };
}

/** What a failed case failed for. A case that failed without a finding (a fault of Pyx) gets one from its reason. */
export function failuresOf(outcome: Outcome): Finding[] {
  const failing = outcome.findings.filter((finding) => finding.evidence !== 'observation' && finding.waiver === undefined);
  if (failing.length > 0) return failing;
  return [{
    check: outcome.internal === true ? 'internal' : 'unexplained',
    evidence: 'health',
    source: 'Pyx itself',
    message: outcome.reason ?? 'the case failed and its suite gave no finding',
  }];
}
