import { STARTED } from './node-state.ts';
import { matcher } from './pattern.ts';
import type { TargetFile, Waiver } from './target-file.ts';
import type { Finding, Status } from './types.ts';

/** What of all cases a run did not try. */
export interface Untried {
  /** Ids of cases that were not selected. */
  readonly leftOut: readonly string[];
  /** Outcomes of cases that were selected and not tried. */
  readonly untried: ReadonlyMap<string, 'skipped' | 'inapplicable'>;
  /** The target starts nodes as cases need them: what is inapplicable there is so in every run. */
  readonly startsNodes: boolean;
}

/** Applies what is known of a target to findings: baseline, extra fields, waivers. Remembers which waivers served. */
export class Judge {
  readonly #target: TargetFile | undefined;
  readonly #today: string;
  readonly #state: string;
  readonly #waivers: readonly { waiver: Waiver; matchesCase: (id: string) => boolean; matchesPath: (path: string) => boolean }[];
  readonly #served = new Set<Waiver>();
  /** Cases that a waiver is for, and whether one of their tries came to its end. */
  readonly #ended = new Map<string, boolean>();

  /** `today` as `2026-11-20`: a waiver past its date no longer serves. `state` of the node under trial: `stateOfNode`. */
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
   * The findings of a case as they are to be reported, and its status by them. `ran`: the case was tried to its end;
   * only then can it tell that a waiver is not needed.
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
      this.#served.add(waived.waiver);
      return [{ ...known, waiver: waived.waiver.reason }];
    });
    return { findings: judged, status: statusOf(judged) };
  }

  /**
   * Waivers that are past their date, those that are for no case at all, and those that all of their cases did without.
   * The last is certain, of a whole run or a part, when every case that a waiver is for was tried to its end, but for
   * those that this target can never show, and at least one was.
   */
  stale(run: Untried): Finding[] {
    const source = this.#target?.file ?? '';
    return this.#waivers.flatMap(({ waiver, matchesCase }) => {
      const what = `waiver "${waiver.cases}"${waiver.path === undefined ? '' : ` at ${waiver.path}`}`;
      if (waiver.until !== undefined && this.#today > waiver.until) {
        return [
          {
            check: 'expired-waiver',
            evidence: 'baseline' as const,
            source,
            message: `${what} held until ${waiver.until}: mend the difference or renew it with a reason`,
          },
        ];
      }
      if (this.#served.has(waiver)) return [];
      const tried = [...this.#ended].filter(([id]) => matchesCase(id));
      const untried = [...run.untried].filter(([id]) => matchesCase(id));
      const open =
        run.leftOut.some(matchesCase) ||
        tried.some(([id, ended]) => !ended && !run.untried.has(id)) ||
        untried.some(([, status]) => status === 'skipped' || !run.startsNodes);
      if (open) return [];
      if (tried.length + untried.length === 0) {
        return [
          {
            check: 'stale-waiver',
            evidence: 'baseline' as const,
            source,
            message: `${what} is for no case that there is: correct or remove it`,
          },
        ];
      }
      if (waiver.seeds === 'some' || !tried.some(([, ended]) => ended)) return [];
      return [
        {
          check: 'stale-waiver',
          evidence: 'baseline' as const,
          source,
          message: `${what} matched nothing although its cases ran: remove it`,
        },
      ];
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
    // What depends on the state of the node is no change of its release.
    if (state !== this.#state)
      return { ...finding, message: `${finding.message}; on a node in another state (${state}) it was accepted as: ${String(accepted)}` };
    return {
      ...finding,
      evidence: 'baseline',
      source: this.#target?.file ?? '',
      message: `${finding.message}; when the target file was accepted it was: ${String(accepted)}`,
    };
  }
}

/** Under what an observation stands in a baseline. */
export function baselineKey(caseId: string, finding: Finding): string {
  return `${caseId}#${finding.check}${finding.path === undefined ? '' : `@${finding.path}`}`;
}

/** Whether a finding alone makes its case fail. */
export function isFailing(finding: Finding): boolean {
  return finding.evidence !== 'observation' && finding.waiver === undefined;
}

export function statusOf(findings: readonly Finding[]): Status {
  if (findings.some(isFailing)) return 'failed';
  if (findings.some((finding) => finding.waiver !== undefined)) return 'waived';
  return findings.length > 0 ? 'observed' : 'passed';
}
