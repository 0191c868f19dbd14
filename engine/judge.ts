import { Acceptances } from './acceptance.ts';
import type { AcceptanceStanding, Untried } from './acceptance-standing.ts';
import { AcceptanceRecord } from './acceptance-record.ts';
import type { JudgedCase } from './case.ts';
import { STARTED } from './node-state.ts';
import type { TargetFile } from './target-file.ts';
import type { Finding, Status } from './outcome.ts';
import { Waivers } from './waivers.ts';

/** The findings of a case as they are reported, and its status. */
export interface Judged {
  readonly findings: Finding[];
  readonly status: Status;
}

const BASELINE_HAS = '; the baseline has: ';
const OTHER_STATE = '; the baseline, accepted on a node in another state';

/** Applies the baseline, extra fields and accepted differences of a target file to findings. Records which entries matched. */
export class Judge {
  readonly acceptances: Acceptances;
  readonly #target: TargetFile | undefined;
  readonly #state: string;
  readonly #record: AcceptanceRecord;
  readonly #waivers: Waivers;

  /** `today` has the form `2026-11-20`: expired entries do not apply. `state`: that of the node under test (`stateOfNode`). */
  constructor(target: TargetFile | undefined, today: string, state: string = STARTED) {
    this.acceptances = new Acceptances(target?.accepted ?? [], today);
    this.#target = target;
    this.#state = state;
    this.#record = new AcceptanceRecord(this.acceptances);
    this.#waivers = new Waivers(target, today);
  }

  /**
   * Returns the findings of a case to report, and its status. `ran`: the run of the case was complete; only then can it
   * show that an entry is not needed.
   */
  judge(testCase: JudgedCase, findings: readonly Finding[], ran = true): Judged {
    const inForce = this.#waivers.inForce(testCase.id, ran);
    this.#record.tried(testCase, ran);
    const judged = findings.flatMap((finding) => {
      const known = this.#againstBaseline(testCase, finding);
      if (!known || known.evidence === 'observation') return known ?? [];
      const acceptance = this.acceptances.find(known.difference);
      if (acceptance) this.#record.met(acceptance);
      const why = acceptance?.why ?? inForce(known);
      return [why === undefined ? known : { ...known, waiver: why }];
    });
    return { findings: judged, status: statusOf(judged) };
  }

  /** What the run shows of each entry. `seen`: the coverage ids of the run. */
  standings(run: Untried, seen: ReadonlySet<string> = new Set()): AcceptanceStanding[] {
    return [...this.#record.standings(run, seen), ...this.#waivers.standings(run)];
  }

  #againstBaseline({ id, method }: JudgedCase, finding: Finding): Finding | undefined {
    if (finding.evidence !== 'observation' || finding.observed === undefined) return finding;
    if (finding.check === 'undocumented-field') {
      const owner = finding.difference?.method ?? method;
      return owner !== null && this.#target?.extraFields?.[owner]?.includes(finding.observed) ? undefined : finding;
    }
    const accepted = this.#target?.baseline?.[baselineKey(id, finding)];
    if (accepted === undefined) return finding;
    if (accepted === finding.observed || (Array.isArray(accepted) && accepted.includes(finding.observed))) return undefined;
    const state = this.#target?.baselineState ?? STARTED;
    // The difference may come from the state of the node, not from its release.
    if (state !== this.#state)
      return {
        ...finding,
        message: `${finding.message}${OTHER_STATE} (${state}), has: ${String(accepted)}`,
      };
    return {
      ...finding,
      evidence: 'baseline',
      source: this.#target?.file ?? '',
      message: `${finding.message}${BASELINE_HAS}${String(accepted)}`,
    };
  }
}

/** A finding as it was before a judge applied its target file. What a baseline or a list of extra fields covered is not recorded. */
export function unjudged({ waiver: _, ...finding }: Finding): Finding {
  const end = [BASELINE_HAS, OTHER_STATE].map((text) => finding.message.lastIndexOf(text)).find((index) => index >= 0);
  const found = finding.observed === undefined || end === undefined ? finding : { ...finding, message: finding.message.slice(0, end) };
  return finding.evidence === 'baseline' ? { ...found, evidence: 'observation', source: 'the documents leave it open' } : found;
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
