import { STARTED } from './node-state.ts';
import { matcher } from './pattern.ts';
import type { TargetFile, Waiver } from './target-file.ts';
import type { Finding, Status } from './outcome.ts';
import type { WaiverStanding } from './waiver-standing.ts';

/** The cases that were not run. */
export interface Untried {
  /** Ids of cases that were not selected. */
  readonly leftOut: readonly string[];
  /** Statuses of cases that were selected and not run. */
  readonly untried: ReadonlyMap<string, 'skipped' | 'inapplicable'>;
  /** The target can start nodes with any profile: a case that is inapplicable there is so in every run. */
  readonly startsNodes: boolean;
}

/** Applies the baseline, extra fields and waivers of a target file to findings. Records which waivers matched. */
export class Judge {
  readonly #target: TargetFile | undefined;
  readonly #today: string;
  readonly #state: string;
  readonly #waivers: readonly { waiver: Waiver; matchesCase: (id: string) => boolean; matchesPath: (path: string) => boolean }[];
  readonly #used = new Set<Waiver>();
  /** Cases that a waiver matches, and whether at least one of their runs was complete. */
  readonly #ended = new Map<string, boolean>();

  /** `today` has the form `2026-11-20`: expired waivers do not apply. `state`: that of the node under test (`stateOfNode`). */
  constructor(target: TargetFile | undefined, today: string, state: string = STARTED) {
    this.#target = target;
    this.#today = today;
    this.#state = state;
    this.#waivers = (target?.waivers ?? []).map((waiver) => ({
      waiver,
      matchesCase: matcher(waiver.cases),
      matchesPath: matcher(waiver.path ?? '*'),
    }));
  }

  /**
   * Returns the findings of a case to report, and its status. `ran`: the run of the case was complete; only then can it
   * show that a waiver is not needed.
   */
  judge(caseId: string, method: string | null, findings: readonly Finding[], ran = true): { findings: Finding[]; status: Status } {
    const inForce = this.#waivers.filter(({ waiver, matchesCase }) => {
      if (!matchesCase(caseId)) return false;
      this.#ended.set(caseId, ran || this.#ended.get(caseId) === true);
      return waiver.until === undefined || this.#today <= waiver.until;
    });
    const judged = findings.flatMap((finding) => {
      const known = this.#againstBaseline(caseId, method, finding);
      if (!known) return [];
      const waived =
        known.evidence === 'observation'
          ? undefined
          : inForce.find(({ waiver, matchesPath }) => matchesPath(known.path ?? '') && (waiver.check ?? known.check) === known.check);
      if (!waived) return [known];
      this.#used.add(waived.waiver);
      return [{ ...known, waiver: waived.waiver.reason }];
    });
    return { findings: judged, status: statusOf(judged) };
  }

  /**
   * What the run shows of each waiver. One that matched nothing is needless only if every case that it matches was run
   * completely or is inapplicable to this target in every run, and at least one was run.
   */
  standings(run: Untried): WaiverStanding[] {
    return this.#waivers.map(({ waiver, matchesCase }) => {
      const tried = [...this.#ended].filter(([id]) => matchesCase(id));
      const untried = [...run.untried].filter(([id]) => matchesCase(id));
      return {
        source: waiver.file ?? this.#target?.file ?? '',
        what: `waiver "${waiver.cases}"${waiver.path === undefined ? '' : ` at ${waiver.path}`}`,
        ...(waiver.until !== undefined && this.#today > waiver.until && { expired: waiver.until }),
        used: this.#used.has(waiver),
        open:
          run.leftOut.some(matchesCase) ||
          tried.some(([id, ended]) => !ended && !run.untried.has(id)) ||
          untried.some(([, status]) => status === 'skipped' || !run.startsNodes),
        cases: tried.length + untried.length,
        ran: tried.some(([, ended]) => ended),
        someSeeds: waiver.seeds === 'some',
      };
    });
  }

  #againstBaseline(caseId: string, method: string | null, finding: Finding): Finding | undefined {
    if (finding.evidence !== 'observation' || finding.observed === undefined) return finding;
    if (finding.check === 'undocumented-field') {
      return method !== null && this.#target?.extraFields?.[method]?.includes(finding.observed) ? undefined : finding;
    }
    const accepted = this.#target?.baseline?.[baselineKey(caseId, finding)];
    if (accepted === undefined) return finding;
    if (accepted === finding.observed || (Array.isArray(accepted) && accepted.includes(finding.observed))) return undefined;
    const state = this.#target?.baselineState ?? STARTED;
    // The difference may come from the state of the node, not from its release.
    if (state !== this.#state)
      return {
        ...finding,
        message: `${finding.message}; the baseline, accepted on a node in another state (${state}), has: ${String(accepted)}`,
      };
    return {
      ...finding,
      evidence: 'baseline',
      source: this.#target?.file ?? '',
      message: `${finding.message}; the baseline has: ${String(accepted)}`,
    };
  }
}

/** The key of an observation in a baseline. */
export function baselineKey(caseId: string, finding: Finding): string {
  return `${caseId}#${finding.check}${finding.path === undefined ? '' : `@${finding.path}`}`;
}

/** Whether a finding makes its case fail. */
export function isFailing(finding: Finding): boolean {
  return finding.evidence !== 'observation' && finding.waiver === undefined;
}

export function statusOf(findings: readonly Finding[]): Status {
  if (findings.some(isFailing)) return 'failed';
  if (findings.some((finding) => finding.waiver !== undefined)) return 'waived';
  return findings.length > 0 ? 'observed' : 'passed';
}
