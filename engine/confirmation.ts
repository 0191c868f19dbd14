import { isFailing } from './judge.ts';
import type { Finding, Outcome, Retry, RetryPlace } from './outcome.ts';

/** The check of findings that something took too long. */
export const TIME_LIMIT = 'timeout';
/** Checks of the findings that a node was lost. */
const LOSSES: ReadonlySet<string> = new Set(['died', 'unresponsive']);

/** One more run of a case. */
export interface FurtherRun {
  readonly place: RetryPlace;
  readonly outcome: Outcome;
}

/** Whether a check found that the node was lost. */
export const isLoss = (check: string): boolean => LOSSES.has(check);

/** The finding that the node of a case was lost: it died, or no longer answers. Undefined also if it is waived. */
export function lossIn({ findings }: Pick<Outcome, 'findings'>): Finding | undefined {
  return findings.find((finding) => isLoss(finding.check) && isFailing(finding));
}

/** Whether a failure stands as it was recorded: all that failed was found by record. */
export function standsByRecord({ findings }: Pick<Outcome, 'findings'>): boolean {
  return findings.filter(isFailing).every(({ circumstance }) => circumstance === undefined);
}

/** Whether a further run shows the failure again. If the node was lost, only another loss does. */
export function isRepeated(first: Outcome, { outcome }: FurtherRun): boolean {
  return outcome.status === 'failed' && (!lossIn(first) || lossIn(outcome) !== undefined);
}

/**
 * The outcome to report for a case that failed and was run again. What was found by record stands; what was found by circumstance
 * stands if a further run failed too, or if none could show that it does not repeat: a run that was skipped, inapplicable or only
 * observed acquits nobody. Else the case is unstable.
 */
export function settled(first: Outcome, further: readonly FurtherRun[]): Outcome {
  const base = { ...first, retries: further.map(retryOf), hits: [...first.hits, ...further.flatMap(({ outcome }) => outcome.hits)] };
  const broken = further.find(({ outcome }) => outcome.internal === true);
  if (broken) return { ...base, internal: true, ...(broken.outcome.reason !== undefined && { reason: broken.outcome.reason }) };
  const loss = lossIn(first);
  // A lost node is a finding whether or not another one is lost; so is what the complete run on another node found.
  const repeated = further.find((run) => isRepeated(first, run));
  // A loss on a node that no other case has used shows its cause best.
  if (loss)
    return repeated ? { ...repeated.outcome, retries: base.retries, hits: base.hits } : withUnrepeatedLoss(base, loss, further.at(-1));
  return isAcquitted(base) ? withoutRepeat(base) : base;
}

/** Whether further runs of a case that had failed could show that it does not repeat, and none failed. */
export function isAcquitted({ status, retries = [] }: Pick<Outcome, 'status' | 'retries'>): boolean {
  // Earlier versions of Pyx did not record the further runs.
  if (retries.length === 0) return status === 'unstable';
  return (
    retries.some((retry) => retry.status === 'passed' || retry.status === 'waived') && !retries.some((retry) => retry.status === 'failed')
  );
}

/** The outcome of a failed case whose failure did not repeat: what was found by record, and the loss of a node, stand. */
export function withoutRepeat(failed: Outcome): Outcome {
  if (lossIn(failed) || failed.findings.some((finding) => isFailing(finding) && finding.circumstance === undefined)) return failed;
  return onlyLate(failed) ? observedLate(failed) : { ...failed, status: 'unstable' };
}

function retryOf({ place, outcome: { status, findings, reason } }: FurtherRun): Retry {
  const why = reason ?? (status === 'failed' ? findings.find(isFailing)?.message : undefined);
  return { place, status, ...(why !== undefined && { reason: why }) };
}

/** The node was lost in the first run only: that remains a finding, together with those of the complete further run. */
function withUnrepeatedLoss(outcome: Outcome, loss: Finding, last: FurtherRun | undefined): Outcome {
  const others = last && last.outcome.status !== 'skipped' ? last.outcome.findings : outcome.findings.filter((finding) => finding !== loss);
  return { ...outcome, findings: [{ ...loss, message: `${loss.message}; not reproduced on a fresh node` }, ...others] };
}

const onlyLate = ({ findings }: Outcome): boolean => findings.filter(isFailing).every(({ check }) => check === TIME_LIMIT);

/** A time limit that was passed once, by a node that lives and then answered in time, is no defect of the node: the machine may have been busy. */
function observedLate(outcome: Outcome): Outcome {
  return {
    ...outcome,
    status: 'observed',
    findings: outcome.findings.map((finding) =>
      isFailing(finding)
        ? { ...finding, evidence: 'observation' as const, message: `${finding.message}; in time when tried again` }
        : finding,
    ),
  };
}
