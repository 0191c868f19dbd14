import { matcher } from './pattern.ts';
import type { TargetFile, Waiver } from './target-file.ts';
import type { Finding, Status } from './types.ts';

/** Applies what is known of a target to findings: baseline, extra fields, waivers. Remembers which waivers served. */
export class Judge {
  readonly #target: TargetFile | undefined;
  readonly #today: string;
  readonly #waivers: readonly { waiver: Waiver; matchesCase: (id: string) => boolean; matchesPath: (path: string) => boolean }[];
  readonly #served = new Set<Waiver>();
  readonly #tried = new Set<Waiver>();

  /** `today` as `2026-11-20`: a waiver past its date no longer serves. */
  constructor(target: TargetFile | undefined, today: string) {
    this.#target = target;
    this.#today = today;
    this.#waivers = (target?.waivers ?? []).map((waiver) => ({ waiver, matchesCase: matcher(waiver.cases), matchesPath: matcher(waiver.path ?? '*') }));
  }

  /**
   * The findings of a case as they are to be reported, and its status by them. `ran`: the case was tried to its end;
   * only then can it tell that a waiver is not needed.
   */
  judge(caseId: string, method: string | null, findings: readonly Finding[], ran = true): { findings: Finding[]; status: Status } {
    const inForce = this.#waivers.filter(({ waiver, matchesCase }) => {
      if (!matchesCase(caseId)) return false;
      if (ran) this.#tried.add(waiver);
      return waiver.until === undefined || this.#today <= waiver.until;
    });
    const judged = findings.flatMap((finding) => {
      const known = this.#againstBaseline(caseId, method, finding);
      if (!known) return [];
      const waived = known.evidence === 'observation' ? undefined : inForce.find(({ waiver, matchesPath }) => matchesPath(known.path ?? '') && (waiver.check ?? known.check) === known.check);
      if (!waived) return [known];
      this.#served.add(waived.waiver);
      return [{ ...known, waiver: waived.waiver.reason }];
    });
    return { findings: judged, status: statusOf(judged) };
  }

  /** Waivers that are past their date, and (of a whole run) those whose cases ran without needing them. */
  stale(wholeRun: boolean): Finding[] {
    const source = this.#target?.file ?? '';
    return (this.#target?.waivers ?? []).flatMap((waiver) => {
      const what = `waiver "${waiver.cases}"${waiver.path === undefined ? '' : ` at ${waiver.path}`}`;
      if (waiver.until !== undefined && this.#today > waiver.until) {
        return [{ check: 'expired-waiver', evidence: 'baseline' as const, source, message: `${what} held until ${waiver.until}: mend the difference or renew it with a reason` }];
      }
      if (wholeRun && waiver.seeds !== 'some' && this.#tried.has(waiver) && !this.#served.has(waiver)) {
        return [{ check: 'stale-waiver', evidence: 'baseline' as const, source, message: `${what} matched nothing although its cases ran: remove it` }];
      }
      return [];
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
